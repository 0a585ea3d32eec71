import type { HeaderList } from '../../transcript/exchange.js';
import type { RawHeaders } from './hop-by-hop.js';

/** Answers flat headers as pairs. */
export function rawPairs(flat: RawHeaders): HeaderList & [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}
