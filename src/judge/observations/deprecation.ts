import { parseHttpDate } from '../../json/dates.js';
import { isoMoment } from '../../json/times.js';
import type { Reading } from '../reading.js';
import { headerInWords } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { isListed } from '../stock/stock-history.js';
import { distinct, isHeaderText, ordinary, seen, unseen } from './seen.js';

const LAST_MS = Date.UTC(9999, 11, 31);
/** How the deprecated operation announces its end, and what follows it (§9). */
export const deprecationObservers = {
  'deprecation-headers': deprecationHeaders,
  'sunset-date': sunsetDate,
  'after-sunset': afterSunset,
} satisfies Observers;

const headerNames = ['Deprecation', 'Sunset', 'Link'] as const;

function deprecationHeaders(evidence: Evidence): Seen {
  const asked = lookups(evidence);
  if (asked.length === 0) return unseen('the lookup of a pet: no request could show it');
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

function sunsetDate(evidence: Evidence): Seen {
  const asked = lookups(evidence);
  const dates = standardDates(asked);
  if (dates === undefined)
    return unseen('no lookup of a pet showed both dates and a link to the successor in the standard headers', asked);
  const { sinceMs, sunsetMs } = dates;
  const note = distinct(asked.map(inWords)).join('; ');
  return seen({ deprecatedSince: instant(sinceMs), sunset: instant(sunsetMs) }, note, asked);
}

function afterSunset(evidence: Evidence): Seen {
  const asked = ordinary(evidence).filter(
    (reading) => reading.operation?.deprecated && isListed(evidence, reading) === true,
  );
  const isGone = asked.length > 0 && asked.every(({ status }) => status === 410);
  if (isGone) return seen(410, 'the lookup of a listed pet: got 410', asked);
  const later = asked.filter((reading) => reading.isAccepted && isPastSunset(reading));
  if (later.length > 0 && later.length === asked.length) {
    return seen('keeps-answering', 'the lookup of a listed pet was accepted after its Sunset', later);
  }
  return unseen('it shows only after the sunset');
}

function isPastSunset(reading: Reading): boolean {
  const sunsetMs = parseHttpDate(reading.header('sunset') ?? '');
  return sunsetMs !== undefined && sunsetMs < reading.respondedMs;
}

/** Returns the lookups that were accepted, or got 410 since the operation is gone. */
function lookups(evidence: Evidence): Reading[] {
  return ordinary(evidence).filter(
    (reading) => reading.operation?.deprecated && (reading.isAccepted || reading.status === 410),
  );
}

/** Returns the dates that all of these show in both standard headers, if every link leads to the successor. */
function standardDates(asked: readonly Reading[]): { sinceMs: number; sunsetMs: number } | undefined {
  const [first] = asked;
  const isSame = (name: (typeof headerNames)[number]) =>
    distinct(asked.map((reading) => textOf(reading, name))).length === 1;
  const isLinked = asked.every((reading) => {
    const links = deprecationLinks(reading.header('link') ?? '');
    return links.length > 0 && links.every((link) => hasRelation(link, SUCCESSOR));
  });
  if (first === undefined || !isSame('Deprecation') || !isSame('Sunset') || !isLinked) return undefined;
  const sinceMs = parseDeprecation(textOf(first, 'Deprecation') ?? '');
  const sunsetMs = parseHttpDate(textOf(first, 'Sunset') ?? '');
  if (sinceMs === undefined || sunsetMs === undefined || sinceMs > sunsetMs) return undefined;
  return { sinceMs, sunsetMs };
}

/** Returns a header; of `Link` only the links about a deprecation, without those that name the requested pet. */
function textOf(reading: Reading, name: (typeof headerNames)[number]): string | undefined {
  const value = reading.header(name)?.trim();
  if (name !== 'Link') return value;
  const links = deprecationLinks(value ?? '').filter((link) => !namesId(link, reading.pathId ?? ''));
  return links.length === 0 ? undefined : links.join(', ');
}

function namesId(link: string, id: string): boolean {
  const [target = ''] = link.slice(1).split('>', 1);
  return id !== '' && target.split(/[/?#=&]/).includes(id);
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
  return isoMoment(ms).replace('.000Z', 'Z');
}

const LONGEST_LINK_HEADER = 4_000;
const SUCCESSOR = 'successor-version';
const RELATIONS = ['deprecation', 'sunset', SUCCESSOR];

/** Returns the links about a deprecation in a `Link` header, as they were written (RFC 5829, RFC 8288, RFC 8594, RFC 9745). */
function deprecationLinks(header: string): string[] {
  if (header.length > LONGEST_LINK_HEADER) return [];
  const links = header.match(/<[^>]*>(?:[^,"]|"(?:[^"\\]|\\.)*")*/g) ?? [];
  return links.map((link) => link.trim()).filter((link) => RELATIONS.some((relation) => hasRelation(link, relation)));
}

/** A link may have several relations, separated by blanks; only its first `rel` counts. */
function hasRelation(link: string, relation: string): boolean {
  const parameters = link.slice(link.indexOf('>') + 1);
  const [, quoted, token = ''] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
  return (quoted ?? token).toLowerCase().split(/\s+/).includes(relation);
}
