import { parseUrl } from '../spec/parse-url.js';
import type { HeaderList } from './exchange.js';
import type { Redactor } from './redactor.js';

/** Takes secrets out of names and values. */
export function redactHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [redactor.redact(name), redactor.redact(value)]);
}

/** Whoever has a secret for a port has a URL that is none any more once it is redacted. */
export function redactUrl(url: string, redactor: Redactor): string {
  const redacted = redactor.redact(url);
  return parseUrl(redacted) !== undefined ? redacted : 'https://removed.invalid/';
}
