import type { IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import { type HeaderList, headerOf } from '../../exchange/exchange.js';

/** Returns the headers of a request for the upstream: same names, order and repetitions, with the upstream's host. */
export function upstreamHead({ rawHeaders, headers }: IncomingMessage, host: string): HeaderList {
  return withOneHost(endToEnd(rawHeaders, headers.connection, headers['transfer-encoding'] !== undefined), host);
}

/** An HTTP/1.0 client may send several Host headers, or none; the upstream gets one. */
function withOneHost(headers: Header[], host: string): Header[] {
  const isHost = ([name]: Header) => name.length === 4 && name.toLowerCase() === 'host';
  const at = headers.findIndex(isHost);
  if (at === -1) return [['Host', host], ...headers];
  const [name] = headers[at] as Header;
  headers[at] = [name, host];
  return headers.filter((header, place) => place <= at || !isHost(header));
}

type Header = [name: string, value: string];

/** Headers of a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
]);

/** Never dropped, even if Connection names them: they frame and route the message. */
const NEVER_DROPPED = new Set(['content-length', 'host']);
const OF_CHUNKS = new Set(['transfer-encoding', 'trailer']);

/**
 * Returns the headers for the next hop, with their names, order and repetitions. `connection`: all values of that header.
 * `isChunked`: the body is sent in chunks to the next hop, too.
 */
export function endToEnd(raw: readonly string[], connection: string | undefined, isChunked: boolean): Header[] {
  const named = connection === undefined ? [] : connection.toLowerCase().split(/\s*,\s*/);
  return headerPairs(raw).filter(([written]) => {
    const name = written.toLowerCase();
    if (OF_CHUNKS.has(name)) return isChunked;
    return NEVER_DROPPED.has(name) || !(HOP_BY_HOP.has(name) || named.includes(name));
  });
}

/** Returns `rawHeaders` of `node:http`, names and values in turn, as pairs. */
export function headerPairs(flat: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}

/** Returns pairs as names and values in turn. */
export function flatHeaders(pairs: HeaderList): string[] {
  const flat: string[] = [];
  for (const [name, value] of pairs) flat.push(name, value);
  return flat;
}

/** The maximum size of a header section, in either direction. */
export const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Forwards an informational response, such as 103 Early Hints, byte for byte; Node's own writer supports only some of them and rebuilds
 * the headers. An HTTP/1.0 client gets none (RFC 9110 §15.2).
 */
export function writeInformational(info: InformationEvent, incoming: IncomingMessage, response: ServerResponse): void {
  const { statusCode, statusMessage, rawHeaders } = info;
  const { socket } = response;
  if (incoming.httpVersion !== '1.1' || response.headersSent || socket === null || socket.destroyed) return;
  const connection = headerOf(headerPairs(rawHeaders), 'connection');
  const lines = endToEnd(rawHeaders, connection, false).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1');
}
