import { hideAuthorization } from './authorization-secrets.js';
import type { HeaderList } from './exchange.js';
import { hideInReference } from './hide-in-url.js';
import { hideNamed, hidePossible, namingTelling } from './recorded-secrets.js';
import type { Redactor } from './redactor.js';

/** Registers every secret that headers show, and answers them without these. */
export function hideInHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [name, hideInHeader(name.toLowerCase(), value, redactor)]);
}

function hideInHeader(name: string, value: string, redactor: Redactor): string {
  if (/^(?:(?:proxy|x)-)?authorization$/.test(name)) return hideAuthorization(value, redactor);
  // Some programs put more before it, and others call a setting so: `X-Requires-Authorization: optional`.
  if (name.endsWith('-authorization')) return hideAuthorization(value, namingTelling(redactor));
  if (/^(?:(?:content-)?location|referer)$/.test(name)) return hideInReference(value, redactor);
  switch (name) {
    case 'cookie':
      return hideInEach(value.split(/; */), '; ', (pair) => hideInPair(pair, redactor));
    case 'set-cookie':
      // Chrome joins several with a line break.
      return hideInEach(value.split('\n'), '\n', (one) => hideInSetCookie(one, redactor));
    case 'link':
      return value.replace(/<([^<>]*)>/g, (_, url: string) => `<${hideInReference(url, redactor)}>`);
    default:
      return hideNamed(name, value, redactor);
  }
}

function hideInEach(parts: readonly string[], between: string, hide: (part: string) => string): string {
  return parts.map(hide).join(between);
}

function hideInSetCookie(cookie: string, redactor: Redactor): string {
  const [pair = '', ...attributes] = cookie.split(';');
  return [hideInPair(pair, redactor), ...attributes].join(';');
}

function hideInPair(pair: string, redactor: Redactor): string {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) return hidePossible(pair, redactor);
  return `${name}=${hidePossible(value.join('='), redactor)}`;
}
