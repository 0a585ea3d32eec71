import type { Entry } from './entry.js';
import type { LinePage, LinePart } from './journal-line.js';

const USUAL_LIMIT = 100;

/**
 * Cuts a part out of the entries that fit, which are given oldest first. It goes on behind a number and not behind a place:
 * so no part has an entry twice or leaves one out, however many come in meanwhile.
 */
export function cutPage(
  fitting: readonly Entry[],
  { order = 'newest', limit = USUAL_LIMIT, after }: LinePart = {},
): Omit<LinePage, 'lines'> & { readonly entries: readonly Entry[] } {
  const isLeft = ({ number }: Entry) => after === undefined || (order === 'newest' ? number < after : number > after);
  const left = fitting.filter(isLeft);
  const entries = order === 'newest' ? left.slice(Math.max(0, left.length - limit)).reverse() : left.slice(0, limit);
  const isEnd = entries.length === left.length;
  return { entries, total: fitting.length, next: isEnd ? undefined : entries.at(-1)?.number };
}
