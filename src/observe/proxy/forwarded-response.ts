import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { endToEnd, flatHeaders, headerPairs } from './forwarded-headers.js';
import type { BodyTap } from './wire-exchange.js';

/** Statuses of responses that end with their head. */
const BODILESS = new Set([204, 304]);
const CHUNKED = /\bchunked\b/i;

/**
 * Writes the upstream's response: status, reason, end-to-end headers, and the body as it comes, of which `tap` gets a copy. The body
 * keeps its framing, except that an HTTP/1.0 client gets no chunks. Throws if the head is invalid.
 */
export function writeResponse(
  received: IncomingMessage,
  incoming: IncomingMessage,
  response: ServerResponse,
  tap: BodyTap,
): void {
  const { statusCode = 0, statusMessage = '', rawHeaders, headers } = received;
  const isChunked = incoming.httpVersion === '1.1' && headers['transfer-encoding'] !== undefined;
  const hasBody = incoming.method !== 'HEAD' && !BODILESS.has(statusCode);
  const isFramed =
    headers['content-length'] !== undefined || (isChunked && CHUNKED.test(headers['transfer-encoding'] ?? ''));
  if (hasBody && !isFramed) {
    // The body ends with the connection, on which nothing more is read. Node would send chunks.
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(statusCode, statusMessage, flatHeaders(endToEnd(rawHeaders, headers.connection, isChunked)));
  /** The first chunk: most bodies have only one, which arrives with the head and is sent with it. */
  let first: Uint8Array | undefined;
  let isFlowing = false;
  const flow = () => {
    if (isFlowing || response.writableEnded || response.destroyed) return;
    isFlowing = true;
    // `flushHeaders` would send a head with bytes beyond ASCII as UTF-8.
    response.write(first ?? '', 'latin1');
  };
  const add = (chunk: Uint8Array) => {
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
  };
  received.on('data', add);
  received.once('end', () => {
    if (response.destroyed) return;
    if (received.rawTrailers.length > 0) response.addTrailers(headerPairs(received.rawTrailers));
    if (isFlowing) response.end();
    else response.end(first);
  });
  received.once('error', () => {
    // What arrived while the client was too slow is still there.
    for (let rest = received.read(); rest !== null; rest = received.read()) add(rest);
    flow();
  });
  // The head does not wait for a late body, nor its first part for the rest.
  setImmediate(flow);
}

/**
 * Ends the connection of a client where the upstream's response broke off, after what was written to it. `isReset`: as the upstream did,
 * or so that the client can tell the end of a body from a cut.
 */
export function endConnection(socket: Socket | null, isReset: boolean): void {
  if (isReset) socket?.write('', () => socket.resetAndDestroy());
  else socket?.destroySoon();
}
