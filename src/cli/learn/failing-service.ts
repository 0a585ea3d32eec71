import type { Profile } from '../../profile/profile.js';

type Shown = Pick<Profile, 'answers' | 'source'>;

/** What a gateway answers by itself as well, whoever stands behind it. */
const OF_ANY_GATEWAY = /^(?:401|403|429|5\d\d)$/;

/** Tells whether operations were answered with failures of the server (5xx), and none otherwise but by what any gateway says. */
export function failsThroughout({ answers }: Shown): boolean {
  return isFailing(Object.keys(answers).filter((place) => !place.startsWith('other ')));
}

/** Tells whether a run never got the list of pets, for failures of the server: most of what it asks hangs on that list. */
export function failsToList({ answers, source }: Shown): boolean {
  return source.kind === 'run' && isFailing(Object.keys(answers).filter((place) => /^listInventory /.test(place)));
}

/** Says what came instead, such as `503`, or `500 and 503`. */
export function failuresInWords({ answers }: Shown): string {
  const statuses = Object.keys(answers).map(statusOf);
  return [...new Set(statuses.filter((status) => /^5/.test(status)))].sort().join(' and ');
}

function isFailing(places: readonly string[]): boolean {
  const statuses = places.map(statusOf);
  return statuses.some((status) => /^5/.test(status)) && statuses.every((status) => OF_ANY_GATEWAY.test(status));
}

function statusOf(place: string): string {
  return place.slice(place.lastIndexOf(' ') + 1);
}
