import { InputError } from '../../spec/validation/input-error.js';
import type { AdminCall } from './admin-route.js';

/** Returns which part of a list a call asks for. */
export function listPart({ query: { limit, after } }: AdminCall): ListPart {
  return { limit: asNumber(limit), after: asText(after) };
}

export function asNumber(value: string | number | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

export function asText(value: string | number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

/** Which part of a list that may be long is asked for: how many (default 100), and behind which id. */
export interface ListPart {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

const USUAL_LIMIT = 100;

/**
 * Cuts a part out of a list that is in the order of the numbers in its ids (`7`, `key#7`, `w7`). It goes on behind
 * `after` even where that one is gone by now. Throws an InputError for an `after` without a number.
 */
export function cutPart<Item>(
  items: readonly Item[],
  { limit = USUAL_LIMIT, after }: ListPart,
  idOf: (item: Item) => string,
): { items: Item[]; total: number; next: string | null } {
  const start = after === undefined ? 0 : countUpTo(items, positionOf(after), (item) => positionOf(idOf(item)));
  const part = items.slice(start, start + limit);
  const last = part.at(-1);
  const isEnd = last === undefined || start + part.length >= items.length;
  return { items: part, total: items.length, next: isEnd ? null : idOf(last) };
}

/** The shared world has no number, and stands before all others. */
function positionOf(id: string): bigint {
  const [digits] = /-?\d+$/.exec(id) ?? [];
  if (digits !== undefined) return BigInt(digits);
  if (id === 'shared') return 0n;
  throw new InputError(
    'Reading on in a list',
    'there is no such place',
    'Give as after what the part before told as next.',
  );
}

/** Halves the list again and again: it may hold a million pets. */
function countUpTo<Item>(items: readonly Item[], place: bigint, placeIn: (item: Item) => bigint): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeIn(items[middle] as Item) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
