import { quote } from '../../src/json/quote.js';
import type { Listing } from './listing.js';

export interface Watched {
  /** The pet that was written to. */
  readonly petId: string | undefined;
  /** An id that was not listed and was written to. */
  readonly unlistedId: string;
  /** Nobody else writes to the store: then every pet counts. */
  readonly isExclusive: boolean;
}

/** Says what a run changed that cannot be put back: a pet that appeared or vanished, a status that is another. */
export function stockChanges(before: Listing, after: Listing, { petId, unlistedId, isExclusive }: Watched): string[] {
  const old = new Map(before.map((entry) => [entry.petId, entry]));
  const now = new Map(after.map((entry) => [entry.petId, entry]));
  const concerns = (id: string) => isExclusive || id === petId || id === unlistedId;
  const appeared = after.filter((entry) => !old.has(entry.petId) && concerns(entry.petId));
  const lasting = before.filter((entry) => concerns(entry.petId));
  return [
    ...appeared.map((entry) => `pet ${entry.petId} was not there before`),
    ...lasting.flatMap((entry) => {
      const found = now.get(entry.petId);
      if (found === undefined) return [`pet ${entry.petId} is no longer there`];
      return found.status === entry.status
        ? []
        : [`the status of pet ${entry.petId} was ${quote(entry.status)} and is ${quote(found.status)}`];
    }),
  ].slice(0, MOST_TOLD);
}

const MOST_TOLD = 5;
