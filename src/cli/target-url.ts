import { parseUrl } from '../spec/parse-url.js';
import { InputError } from '../validation/input-error.js';

/** Such as `staging.example.test/v1` or `127.0.0.1:4290/v1`. */
const LACKS_SCHEME = /^(?:[\w-]+\.)+[\w-]+(?::\d+)?(?:\/|$)/;

/** Reads a URL that a user named; answers it without a slash at its end. Throws an InputError; what might be a password is not repeated. */
export function parseTargetUrl(text: string, source: string): string {
  const refusal = (problem: string) =>
    new InputError(`Reading ${source}`, problem, 'Try https://staging.example.test/v1: scheme, host and path');
  const url = parseUrl(text);
  if (url === undefined)
    throw refusal(LACKS_SCHEME.test(text) ? 'it begins with neither http:// nor https://' : 'it is no URL');
  const { protocol, username, password, search, hash, origin, pathname } = url;
  if (!/^https?:$/.test(protocol)) throw refusal(`${protocol}// is neither http nor https`);
  if (username !== '' || password !== '') throw refusal('it holds a user name or password');
  if (search !== '' || hash !== '') throw refusal('it has a query or a fragment');
  return `${origin}${pathname}`.replace(/\/$/, '');
}
