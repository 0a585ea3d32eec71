import type { LearnedResponses, Profile } from './profile.js';

type Shown = Pick<Profile, 'responses' | 'source'>;

/**
 * Returns whether a profile contains anything about the service. It does not if only a login page, a wrong address, a rejected key
 * or an outage was observed.
 */
export function showsService(profile: Shown): boolean {
  const places = Object.entries(profile.responses);
  if (whyNoService(profile) !== undefined) return false;
  if (profile.source.stopped === null) return places.length > 0;
  return places.some(([place, { body }]) => /^(?!other ).* 2\d\d$/.test(place) && body.kind === 'json');
}

/** Returns what responded instead of the service; undefined if unknown. */
export function whyNoService(profile: Shown): string | undefined {
  if (failsThroughout(profile) || failsToList(profile)) {
    return `GET /inventory returned no list of pets, and the server failed (${failuresInWords(profile)}). Try again once it works`;
  }
  return respondsAlike(profile)
    ? 'no request failed, and the responses are not those of the service. Check the base URL'
    : undefined;
}

/** A login page or a static server: no request fails, and where a list should be (§4.1) is none, or lists are everywhere. */
function respondsAlike({ responses }: Shown): boolean {
  const list = responses['listInventory 200'];
  const others = Object.entries(responses).filter(([place]) => /^(?!list).* 2\d\d$/.test(place));
  const hasClientError = Object.keys(responses).some((place) => /^\S+ 4\d\d$/.test(place));
  const isWithoutList = list !== undefined && !isList(list);
  return !hasClientError && (isWithoutList || (others.length > 0 && others.every(([, response]) => isList(response))));
}

function isList({ body }: LearnedResponses): boolean {
  return body.kind === 'json' && body.schema.type.includes('array');
}

/** What a gateway returns by itself as well. */
const OF_ANY_GATEWAY = /^(?:401|403|429|5\d\d)$/;

/** Returns whether operations got server errors (5xx), and otherwise only what any gateway returns. */
export function failsThroughout({ responses }: Shown): boolean {
  return isFailing(Object.keys(responses).filter((place) => !place.startsWith('other ')));
}

/** Most requests of a run depend on the list of pets. */
function failsToList({ responses, source }: Shown): boolean {
  return source.kind === 'run' && isFailing(Object.keys(responses).filter((place) => /^listInventory /.test(place)));
}

/** Returns the server errors, such as `503`, or `500 and 503`. */
export function failuresInWords({ responses }: Shown): string {
  const statuses = Object.keys(responses).map(statusOf);
  return [...new Set(statuses.filter((status) => /^5/.test(status)))].sort().join(' and ');
}

function isFailing(places: readonly string[]): boolean {
  const statuses = places.map(statusOf);
  return statuses.some((status) => /^5/.test(status)) && statuses.every((status) => OF_ANY_GATEWAY.test(status));
}

function statusOf(place: string): string {
  return place.slice(place.lastIndexOf(' ') + 1);
}
