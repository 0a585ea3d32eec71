import type { Listing, StockEntry } from './listing.js';

/**
 * Answers the pets that could be written to, the one that the seed draws first. Seeds that follow each other draw different
 * pets, so that jobs numbered one by one never meet.
 */
export function petCandidates(listing: Listing, seed: number): StockEntry[] {
  const times = new Map<string, number>();
  for (const { petId } of listing) times.set(petId, (times.get(petId) ?? 0) + 1);
  const pets = listing.filter(({ petId }) => times.get(petId) === 1).sort(byId);
  const first = pets.length === 0 ? 0 : Math.abs(Math.trunc(seed)) % pets.length;
  return [...pets.slice(first), ...pets.slice(0, first)];
}

/** The order of a list may change from answer to answer. */
function byId(one: StockEntry, other: StockEntry): number {
  const [a, b] = [BigInt(one.petId), BigInt(other.petId)];
  return a < b ? -1 : Number(a > b);
}
