import type { IncomingMessage, ServerResponse } from 'node:http';
import { endToEnd, flatHeaders, headerPairs } from './forwarded-headers.js';
import type { BodyTap } from './wire-exchange.js';

/**
 * Writes the upstream's response: status, reason, end-to-end headers, and the body as it comes, of which `tap` gets a copy. Throws if the
 * head is invalid.
 */
export function writeResponse(
  received: IncomingMessage,
  incoming: IncomingMessage,
  response: ServerResponse,
  tap: BodyTap,
): void {
  const isChunked = incoming.httpVersion === '1.1' && received.headers['transfer-encoding'] !== undefined;
  const headers = endToEnd(received.rawHeaders, received.headers.connection, isChunked);
  response.writeHead(received.statusCode ?? 0, received.statusMessage ?? '', flatHeaders(headers));
  /** The first chunk: most bodies have only one, which arrives with the head and is sent with it. */
  let first: Uint8Array | undefined;
  let isFlowing = false;
  const flow = () => {
    if (isFlowing || response.writableEnded || response.destroyed) return;
    isFlowing = true;
    if (first === undefined) response.flushHeaders();
    else response.write(first);
  };
  received.on('data', (chunk: Uint8Array) => {
    tap.add(chunk);
    // Writing to it would be an error that ends the process.
    if (response.destroyed) return;
    if (first === undefined && !isFlowing) {
      first = chunk;
      return;
    }
    flow();
    if (response.write(chunk)) return;
    received.pause();
    response.once('drain', () => received.resume());
  });
  received.once('end', () => {
    if (response.destroyed) return;
    if (received.rawTrailers.length > 0) response.addTrailers(headerPairs(received.rawTrailers));
    if (isFlowing) response.end();
    else response.end(first);
  });
  // The head does not wait for a late body, nor its first part for the rest.
  setImmediate(flow);
}
