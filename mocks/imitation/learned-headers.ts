import {
  cachingScope,
  isCacheControl,
  isOutsideCachingQuestion,
  type LearnedHeader,
  type LearnedResponses,
  type Place,
  type Profile,
} from '../../src/fidelity/profile/profile.js';
import { rateLimitHeaderNames } from '../../src/spec/rate-limit-headers.js';

/** What the fake itself says, or how it sends it: no learned header takes such a place. `Link` is in use at one operation only. */
const own = new Set([
  ...rateLimitHeaderNames.map((name) => name.toLowerCase()),
  ...['allow', 'cache-control', 'date', 'deprecation', 'location', 'preference-applied', 'retry-after', 'sunset'],
  ...['www-authenticate', 'x-mock-assumed'],
  ...[
    'connection',
    'content-encoding',
    'content-length',
    'keep-alive',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ],
]);

/** The headers of a place, without those that are the fake's to set; `contentType` stands apart. */
export interface PlaceHeaders {
  readonly headers: readonly LearnedHeader[];
  readonly contentType: string | undefined;
}

/** Returns what headers to add to the answers of any place: what was seen there, else what all places have in common. */
export function createHeaderLookup({ responses }: Pick<Profile, 'responses'>): (place: Place) => PlaceHeaders {
  const common = commonHeaders(responses);
  return (place) => {
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
  // Only places with a JSON body can tell the content type of another.
  const withJson = places.filter(({ body }) => body.kind === 'json');
  const names = new Map(places.flatMap(({ headers }) => headers).map((header) => [header.name.toLowerCase(), header]));
  return [...names].flatMap(([name, header]) => {
    const asked = isContentType(header) ? withJson : places;
    const found = asked.map(({ headers }) => headers.find((one) => one.name.toLowerCase() === name));
    return agreed(found) ?? [];
  });
}

/** A header that changes anywhere changes everywhere; one that does not must have the same value in all places. */
function agreed(found: readonly (LearnedHeader | undefined)[]): LearnedHeader | undefined {
  const [first] = found;
  if (first === undefined || found.includes(undefined)) return undefined;
  const changing = found.find((header) => header?.kind !== 'constant');
  if (changing !== undefined) return changing;
  return found.every((header) => header?.value === first.value) ? first : undefined;
}

/** Returns the `Cache-Control` of a place; `none`: its answers have none. Undefined where the open question tells, or nothing does. */
export type LookUpCaching = (place: Place) => LearnedHeader | 'none' | undefined;

/** Where a deployment says of each kind of answer by itself how long it may be kept. A place that was not seen takes after those like it. */
export function createCachingLookup(profile: Pick<Profile, 'questions' | 'responses'>): LookUpCaching {
  if (cachingScope(profile) !== 'by place') return () => undefined;
  const seen = Object.entries(profile.responses).map(([place, responses]) => ({
    place: place as Place,
    told: cachingAt(responses),
  }));
  return (place) => {
    const own = seen.find((one) => one.place === place);
    if (own !== undefined) return own.told;
    if (isOutsideCachingQuestion(place)) return undefined;
    const ofStatus = seen.filter((one) => statusOf(one.place) === statusOf(place));
    const likewise = seen.filter(
      (one) => isError(one.place) === isError(place) && !isOutsideCachingQuestion(one.place),
    );
    return shared(ofStatus) ?? shared(likewise);
  };
}

interface Seen {
  readonly place: Place;
  readonly told: ReturnType<LookUpCaching>;
}

/** A value that was not kept is none to send: what it would say to a cache is not known. */
function cachingAt({ headers, headersAtTimes = [] }: LearnedResponses): Seen['told'] {
  const header = headers.find(isCacheControl);
  if (header !== undefined) return header.isMadeUp ? undefined : header;
  return headersAtTimes.some((name) => isCacheControl({ name })) ? undefined : 'none';
}

/** What several places have in common. */
function shared([first, ...others]: readonly Seen[]): Seen['told'] {
  return first !== undefined && others.every(({ told }) => inWords(told) === inWords(first.told))
    ? first.told
    : undefined;
}

function inWords(told: Seen['told']): string | undefined {
  return typeof told === 'object' ? told.value : told;
}

function statusOf(place: Place): number {
  return Number(place.split(' ')[1]);
}

function isError(place: Place): boolean {
  return statusOf(place) >= 400;
}
