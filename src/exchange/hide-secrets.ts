import type { Credential, HeaderList } from './exchange.js';
import { isDistinctive, type Redactor } from './redactor.js';
import { decodePercent } from './secret-forms.js';

export type SecretNames = Pick<Redactor, 'nameOf'>;

/** A request without its secrets, and the credential that it shows. */
export interface HiddenRequest {
  readonly url: string;
  readonly headers: HeaderList;
  readonly credential: Credential;
}

/** Registers every secret in the URL and headers of a request, and returns them without these. */
export function hideInRequest(url: string, headers: HeaderList, redactor: SecretNames): HiddenRequest {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []));
  const credentials = values.map((value) => readAuthorization(value, redactor));
  const [credential = UNKNOWN_CREDENTIAL] = credentials;
  return {
    // The fragment is never sent.
    url: hideInReference(url.replace(/#.*/s, ''), redactor),
    headers: hideInHeaders(headers, redactor),
    credential: values.every((value) => value === values[0]) ? credential : UNKNOWN_CREDENTIAL,
  };
}

export function hideInHeaders(headers: HeaderList, redactor: SecretNames): HeaderList {
  return headers.map(([name, value]) => [name, hideInHeader(name.toLowerCase(), value, redactor)]);
}

function hideInHeader(name: string, value: string, redactor: SecretNames): string {
  if (/^(?:(?:proxy|x)-)?authorization$/.test(name)) return hideAuthorization(value, redactor);
  const distinctiveOnly: SecretNames = {
    nameOf: (secret, kind) => (isDistinctive(secret) ? redactor.nameOf(secret, kind) : REMOVED),
  };
  // Some names have a prefix, and some are settings: `X-Requires-Authorization: optional`.
  if (name.endsWith('-authorization')) return hideAuthorization(value, distinctiveOnly);
  if (/^(?:(?:content-)?location|referer)$/.test(name)) return hideInReference(value, redactor);
  switch (name) {
    case 'cookie':
      return value.replace(/[^; ][^;]*/g, (pair) => hideInPair(pair, redactor));
    case 'set-cookie':
      // Chrome joins several values with a line break.
      return value.replace(/^[^;\n]*/gm, (pair) => hideInPair(pair, redactor));
    case 'link':
      return value.replace(/<([^<>]*)>/g, (_, url: string) => `<${hideInReference(url, redactor)}>`);
    default:
      return hideNamed(name, value, redactor);
  }
}

function hideInPair(pair: string, redactor: SecretNames): string {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) return hidePossible(pair, redactor);
  return `${name}=${hidePossible(value.join('='), redactor)}`;
}

/** Registers every secret in a URL, and returns it without these. User name and password are dropped: a pseudonym would end the host. */
function hideInReference(url: string, redactor: SecretNames): string {
  const [, start = '', user = '', rest = ''] = /^(?:((?:https?:)?\/\/)(?:([^/?#]*)@)?)?(.*)$/is.exec(url) ?? [];
  const password = user.slice(`${user}:`.indexOf(':') + 1);
  if (password !== '') redactor.nameOf(decodePercent(password), 'secret');
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(rest) ?? [];
  return start + address + hideInParameters(query, redactor) + hideInParameters(fragment, redactor);
}

/** `parameters` begin with `?` or `#`. */
function hideInParameters(parameters: string, redactor: SecretNames): string {
  return parameters.replace(/([?#&])([^=&]*)=([^&]*)/g, (_, sign: string, name: string, value: string) => {
    return `${sign}${name}=${hideNamed(decodePercent(name), value, redactor, decodePercent)}`;
  });
}

/** A recording may have been stripped of its credentials, so a request without any proves nothing. */
const UNKNOWN_CREDENTIAL: Credential = { kind: 'unknown' };

function readAuthorization(value: string, redactor: SecretNames): Credential {
  const { scheme, rest } = partsOf(value);
  if (scheme.toLowerCase() !== 'bearer' || rest === '') return UNKNOWN_CREDENTIAL;
  return { kind: 'bearer', name: redactor.nameOf(rest), standing: 'unknown' };
}

function hideAuthorization(value: string, redactor: SecretNames): string {
  const { scheme, rest } = partsOf(value);
  // Neither an empty header nor the scheme alone shows a key.
  if (rest === '' && /^(?:bearer)?$/i.test(scheme)) return scheme;
  if (rest === '') return redactor.nameOf(scheme, 'secret');
  if (scheme.toLowerCase() === 'bearer') return `${scheme} ${redactor.nameOf(rest)}`;
  if (scheme.toLowerCase() === 'basic') registerPassword(rest, redactor);
  return `${scheme} ${redactor.nameOf(rest, 'secret')}`;
}

function partsOf(authorization: string): { scheme: string; rest: string } {
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  return { scheme, rest };
}

/** A password is also a secret without its user name. */
function registerPassword(basic: string, redactor: SecretNames): void {
  try {
    const [user = '', ...password] = atob(basic).split(':');
    for (const secret of [password.join(':'), user].filter(isDistinctive)) redactor.nameOf(secret, 'secret');
  } catch {
    // Not base64: the caller registers the whole value.
  }
}

const CREDENTIAL =
  /^(?:(?:(?:proxy|x)-)?authorization|(?:x-)?(?:api[-_]?key|auth[-_]?(?:key|token))|(?:x-)?(?:access|id|refresh)[-_]?token)$/i;

const SUSPECT =
  /token|secret|session|passw|signature|csrf|xsrf|jwt|(?:credential|authorization)$|(?:api|auth|access)[-_]?key|^(?:x-)?(?:key|auth|sig)$/i;

/** Returns whether a header or parameter may hold a credential, judging by its name. */
export function mayHoldSecret(name: string): boolean {
  return CREDENTIAL.test(name) || SUSPECT.test(name);
}

const REMOVED = 'removed';

function hideNamed(
  name: string,
  value: string,
  redactor: SecretNames,
  meant: (written: string) => string = (written) => written,
): string {
  if (value === '') return value;
  if (CREDENTIAL.test(name)) return redactor.nameOf(meant(value), 'secret');
  return SUSPECT.test(name) ? hidePossible(meant(value), redactor) : value;
}

/** A cookie is a secret only if it looks like one: removing `available` or `1` from every body would make valid responses look invalid. */
function hidePossible(value: string, redactor: SecretNames): string {
  return isDistinctive(value) ? redactor.nameOf(value, 'secret') : REMOVED;
}
