import { InputError } from '../src/validation/input-error.js';

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4290/v1';

/** Reads the address under which the service lives. Throws an InputError when it is no http(s) URL, or has a query or a fragment. */
export function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    const remedy = `Try '${DEFAULT_BASE_URL}': scheme, host and path, no query.`;
    throw new InputError('Opening the fake', `${JSON.stringify(text)} is no base URL`, remedy);
  }
  return url;
}
