import { formatHttpDate } from '../json/dates.js';
import type { Behaviour } from './behaviour.js';
import type { Operation } from './service.js';

/** An API key: whatever a header can carry after `Bearer `. RFC 6750 allows less, but keys such as `12|AbCd` are in use. */
export const API_KEY = /^[!-~]+$/;
/** What may be in a key, in words. */
export const API_KEY_FORM = 'visible ASCII characters, without spaces';

/** The syntax of a bearer token (RFC 6750 §2.1). */
export const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Names that services and frameworks give to a header with the number of all items. */
export const TOTAL =
  /^(?:x-)?(?:(?:wp|pagination|page|items?|results?|records?|pets?|inventory)-)?total(?:-(?:count|items|results|records))?$/i;

/** The fake's challenges of a 401 (RFC 6750 §3), for a missing and for a wrong key. */
export const bearerChallenge = {
  missing: 'Bearer realm="petstore"',
  wrong: 'Bearer realm="petstore", error="invalid_token"',
} as const;

/** Returns the headers of a deprecated operation (§9, RFC 9745, RFC 8594). `basePath` is the path of the base URL. */
export function formatDeprecationHeaders(
  successor: Pick<Operation, 'path'> | undefined,
  { deprecatedSince, sunset }: Behaviour['sunset-date'],
  basePath: string,
): Readonly<Partial<Record<'Deprecation' | 'Sunset' | 'Link', string>>> {
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Sunset: formatHttpDate(Date.parse(sunset)),
    ...(successor && { Link: `<${basePath}${successor.path}>; rel="successor-version"` }),
  };
}
