import { formatHttpDate } from '../json/dates.js';
import type { Behaviour } from './behaviour.js';
import { petstore } from './petstore.js';
import type { Operation } from './service.js';

/** The headers of a deprecated operation's responses (§9, RFC 9745, RFC 8594). */
type DeprecationHeaders = Readonly<Partial<Record<'Deprecation' | 'Sunset' | 'Link', string>>>;

/** Returns the standard headers; `Link` names the operation's successor, `basePath` is the path of the base URL. */
export function formatDeprecationHeaders(
  { successor }: Operation,
  { deprecatedSince, sunset }: Behaviour['sunset-date'],
  basePath: string,
): DeprecationHeaders {
  return {
    Deprecation: `@${Math.floor(Date.parse(deprecatedSince) / 1000)}`,
    Sunset: formatHttpDate(Date.parse(sunset)),
    ...(successor && { Link: `<${basePath}${petstore.operations[successor]?.path}>; rel="successor-version"` }),
  };
}
