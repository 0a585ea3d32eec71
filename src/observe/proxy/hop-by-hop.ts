/** Headers flat, names and values in turn, as `node:http` calls them raw. */
export type RawHeaders = readonly string[];

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
 * Answers the headers that go on to the next hop, all as they were written, in their order. `keepsTrailer`: the next hop can be
 * sent trailers, so that their announcement stays.
 */
export function endToEnd(raw: RawHeaders, keepsTrailer: boolean): string[] {
  const named = namedInConnection(raw);
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    const isDropped = HOP_BY_HOP.has(name) || named?.has(name) || (name === 'trailer' && !keepsTrailer);
    if (!isDropped) kept.push(raw[at] as string, raw[at + 1] as string);
  }
  return kept;
}

function namedInConnection(raw: RawHeaders): Set<string> | undefined {
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
