import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { type HeaderList, headerOf } from '../../exchange/exchange.js';

/** Node sends these with chunked encoding unless a header has their length. */
const EXPECTED_TO_HAVE_A_BODY = /^(?!(?:GET|HEAD|DELETE|OPTIONS|TRACE)$)/;

/**
 * Returns the headers of a request for the upstream: same names, order and repetitions, with the upstream's host. The body keeps its
 * framing; a POST, PUT or PATCH without a body gets `Content-Length: 0`.
 */
export function upstreamHead({ method = '', rawHeaders, headers }: IncomingMessage, host: string): HeaderList {
  const coding = headers['transfer-encoding'];
  const forwarded = withOneHost(endToEnd(rawHeaders, coding !== undefined), host);
  if (coding !== undefined) return [...forwarded, ['Transfer-Encoding', coding]];
  const isEmpty = headers['content-length'] === undefined && EXPECTED_TO_HAVE_A_BODY.test(method);
  return isEmpty ? [...forwarded, ['Content-Length', '0']] : forwarded;
}

/** An HTTP/1.0 client may send several Host headers, or none; the upstream gets one. */
function withOneHost(headers: HeaderList, host: string): HeaderList {
  const [first, ...others] = headers.filter(([name]) => name.toLowerCase() === 'host');
  if (first === undefined) return [['Host', host], ...headers];
  const kept = headers.filter((header) => !others.includes(header));
  return kept.map((header) => (header === first ? [header[0], host] : header));
}

/** Headers of a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Never dropped, even if Connection names them: they frame and route the message. */
const NEVER_DROPPED = new Set(['content-length', 'host']);

/**
 * Returns the headers for the next hop, with their names, order and repetitions. `keepsTrailer`: the next hop can receive trailers, so
 * the Trailer header stays.
 */
function endToEnd(raw: readonly string[], keepsTrailer: boolean): HeaderList {
  const headers = headerPairs(raw);
  const named = (headerOf(headers, 'connection') ?? '').toLowerCase().split(/\s*,\s*/);
  return headers.filter(([written]) => {
    const name = written.toLowerCase();
    if (NEVER_DROPPED.has(name)) return true;
    return !HOP_BY_HOP.has(name) && !named.includes(name) && (name !== 'trailer' || keepsTrailer);
  });
}

/** Returns `rawHeaders` of `node:http`, names and values in turn, as pairs. */
export function headerPairs(flat: readonly string[]): HeaderList & [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}

/** The maximum size of a header section, in either direction. */
export const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Creates the options that httpxy completes and passes to `http.request`. httpxy's own headers are a record, which loses case, order
 * and repetitions, and it may normalise the path: both are fixed here and cannot be overwritten.
 */
export function requestOptions(headers: HeaderList, target: string): object {
  return Object.defineProperties(
    { maxHeaderSize: MOST_HEADER_BYTES },
    { headers: fixed(headers.flat()), path: fixed(target) },
  );
}

function fixed(value: unknown): PropertyDescriptor {
  return { enumerable: true, get: () => value, set: () => {} };
}

/** Writes status, reason and end-to-end headers of the upstream's response; httpxy pipes the body. Throws if the head is invalid. */
export function writeResponse(received: IncomingMessage, incoming: IncomingMessage, response: ServerResponse): void {
  const isChunked = incoming.httpVersion === '1.1' && received.headers['transfer-encoding'] !== undefined;
  const headers = endToEnd(received.rawHeaders, isChunked);
  response.writeHead(received.statusCode ?? 0, received.statusMessage ?? '', headers.flat());
  // Registered before httpxy's listener, which ends the response.
  received.once('end', () => {
    if (received.rawTrailers.length > 0) response.addTrailers(headerPairs(received.rawTrailers));
  });
  let hasBody = false;
  received.once('data', () => {
    hasBody = true;
  });
  // Most bodies arrive with their head and are sent with it; the head does not wait for a late body.
  setImmediate(() => {
    if (!hasBody && !response.writableEnded && !response.destroyed) response.flushHeaders();
  });
}

/**
 * Forwards an informational response, such as 103 Early Hints, byte for byte; Node's own writer supports only two of them and rebuilds
 * the headers. An HTTP/1.0 client gets none (RFC 9110 §15.2), nor does a client that is still receiving an earlier response.
 */
export function writeInformational(info: InformationEvent, incoming: IncomingMessage, response: ServerResponse): void {
  const { statusCode, statusMessage, rawHeaders } = info;
  // 100 Continue is forwarded separately, and only if the client expects it.
  if (statusCode === 100 || incoming.httpVersion !== '1.1') return;
  // A response has a socket only when it is its turn; earlier responses are then complete.
  if (response.headersSent || response.socket === null || response.socket.destroyed) return;
  const lines = endToEnd(rawHeaders, false).map(([name, value]) => `${name}: ${value}\r\n`);
  response.socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}
