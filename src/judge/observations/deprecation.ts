import { parseHttpDate } from '../../spec/http-date.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { isAccepted } from '../rules/ordinary-answers.js';
import { listingBefore } from '../stock-history.js';
import { deprecationLinks, isSuccessorLink } from './deprecation-links.js';
import { isHeaderText } from './header-text.js';
import { distinct, headerInWords, ordinary, type Seen, seen, unseen } from './seen.js';

const LAST_MS = Date.UTC(9999, 11, 31);
const headerNames = ['Deprecation', 'Sunset', 'Link'] as const;

export function deprecationHeaders(evidence: Evidence): Seen {
  const asked = lookups(evidence);
  if (asked.length === 0) return unseen('the lookup of a pet: nothing that was sent could show it');
  const note = `the lookup of a pet: ${distinct(asked.map(inWords)).slice(0, 5).join('; ')}`;
  if (standardDates(asked) !== undefined) return seen('standard', note, asked);
  const agreed = headerNames.map((name) => ({ name, values: distinct(asked.map((reading) => textOf(reading, name))) }));
  if (agreed.every(({ values }) => values.length === 1 && values[0] === undefined)) {
    return asked.some(({ mayHideHeaders }) => mayHideHeaders) ? unseen(note, asked) : seen('none', note, asked);
  }
  const alike = agreed.flatMap(({ name, values: [value, ...others] }) =>
    value !== undefined && others.length === 0 && isHeaderText(value) ? [[name, value] as const] : [],
  );
  const differing = agreed.filter(({ values }) => values.length > 1).map(({ name }) => name);
  return alike.length === 0 ? unseen(note, asked) : seen(Object.fromEntries(alike), note, asked, differing);
}

export function sunsetDate(evidence: Evidence): Seen {
  const asked = lookups(evidence);
  const dates = standardDates(asked);
  if (dates === undefined)
    return unseen('no lookup of a pet showed both dates and a link to the successor in the standard headers', asked);
  const { sinceMs, sunsetMs } = dates;
  const note = distinct(asked.map(inWords)).join('; ');
  return seen({ deprecatedSince: instant(sinceMs), sunset: instant(sunsetMs) }, note, asked);
}

export function afterSunset(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) =>
      reading.operation === 'getPet' && listingBefore(evidence, reading)?.stock.has(reading.petId ?? '') === true,
  );
  const isGone = asked.length > 0 && asked.every(({ status }) => status === 410);
  if (isGone) return seen(410, 'the lookup of a listed pet: answered 410', asked);
  const later = asked.filter((reading) => isAccepted(reading) && isPastSunset(reading));
  if (later.length > 0 && later.length === asked.length) {
    return seen('keeps-answering', 'the lookup of a listed pet was answered after its Sunset', later);
  }
  return unseen('it shows only once the sunset has passed');
}

function isPastSunset(reading: Reading): boolean {
  const sunsetMs = parseHttpDate(reading.header('sunset') ?? '');
  return sunsetMs !== undefined && sunsetMs < reading.answeredMs;
}

/** Those that were answered, and those that were told that it is over. */
function lookups(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter(
    (reading) => reading.operation === 'getPet' && (isAccepted(reading) || reading.status === 410),
  );
}

/** Answers the dates that all of these show in both headers of the standard, beside a link to the successor and no other. */
function standardDates(asked: readonly Reading[]): { sinceMs: number; sunsetMs: number } | undefined {
  const [dates, ...others] = distinct(
    asked.map((reading) =>
      headerNames
        .slice(0, 2)
        .map((name) => textOf(reading, name) ?? '')
        .join('\n'),
    ),
  );
  const isLinked = asked.every((reading) => {
    const links = deprecationLinks(reading.header('link') ?? '');
    return links.length > 0 && links.every(isSuccessorLink);
  });
  if (dates === undefined || others.length > 0 || !isLinked) return undefined;
  const [deprecation = '', sunset = ''] = dates.split('\n');
  const sinceMs = parseDeprecation(deprecation);
  const sunsetMs = parseHttpDate(sunset);
  if (sinceMs === undefined || sunsetMs === undefined || sinceMs > sunsetMs) return undefined;
  return { sinceMs, sunsetMs };
}

/** Of `Link` only what speaks of a deprecation; a link that names the very pet stands for no other. */
function textOf(reading: Reading, name: (typeof headerNames)[number]): string | undefined {
  const value = reading.header(name)?.trim();
  if (name !== 'Link') return value;
  const links = deprecationLinks(value ?? '').filter((link) => !namesPet(link, reading.petId ?? ''));
  return links.length === 0 ? undefined : links.join(', ');
}

function namesPet(link: string, petId: string): boolean {
  const [target = ''] = link.slice(1).split('>', 1);
  return petId !== '' && target.split(/[/?#=&]/).includes(petId);
}

function inWords(reading: Reading): string {
  const [deprecation, sunset] = [headerInWords(reading, 'Deprecation'), headerInWords(reading, 'Sunset')];
  return `${deprecation}, ${sunset}, ${textOf(reading, 'Link') === undefined ? 'no Link about it' : 'a Link about it'}`;
}

/** RFC 9745: a Unix time in seconds after an `@`. */
function parseDeprecation(text: string): number | undefined {
  const ms = /^@\d{1,12}$/.test(text) ? Number(text.slice(1)) * 1000 : Number.NaN;
  return ms <= LAST_MS ? ms : undefined;
}

function instant(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
