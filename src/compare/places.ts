import type { Place, Profile } from '../profile/profile.js';
import { operationIds } from '../spec/operations.js';

const order: readonly string[] = [...operationIds, 'other'];

/** Answers the places that either side saw, in the order of the document. */
export function placesOf(left: Profile, right: Profile): Place[] {
  const all = [...new Set([...Object.keys(left.answers), ...Object.keys(right.answers)])] as Place[];
  const rank = (place: Place) => order.indexOf(operationAt(place)) * 1_000 + statusAt(place);
  return all.sort((one, other) => rank(one) - rank(other));
}

export function operationAt(place: Place): string {
  return place.split(' ', 1)[0] ?? '';
}

export function statusAt(place: Place): number {
  return Number(place.split(' ')[1]);
}
