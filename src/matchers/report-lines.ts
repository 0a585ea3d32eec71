import { curlLine } from '../exchange/curl-line.js';
import { type Credential, type Exchange, misplacedKeys } from '../exchange/exchange.js';
import { parseUrl } from '../json/parse-url.js';
import { oneLine } from '../json/quoting.js';
import { isoMoment } from '../json/times.js';
import type { Verdict } from '../judge/judge.js';
import type { Finding } from '../judge/rule.js';
import { type StatementId, statements } from '../service/statements.js';

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
export function statementLine(id: string): string {
  const { section, sentence } = statements[id as StatementId];
  return `§${section} “${sentence}”`;
}

/** Returns a text in one line, truncated, without credentials. */
export function excerpt(text: string, mostCharacters = 120): string {
  const safe = text.replace(/\b(bearer|basic)\s+(?!<)[^\s"]+/gi, '$1 …');
  const characters = [...safe.slice(0, mostCharacters * 2)];
  const shown = characters.slice(0, mostCharacters).join('');
  return oneLine(shown.length < safe.length ? `${shown}…` : shown);
}

/** So many findings of a rule are shown, with so many requests each. */
const MOST_SHOWN = 3;
const MOST_EXCHANGES = 5;

/** Returns the findings of verdicts in lines: each rule with its sentence, and the requests that show it. `hasCurl`: how to repeat them, too. */
export function findingLines(
  verdicts: readonly Verdict[],
  exchanges: readonly Exchange[],
  { hasCurl = false } = {},
): string[] {
  return verdicts.flatMap(({ rule, findings }) => {
    if (findings.length === 0) return [];
    const shown = findings.slice(0, MOST_SHOWN);
    const violated = new Set(shown.map(({ statement }) => statement ?? rule.statements[0]));
    return [
      '',
      `✗ ${rule.id}  ${rule.title}${rule.severity === 'implied' ? ' (implied by the document)' : ''}`,
      ...[...violated].map((id) => `  ${statementLine(id)}`),
      ...shown.flatMap((finding) => linesOf(finding, exchanges, hasCurl)),
      ...(findings.length > shown.length ? [`  … and ${findings.length - shown.length} more`] : []),
    ];
  });
}

function linesOf(finding: Finding, exchanges: readonly Exchange[], hasCurl: boolean): string[] {
  const { problem, expected, received, exchange, related } = finding;
  const involved = exchanges.filter(({ number }) => number === exchange || related.includes(number));
  const repeated = involved.filter(({ number }) => hasCurl && number === exchange);
  return [
    `  - ${oneLine(problem)}`,
    `    expected  ${oneLine(expected)}`,
    `    received  ${excerpt(received)}`,
    ...involved.slice(-MOST_EXCHANGES).map((one) => `    ${isoMoment(one.startedMs)}  ${exchangeLine(one)}`),
    ...repeated.map(({ request }) => `    try       ${curlLine(request)}`),
  ];
}
