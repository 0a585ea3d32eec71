import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '../../exchange/exchange.js';

/** The maximum size of a header section, in either direction. */
export const MOST_HEADER_BYTES = 64 * 1024;

type Header = [name: string, value: string];

/** Headers of a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
];
/** Never dropped, even if Connection names them: they frame and route the message. */
const NEVER_DROPPED = ['content-length', 'host'];
const OF_CHUNKS = ['transfer-encoding', 'trailer'];

/**
 * Returns the headers for the next hop, with their names, order and repetitions. `connection`: all values of that header.
 * `isChunked`: the body is sent in chunks to the next hop, too.
 */
export function endToEnd(raw: readonly string[], connection: string | undefined, isChunked: boolean): Header[] {
  const dropped = new Set([...HOP_BY_HOP, ...(connection?.toLowerCase().split(/\s*,\s*/) ?? [])]);
  for (const name of NEVER_DROPPED) dropped.delete(name);
  for (const name of OF_CHUNKS) isChunked ? dropped.delete(name) : dropped.add(name);
  return headerPairs(raw).filter(([name]) => !dropped.has(name.toLowerCase()));
}

/**
 * Returns the headers of a request for the upstream: same names, order and repetitions, with the upstream's host. An HTTP/1.0 client
 * may send several Host headers, or none. The proxy itself has sent the “100 Continue” that a client may expect.
 */
export function upstreamHead({ rawHeaders, headers }: IncomingMessage, host: string): HeaderList {
  const isHost = ([name]: Header) => name.toLowerCase() === 'host';
  const all = endToEnd(rawHeaders, headers.connection, headers['transfer-encoding'] !== undefined);
  const sent = all.filter(([name]) => name.toLowerCase() !== 'expect');
  const first = sent.findIndex(isHost);
  if (first === -1) return [['Host', host], ...sent];
  return sent
    .map((header): Header => (isHost(header) ? [header[0], host] : header))
    .filter((header, at) => at === first || !isHost(header));
}

/** Returns `rawHeaders` of `node:http`, names and values in turn, as pairs. */
export function headerPairs(flat: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}
