import type { HeaderList } from '../../exchange/exchange.js';

/** What `node:http` tells of a request that came in. */
interface IncomingHead {
  readonly method?: string | undefined;
  readonly rawHeaders: FlatHeaders;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Node would send these chunked where nothing says how long they are. */
const EXPECTED_TO_BRING_A_BODY = /^(?!(?:GET|HEAD|DELETE|OPTIONS|TRACE)$)/;

/**
 * Returns the headers of a request as the upstream gets them: as they were written, in their order, for its host. How the body
 * is framed stays as it was; a POST, PUT or PATCH that brings none says `Content-Length: 0`.
 */
export function upstreamHead({ method = '', rawHeaders, headers }: IncomingHead, host: string): string[] {
  const coding = headers['transfer-encoding'];
  const kept = withOneHost(endToEnd(rawHeaders, coding !== undefined), host);
  if (coding !== undefined) kept.push('Transfer-Encoding', String(coding));
  else if (headers['content-length'] === undefined && EXPECTED_TO_BRING_A_BODY.test(method)) {
    kept.push('Content-Length', '0');
  }
  return kept;
}

/** HTTP/1.0 lets a client name several hosts, or none; the upstream gets one. */
function withOneHost(headers: FlatHeaders, host: string): string[] {
  const named: string[] = [];
  let isNamed = false;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] as string;
    const isHost = name.toLowerCase() === 'host';
    if (isHost && isNamed) continue;
    isNamed ||= isHost;
    named.push(name, isHost ? host : (headers[at + 1] as string));
  }
  return isNamed ? named : ['Host', host, ...named];
}

/** Headers flat, names and values in turn, as `node:http` calls them raw. */
export type FlatHeaders = readonly string[];

/** They concern one connection alone (RFC 9110 §7.6.1). */
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

/** They say where a message ends and whom it is for: no sender may have them taken out by naming them in Connection. */
const NEVER_NAMED = new Set(['content-length', 'host']);

/**
 * Returns the headers that go on to the next hop, all as they were written, in their order. `keepsTrailer`: the next hop can be
 * sent trailers, so that their announcement stays.
 */
export function endToEnd(raw: FlatHeaders, keepsTrailer: boolean): string[] {
  const named = namedInConnection(raw);
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const isDropped = HOP_BY_HOP.has(name) || named?.has(name) || (name === 'trailer' && !keepsTrailer);
    if (!isDropped) kept.push(raw[at] as string, raw[at + 1] as string);
  }
  return kept;
}

function namedInConnection(raw: FlatHeaders): Set<string> | undefined {
  let named: Set<string> | undefined;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if ((raw[at] as string).toLowerCase() !== 'connection') continue;
    for (const option of (raw[at + 1] as string).split(',')) {
      const name = option.trim().toLowerCase();
      // What most connections say, and what is dropped anyway.
      if (name === '' || name === 'close' || HOP_BY_HOP.has(name) || NEVER_NAMED.has(name)) continue;
      named ??= new Set();
      named.add(name);
    }
  }
  return named;
}

/** Answers flat headers as pairs. */
export function headerPairs(flat: FlatHeaders): HeaderList & [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}

/** Of a header section, in either direction. */
export const MOST_HEADER_BYTES = 64 * 1024;

/**
 * Creates what httpxy fills in before it hands it to `http.request`. Its own headers are a record, in which names lose their case,
 * their order and their repetitions, and its path may be joined anew: these two stay as they are given here.
 */
export function requestOptions(headers: readonly string[], target: string): object {
  return Object.defineProperties(
    { maxHeaderSize: MOST_HEADER_BYTES },
    { headers: fixed(headers), path: fixed(target) },
  );
}

function fixed(value: unknown): PropertyDescriptor {
  return { enumerable: true, get: () => value, set: () => {} };
}
