import { parseHttpDate } from '../../spec/http-date.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { agreed, headerInWords, ordinary, type Seen, seen, unseen } from './seen.js';

const LAST_MS = Date.UTC(9999, 11, 31);

export function deprecationHeaders(evidence: Evidence): Seen {
  const choiceOf = (reading: Reading) =>
    ['deprecation', 'sunset'].some((name) => reading.header(name) !== undefined) ? 'standard' : 'none';
  return agreed(lookups(evidence), choiceOf, 'the lookup of a pet', inWords);
}

export function sunsetDate(evidence: Evidence): Seen {
  const [reading] = lookups(evidence).filter((one) => one.header('sunset') !== undefined);
  if (reading === undefined) return unseen('no lookup of a pet showed a sunset date', lookups(evidence));
  const note = inWords(reading);
  const sinceMs = parseDeprecation(reading.header('deprecation') ?? '');
  const sunsetMs = parseHttpDate(reading.header('sunset') ?? '');
  if (sinceMs === undefined || sunsetMs === undefined || sinceMs > sunsetMs) return unseen(note, [reading]);
  return seen({ deprecatedSince: instant(sinceMs), sunset: instant(sunsetMs) }, note, [reading]);
}

function lookups(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter((reading) => reading.operation === 'getPet' && isAccepted(reading));
}

function inWords(reading: Reading): string {
  return `${headerInWords(reading, 'Deprecation')}, ${headerInWords(reading, 'Sunset')}`;
}

/** RFC 9745: a Unix time in seconds after an `@`. */
function parseDeprecation(text: string): number | undefined {
  const ms = /^@\d{1,12}$/.test(text) ? Number(text.slice(1)) * 1000 : Number.NaN;
  return ms <= LAST_MS ? ms : undefined;
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
