import {
  cachingScope,
  isCacheControl,
  isOutsideCachingQuestion,
  type LearnedHeader,
  type LearnedResponses,
  type Place,
  type Profile,
} from '../../src/fidelity/profile/profile.js';
import { rateLimitFieldNames, rateLimitHeaderNames } from '../../src/spec/rate-limit-headers.js';

/** Headers that the fake sets itself: a learned header never replaces them. `Link` is set for one operation only. */
const own = new Set([
  ...[...rateLimitHeaderNames, ...rateLimitFieldNames].map((name) => name.toLowerCase()),
  ...['allow', 'cache-control', 'date', 'deprecation', 'location', 'preference-applied', 'retry-after', 'sunset'],
  ...['www-authenticate', 'x-mock-assumed', 'connection', 'content-encoding', 'content-length', 'keep-alive'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]);

/**
 * Returns the headers to add to the responses of a place, except those that the fake sets itself, and its content type: those
 * that were seen there, else those that all places share.
 */
export function createHeaderLookup({ responses }: Pick<Profile, 'responses'>) {
  const common = commonHeaders(responses);
  return (place: Place) => {
    const all = responses[place]?.headers ?? common;
    const contentType = all.find(isContentType);
    const headers = all.filter((header) => !isContentType(header) && !isOwn(header, place));
    return { headers, contentType: contentType?.kind === 'constant' ? contentType.value : undefined };
  };
}

function isOwn({ name }: LearnedHeader, place: Place): boolean {
  const key = name.toLowerCase();
  return own.has(key) || key.startsWith('access-control-') || (key === 'link' && place.startsWith('getPet '));
}

function isContentType({ name }: LearnedHeader): boolean {
  return name.toLowerCase() === 'content-type';
}

function commonHeaders(responses: Profile['responses']): LearnedHeader[] {
  const places = Object.values(responses);
  // Only places with a JSON body are evidence for the content type of another.
  const withJson = places.filter(({ body }) => body.kind === 'json');
  const names = new Map(places.flatMap(({ headers }) => headers).map((header) => [header.name.toLowerCase(), header]));
  return [...names].flatMap(([name, header]) => {
    const relevant = isContentType(header) ? withJson : places;
    const found = relevant.map(({ headers }) => headers.find((one) => one.name.toLowerCase() === name));
    return agreed(found) ?? [];
  });
}

/** A header that changes in one place changes in all; a constant one must have the same value in all places. */
function agreed(found: readonly (LearnedHeader | undefined)[]): LearnedHeader | undefined {
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  const changing = found.find((header) => header?.kind !== 'constant');
  if (changing !== undefined) return changing;
  return found.every((header) => header?.value === first.value) ? first : undefined;
}

/** Returns the `Cache-Control` of a place; `none`: no such header. Undefined: unknown, or the choice of the open question. */
export type LookUpCaching = (place: Place) => LearnedHeader | 'none' | undefined;

/** Looks up caching where a deployment sets it for each kind of response. A place that was not seen is like similar ones. */
export function createCachingLookup(profile: Pick<Profile, 'questions' | 'responses'>): LookUpCaching {
  if (cachingScope(profile) !== 'by place') return () => undefined;
  const seen = Object.entries(profile.responses).map(
    ([place, responses]) => [place as Place, cachingAt(responses)] as const,
  );
  return (place) => {
    const own = seen.find(([one]) => one === place);
    if (own !== undefined) return own[1];
    if (isOutsideCachingQuestion(place)) return undefined;
    const alike = seen.filter(([one]) => isError(one) === isError(place) && !isOutsideCachingQuestion(one));
    const ofStatus = alike.filter(([one]) => statusOf(one) === statusOf(place));
    return shared(ofStatus) ?? shared(alike);
  };
}

type Caching = ReturnType<LookUpCaching>;

/** A made-up value is not sent: its meaning for a cache is unknown. */
function cachingAt({ headers, headersAtTimes = [] }: LearnedResponses): Caching {
  const header = headers.find(isCacheControl);
  if (header !== undefined) return header.isMadeUp ? undefined : header;
  return headersAtTimes.some((name) => isCacheControl({ name })) ? undefined : 'none';
}

function shared([first, ...others]: readonly (readonly [place: Place, caching: Caching])[]): Caching {
  const textOf = (caching: Caching) => (typeof caching === 'object' ? caching.value : caching);
  return others.every(([, caching]) => textOf(caching) === textOf(first?.[1])) ? first?.[1] : undefined;
}

function statusOf(place: Place): number {
  return Number(place.split(' ')[1]);
}

function isError(place: Place): boolean {
  return statusOf(place) >= 400;
}
