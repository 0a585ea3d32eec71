import { type Credential, type Exchange, misplacedKeys } from '../exchange/exchange.js';
import { parseUrl } from '../spec/parse-url.js';
import { oneLine } from '../spec/quoting.js';
import { type StatementId, statements } from '../spec/statements.js';

/** Writes an exchange in one line: `#4 PATCH /v1/inventory/1 → 200  key#1`. */
export function exchangeLine({ number, request, response }: Exchange): string {
  const status = response === undefined ? 'no response' : String(response.status);
  return `#${number} ${request.method} ${excerpt(pathOf(request.url))} → ${status}  ${keyInWords(request.credential)}`;
}

function pathOf(url: string): string {
  const parsed = parseUrl(url);
  // The # of a pseudonym begins no fragment: a recorded URL has none.
  return parsed === undefined ? url : parsed.pathname + parsed.search + parsed.hash;
}

function keyInWords(credential: Credential): string {
  switch (credential.kind) {
    case 'none':
      return 'no key';
    case 'bearer':
      return credential.name;
    case 'misplaced':
      return `${credential.name} (${misplacedKeys[credential.where]})`;
    case 'unknown':
      return 'key unknown';
  }
}

/** Returns a sentence of the document with its section: `§8.1 “Every API response …”`. */
export function statementLine(id: StatementId): string {
  const { section, sentence } = statements[id];
  return `§${section} “${sentence}”`;
}

/** Returns a text in one line, truncated, without credentials. */
export function excerpt(text: string, mostCharacters = 120): string {
  const safe = text.replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 …');
  const characters = [...safe.slice(0, mostCharacters * 2)];
  const shown = characters.slice(0, mostCharacters).join('');
  return oneLine(shown.length < safe.length ? `${shown}…` : shown);
}
