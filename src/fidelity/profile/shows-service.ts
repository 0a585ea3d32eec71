import { petstore } from '../../service/petstore.js';
import type { Service } from '../../service/service.js';
import { listOperation, mayReturnList } from './documented-bodies.js';
import { type LearnedResponses, operationAt, type Place, type Profile, statusAt } from './profile.js';

type Shown = Pick<Profile, 'responses' | 'source'>;

/** Returns whether a profile shows the service, and not only a login page, a rejected key or an outage. */
export function showsService(profile: Shown, service: Service = petstore): boolean {
  const places = Object.entries(profile.responses);
  if (whyNoService(profile, service) !== undefined) return false;
  if (profile.source.stopped === null) return places.length > 0;
  return places.some(([place, { body }]) => /^(?!other ).* 2\d\d$/.test(place) && body.kind === 'json');
}

/** Returns what responded instead of the service; undefined if unknown. */
export function whyNoService(profile: Shown, service: Service = petstore): string | undefined {
  const list = listOperation(service);
  // Most requests of a run depend on the list.
  const ofList = profile.source.kind === 'run' ? placesIn(profile, (id) => id === list?.id) : [];
  if (failsThroughout(profile) || isFailing(ofList)) {
    const missing = list === undefined ? '' : `${list.method} ${list.path} returned no list, and `;
    return `${missing}the server failed (${failuresInWords(profile)}). Try again once it works`;
  }
  return respondsAlike(profile, service)
    ? 'no request failed, and the responses are not those of the service. Check the base URL'
    : undefined;
}

/** A login page or a static server: no request fails, and where a list should be (§4.1) is none, or lists are everywhere. */
function respondsAlike({ responses }: Shown, service: Service): boolean {
  const list = responses[`${listOperation(service)?.id} 200`];
  const places = Object.entries(responses) as [Place, LearnedResponses][];
  const ofClass = (digit: number) => places.filter(([place]) => Math.floor(statusAt(place) / 100) === digit);
  const others = ofClass(2).filter(([place]) => !mayReturnList(service, operationAt(place)));
  const isWithoutList = list !== undefined && !isList(list);
  const areLists = others.length > 0 && others.every(([, response]) => isList(response));
  return ofClass(4).length === 0 && (isWithoutList || areLists);
}

function isList({ body }: LearnedResponses): boolean {
  return body.kind === 'json' && body.schema.type.includes('array');
}

/** Returns whether operations got server errors (5xx), and otherwise only what any gateway returns. */
export function failsThroughout(profile: Shown): boolean {
  return isFailing(placesIn(profile, (id) => id !== 'other'));
}

function placesIn({ responses }: Shown, isMeant = (_operation: string) => true): Place[] {
  return (Object.keys(responses) as Place[]).filter((place) => isMeant(operationAt(place)));
}

export function failuresInWords(profile: Shown): string {
  const failures = placesIn(profile)
    .map(statusAt)
    .filter((status) => status >= 500);
  return [...new Set(failures)].sort().join(' and ');
}

/** What a gateway returns by itself as well. */
const OF_ANY_GATEWAY = [401, 403, 429];

function isFailing(places: readonly Place[]): boolean {
  const statuses = places.map(statusAt);
  return (
    statuses.some((status) => status >= 500) &&
    statuses.every((status) => status >= 500 || OF_ANY_GATEWAY.includes(status))
  );
}
