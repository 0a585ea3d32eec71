import type { Credential } from './credential.js';
import type { HeaderList } from './exchange.js';
import type { Redactor } from './redactor.js';

/** Headers and parameters that hold a credential and nothing else. */
const CREDENTIAL =
  /^(?:proxy-authorization|(?:x-)?(?:api[-_]?key|auth[-_]?token)|(?:x-)?(?:access|id|refresh)[-_]?token)$/i;

/** Those that may hold one, going by their names. */
const SUSPECT = /token|secret|session|passw|signature|csrf|xsrf|api-?key|^(?:key|auth|sig)$/i;

/** Tells whether a header or parameter holds a credential, or may hold one, going by its name. */
export function mayHoldSecret(name: string): boolean {
  return CREDENTIAL.test(name) || SUSPECT.test(name);
}

/** Stands for a value that need not be searched for elsewhere. */
const REMOVED = 'removed';

export interface HiddenRequest {
  readonly url: string;
  readonly headers: HeaderList;
  readonly credential: Credential;
}

/** Registers every secret that a request shows in its URL or headers, and answers them without these. */
export function hideInRequest(url: string, headers: HeaderList, redactor: Redactor): HiddenRequest {
  const values = headers.flatMap(([name, value]) => (name.toLowerCase() === 'authorization' ? [value] : []));
  const credentials = values.map((value) => readAuthorization(value, redactor));
  const [credential = UNKNOWN] = credentials;
  return {
    url: hideInUrl(url, redactor),
    headers: hideInHeaders(headers, redactor),
    credential: values.every((value) => value === values[0]) ? credential : UNKNOWN,
  };
}

/** Registers every secret that headers show, and answers them without these. */
export function hideInHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [name, hideInHeader(name.toLowerCase(), value, redactor)]);
}

function hideInHeader(name: string, value: string, redactor: Redactor): string {
  if (name === 'authorization') return hideAuthorization(value, redactor);
  if (name === 'cookie')
    return value
      .split(/; */)
      .map((pair) => hideInPair(pair, redactor))
      .join('; ');
  // Chrome joins several with a line break.
  if (name === 'set-cookie')
    return value
      .split('\n')
      .map((one) => hideInSetCookie(one, redactor))
      .join('\n');
  if (/^(?:(?:content-)?location|referer)$/.test(name)) return hideInQuery(value, redactor);
  return hideNamed(name, value, redactor);
}

/** A browser's recording may have been stripped of its credentials, so that a request without any tells nothing. */
const UNKNOWN: Credential = { kind: 'unknown' };

function readAuthorization(value: string, redactor: Redactor): Credential {
  const { scheme, rest } = partsOf(value);
  if (scheme.toLowerCase() !== 'bearer' || rest === '') return UNKNOWN;
  return { kind: 'bearer', name: redactor.nameOf(rest), standing: 'unknown' };
}

function hideAuthorization(value: string, redactor: Redactor): string {
  const { scheme, rest } = partsOf(value);
  if (rest === '') return redactor.nameOf(scheme, 'secret');
  if (scheme.toLowerCase() === 'bearer') return `${scheme} ${redactor.nameOf(rest)}`;
  if (scheme.toLowerCase() === 'basic') registerPassword(rest, redactor);
  return `${scheme} ${redactor.nameOf(rest, 'secret')}`;
}

function partsOf(authorization: string): { scheme: string; rest: string } {
  const [, scheme = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  return { scheme, rest };
}

/** A password shows without its user's name too. */
function registerPassword(basic: string, redactor: Redactor): void {
  try {
    const [user = '', ...password] = atob(basic).split(':');
    for (const secret of [password.join(':'), user].filter(isTelling)) redactor.nameOf(secret, 'secret');
  } catch {
    // It is no base64: the whole of it is registered.
  }
}

function hideInSetCookie(cookie: string, redactor: Redactor): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [hideInPair(pair, redactor), ...attributes].join(';');
}

function hideInPair(pair: string, redactor: Redactor): string {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) return hide(pair, redactor);
  return `${name}=${hide(value.join('='), redactor)}`;
}

/** The user's name and password are dropped: a pseudonym in their place would end the host. */
function hideInUrl(url: string, redactor: Redactor): string {
  const { password } = new URL(url);
  if (password !== '') redactor.nameOf(decode(password), 'secret');
  const [withoutFragment = ''] = url.split('#', 1);
  return hideInQuery(withoutFragment.replace(/^(https?:\/\/)[^/?]*@/i, '$1'), redactor);
}

/** Of a URL, whole or relative. */
function hideInQuery(url: string, redactor: Redactor): string {
  const [address = '', ...query] = url.split('?');
  if (query.length === 0) return address;
  const parameters = query.join('?').split('&');
  return `${address}?${parameters.map((parameter) => hideInParameter(parameter, redactor)).join('&')}`;
}

function hideInParameter(parameter: string, redactor: Redactor): string {
  const [name = '', ...value] = parameter.split('=');
  if (value.length === 0) return parameter;
  return `${name}=${hideNamed(decode(name), value.join('='), redactor, decode)}`;
}

function hideNamed(name: string, value: string, redactor: Redactor, meant = (text: string) => text): string {
  if (value === '') return value;
  if (CREDENTIAL.test(name)) return redactor.nameOf(meant(value), 'secret');
  return SUSPECT.test(name) ? hide(meant(value), redactor) : value;
}

/**
 * What a cookie holds is a secret only if it could be one: taking `available`, `1` or `dark` out of every body
 * would make a good answer look broken.
 */
function hide(value: string, redactor: Redactor): string {
  return isTelling(value) ? redactor.nameOf(value, 'secret') : REMOVED;
}

/** Tells whether a text is so peculiar that it is a secret wherever it stands. */
export function isTelling(value: string): boolean {
  return value.length >= 20 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
