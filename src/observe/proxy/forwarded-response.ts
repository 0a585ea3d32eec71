import type { IncomingMessage, ServerResponse } from 'node:http';
import { defaultTimeouts } from '../../server/http-server.js';
import { directSocket, keepAliveLines, writeDirectly } from '../../server/write-response.js';
import { endToEnd, flatHeaders, headerPairs } from './forwarded-headers.js';
import type { PlainResponse } from './plain-connections.js';
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
  writeHead(received, response, isChunked);
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

/** Writes a response that arrived at once. Throws if the head is invalid. */
export function writePlainResponse(received: PlainResponse, response: ServerResponse, tap: BodyTap): void {
  tap.add(received.body);
  const socket = directSocket(response);
  if (socket === undefined) {
    writeHead(received, response, false);
    response.end(received.body);
    return;
  }
  const { statusCode, statusMessage, rawHeaders, headers, body } = received;
  let text = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (const [name, value] of endToEnd(rawHeaders, headers.connection, false)) text += `${name}: ${value}\r\n`;
  writeDirectly(response, socket, text + KEPT_ALIVE, [body]);
}

const KEPT_ALIVE = keepAliveLines(defaultTimeouts.keepAliveMs);

function writeHead(received: IncomingMessage | PlainResponse, response: ServerResponse, keepsTrailer: boolean): void {
  const { statusCode = 0, statusMessage = '', rawHeaders, headers } = received;
  response.writeHead(statusCode, statusMessage, flatHeaders(endToEnd(rawHeaders, headers.connection, keepsTrailer)));
}
