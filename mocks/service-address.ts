import { quote } from '../src/json/quote.js';
import { parseUrl } from '../src/spec/parse-url.js';
import { InputError } from '../src/validation/input-error.js';

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4290/v1';

/** An address under which operations live, taken apart once because every request is held against it. */
export interface ServiceAddress {
  /** The whole address, without a slash at the end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path without a slash at the end: `/v1`, or `''` for the root. */
  readonly path: string;
}

/** Where the service lives: two addresses, often the same one (open question `messages-base-url`). */
export interface ServiceAddresses {
  readonly base: ServiceAddress;
  readonly messages: ServiceAddress;
}

/** Reads an address. Throws an InputError when it is no http(s) URL, or has a user, a query or a fragment. */
export function parseServiceAddress(text: string): ServiceAddress {
  const url = parseUrl(text);
  if (url === undefined || !isPlainHttp(url)) {
    const remedy = text.startsWith('/')
      ? `Try '${DEFAULT_BASE_URL}', or in a page location.origin + '/v1': scheme and host are needed.`
      : `Try '${DEFAULT_BASE_URL}': scheme, host and path, nothing else.`;
    const shown = quote(text.replace(/\/\/[^/]*@/, '//…@'));
    throw new InputError('Opening the fake', `${shown} is no base URL`, remedy);
  }
  const path = url.pathname.replace(/\/$/, '');
  return { url: `${url.origin}${path}`, origin: url.origin, path };
}

function isPlainHttp({ protocol, username, password, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
