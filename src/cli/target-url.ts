import { parseUrl } from '../spec/parse-url.js';
import { InputError } from '../validation/input-error.js';

/** Such as `staging.example.test/v1` or `localhost:4290/v1`, whose host a URL would take for the scheme. */
const LACKS_SCHEME = /^(?:(?:[\w-]+\.)+[\w-]+(?::\d+)?|[\w-]+:\d+)(?:\/|$)/;

/** Reads a URL that a user named; answers it without a slash at its end. Throws an InputError; what might be a password is not repeated. */
export function parseTargetUrl(text: string, source: string): string {
  const refusal = (problem: string) =>
    new InputError(`Reading ${source}`, problem, 'Try https://staging.example.test/v1: scheme, host and path');
  const url = parseUrl(text);
  if (LACKS_SCHEME.test(text)) throw refusal('it begins with neither http:// nor https://');
  if (url === undefined) throw refusal('it is no URL');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) throw refusal(`${protocol}// is neither http nor https`);
  if (username !== '' || password !== '') throw refusal('it holds a user name or password');
  if (search !== '' || hash !== '') throw refusal('it has a query or a fragment');
  return `${origin}${pathname}`.replace(/\/$/, '');
}
