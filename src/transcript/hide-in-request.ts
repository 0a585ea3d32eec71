import { readAuthorization, UNKNOWN_CREDENTIAL } from './authorization-secrets.js';
import type { Credential } from './credential.js';
import type { HeaderList } from './exchange.js';
import { hideInHeaders } from './hide-in-headers.js';
import { hideInUrl } from './hide-in-url.js';
import type { Redactor } from './redactor.js';

/** What a request shows without its secrets, and with whose key it came. */
export interface HiddenRequest {
  readonly url: string;
  readonly headers: HeaderList;
  readonly credential: Credential;
}

/** Registers every secret that a request shows in its URL or headers, and answers them without these. */
export function hideInRequest(url: string, headers: HeaderList, redactor: Redactor): HiddenRequest {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []));
  const credentials = values.map((value) => readAuthorization(value, redactor));
  const [credential = UNKNOWN_CREDENTIAL] = credentials;
  return {
    url: hideInUrl(url, redactor),
    headers: hideInHeaders(headers, redactor),
    credential: values.every((value) => value === values[0]) ? credential : UNKNOWN_CREDENTIAL,
  };
}
