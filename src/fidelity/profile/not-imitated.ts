import { mayHoldSecret } from '../../exchange/hide-secrets.js';
import { TOTAL } from '../../service/headers.js';

/** Headers whose values a fake never imitates, in lower case, by the reason. */
const notImitated = {
  'an address, which may be anybody’s': 'content-location location',
  'the quota in the form of earlier drafts': 'ratelimit-limit ratelimit-remaining ratelimit-reset',
  'the fake responds to no conditional or partial request': 'accept-ranges content-range etag last-modified',
  'a cache or another server responded':
    'age alt-svc cache-status x-cache x-cache-hits x-cache-lookup x-served-by x-timer',
  'they contain a secret or a person':
    'authentication-info proxy-authenticate proxy-authentication-info set-cookie set-cookie2',
} as const;

/** Returns why a fake sends such a header never, or with its own values; undefined if it does as the deployment. `name` in lower case. */
export function whyNotImitated(name: string): string | undefined {
  const listed = Object.entries(notImitated).find(([, names]) => names.split(' ').includes(name));
  if (listed !== undefined) return listed[0];
  if (name.startsWith('access-control-')) return 'CORS: the fake lets every page read its responses';
  if (TOTAL.test(name)) return 'it counts the pets, or what there is of them: the fake has others';
  return mayHoldSecret(name) ? 'it may contain a secret' : undefined;
}

export function isNeverImitated(name: string): boolean {
  return whyNotImitated(name) !== undefined;
}

/** Headers that are not learned as such, in lower case, by the reason. */
const leftOut = {
  'the document describes them': 'x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset retry-after',
  'an open question is about them':
    'www-authenticate deprecation sunset link preference-applied ratelimit-policy ratelimit',
  'it depends on the path, and is learned by it': 'allow',
  'they belong to one connection or transfer':
    'connection content-encoding content-length date keep-alive proxy-connection server-timing te trailer ' +
    'transfer-encoding upgrade',
} as const;

const namesLeftOut = new Set(Object.values(leftOut).flatMap((names) => names.split(' ')));

/** Headers that only the fake has. */
const PREFIXES = /^(?:x-mock-|x-petstore-mock-|:)/;

/** Returns whether a header is described elsewhere, or by nothing. `name` in lower case. */
export function isHeaderLeftOut(name: string): boolean {
  return namesLeftOut.has(name) || PREFIXES.test(name);
}
