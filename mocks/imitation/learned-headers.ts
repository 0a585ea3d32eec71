import type { LearnedHeader, Place, Profile } from '../../src/profile/profile.js';
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

/** Answers what headers to add to the answers of any place: what was seen there, else what all places have in common. */
export function createHeaderLookup({ answers }: Pick<Profile, 'answers'>): (place: Place) => PlaceHeaders {
  const common = commonHeaders(answers);
  return (place) => {
    const all = answers[place]?.headers ?? common;
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

function commonHeaders(answers: Profile['answers']): LearnedHeader[] {
  const places = Object.values(answers);
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
