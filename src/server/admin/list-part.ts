import { InputError } from '../../spec/validation/input-error.js';

/** A part of a long list: how many items (default 100), and after which id. */
export interface ListPart {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}

const USUAL_LIMIT = 100;

/**
 * Returns a part of a list that is ordered by the numbers in its ids (`7`, `key#7`, `w7`). It continues after `after` even if
 * that item no longer exists. Throws an InputError for an `after` without a number.
 */
export function cutPart<Item>(
  items: readonly Item[],
  { limit = USUAL_LIMIT, after }: ListPart,
  idOf: (item: Item) => string,
): { items: Item[]; total: number; next: string | null } {
  const position = after === undefined ? undefined : positionOf(after);
  const following = position === undefined ? 0 : items.findIndex((item) => positionOf(idOf(item)) > position);
  const start = following === -1 ? items.length : following;
  const part = items.slice(start, start + limit);
  const last = part.at(-1);
  const isEnd = last === undefined || start + part.length >= items.length;
  return { items: part, total: items.length, next: isEnd ? null : idOf(last) };
}

/** The shared world has no number and comes before all others. */
function positionOf(id: string): bigint {
  const [digits] = /-?\d+$/.exec(id) ?? [];
  if (digits !== undefined) return BigInt(digits);
  if (id === 'shared') return 0n;
  throw new InputError('Reading a list', 'after is not an id', 'Pass the next of the previous part as after.');
}
