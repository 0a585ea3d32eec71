import { headerOf } from '../../exchange/exchange.js';
import { parseHttpDate } from '../../json/dates.js';
import { groupBy } from '../../json/group-by.js';
import type { JsonObject } from '../../json/json.js';
import { isoMoment } from '../../json/times.js';
import { bearerChallenge } from '../../service/headers.js';
import { LARGEST_BODY_LIMIT } from '../../service/questions/requests.js';
import { rateLimitHeaderNames } from '../../service/rate-limit-headers.js';
import type { Operation, Service } from '../../service/service.js';
import { conforms, findContentTypeFault } from '../../service/validate.js';
import { hasMalformedId, type Reading } from '../reading.js';
import { headerInWords, isPlainRequest, isWellSent } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { isListed } from '../stock/stock-history.js';
import { errorSituationOf, flawsOf, idSituation } from './errors.js';
import {
  agreed,
  distinct,
  hasMalformedIdAt,
  isHeaderText,
  operationsAt,
  ordinary,
  seen,
  statusIn,
  unseen,
} from './seen.js';

/** What a service accepts in a request (§4.2, §4.3), and how it announces the end of an operation (§9). */
export const requestQuestionObservers = {
  'malformed-pet-id'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        hasMalformedId(reading) && (reading.operation?.requestSchema === undefined || isValid(reading, evidence)),
    );
    return idsSeen(asked);
  },
  'extra-body-fields'(evidence) {
    const asked = ordinary(evidence).filter((reading) => {
      const flaws = isWellSent(reading) ? flawsOf(evidence, reading) : [];
      return flaws.length === 1 && flaws[0]?.situation === 'field-unknown';
    });
    const choiceOf = ({ isAccepted, status }: Reading) =>
      isAccepted ? 'ignored' : status === 400 ? 'refused' : undefined;
    return agreed(asked, choiceOf, 'a body with an unknown field');
  },
  'body-limit': bodyLimit,
  'unknown-method'(evidence) {
    const asked = ordinary(evidence).filter(
      (reading) =>
        reading.operation === undefined &&
        !['HEAD', 'OPTIONS'].includes(reading.exchange.request.method) &&
        operationsAt(reading, evidence).length > 0 &&
        !hasMalformedIdAt(reading, evidence),
    );
    return agreed(asked, statusIn(405, 404), 'a known path with another method');
  },
  'www-authenticate': wwwAuthenticate,
  'deprecation-headers': deprecationHeaders,
  'sunset-date': sunsetDate,
  'after-sunset': afterSunset,
} satisfies Observers;

/** What ids get that are no int64: an integer beyond int64 may get another status than everything else. */
function idsSeen(asked: readonly Reading[]): Seen {
  const all = agreed(asked, statusIn(400, 404), 'an id that is not an int64');
  if (all.choice !== undefined) return all;
  const beyond = asked.filter((reading) => idSituation(reading) === 'pet-id-beyond-int64');
  const others = asked.filter((reading) => !beyond.includes(reading));
  const [one, other] = [beyond, others].map((own) => agreed(own, statusIn(400, 404), '').choice);
  if (one === undefined || other === undefined) return all;
  return seen({ 'beyond-int64': one, other }, all.note, asked, [], { 'beyond-int64': beyond, other: others });
}

/** Returns the observers of the questions that single operations have: how they treat content types, and whether they use quota. */
export function operationObservers({ operations }: Service): Observers {
  const all = Object.values(operations).flatMap((operation) => [
    [operation.contentTypeQuestion, (evidence: Evidence) => contentTypeSeen(evidence, operation)] as const,
    [operation.rateLimitQuestion, (evidence: Evidence) => rateLimitSeen(evidence, operation)] as const,
  ]);
  return Object.fromEntries(all.filter(([question]) => question !== undefined));
}

/** What bodies get that are not declared as JSON, and have nothing else wrong. Many services accept `application/…+json`. */
function contentTypeSeen(evidence: Evidence, operation: Operation): Seen {
  // Where the document requires a content type, any other status than 400 is a violation without one, and not a choice.
  const faults = operation.requiresContentType ? ['wrong'] : ['missing', 'wrong'];
  const asked = ordinary(evidence).filter((reading) => {
    const type = headerOf(reading.exchange.request.headers, 'content-type');
    if (reading.operation !== operation || /\+json/i.test(type ?? '')) return false;
    const others = flawsOf(evidence, reading).filter(({ situation }) => !OF_TYPES.includes(situation));
    return faults.includes(findContentTypeFault(type) ?? '') && others.length === 0;
  });
  const choiceOf = (reading: Reading) => (reading.isAccepted ? 'ignored' : statusIn(400, 415)(reading));
  const inWords = ({ sentType, status }: Reading) => `${sentType ?? 'no content type'} got ${status}`;
  const all = agreed(asked, choiceOf, 'a body of another type', inWords);
  if (all.choice !== undefined || operation.requiresContentType) return all;
  const [missing, wrong] = [true, false].map((isMissing) =>
    asked.filter(({ sentType }) => (sentType === undefined) === isMissing),
  );
  const [one, other] = [missing, wrong].map((own = []) => agreed(own, choiceOf, '').choice);
  return one === undefined || other === undefined ? all : seen({ missing: one, wrong: other }, all.note, asked);
}

const OF_TYPES: readonly unknown[] = ['content-type-wrong', 'content-type-missing', 'field-out-of-range'];

function rateLimitSeen({ readings }: Evidence, operation: Operation): Seen {
  const accepted = readings.filter(
    (reading) => reading.operation === operation && reading.isAccepted && isPlainRequest(reading),
  );
  const countOf = (reading: Reading) =>
    rateLimitHeaderNames.filter((name) => reading.header(name) !== undefined).length;
  const choiceOf = (reading: Reading) => {
    const count = countOf(reading);
    return count === 0 ? false : count === rateLimitHeaderNames.length ? true : undefined;
  };
  const inWords = (reading: Reading) => `${countOf(reading)} of the 3 rate-limit headers`;
  return agreed(accepted, choiceOf, 'an accepted request', inWords);
}

/** The size of a smaller body does not matter. */
const LARGE_BYTES = 256;

/** How many bytes a body may have. It is known if one size was accepted, and the next one and every larger one rejected. */
function bodyLimit(evidence: Evidence): Seen {
  const sized = ordinary(evidence)
    .filter((reading) => isValid(reading, evidence))
    .map((reading) => ({ reading, size: new TextEncoder().encode(reading.exchange.request.body).length }))
    .filter(({ size }) => size >= LARGE_BYTES);
  const readings = sized.map(({ reading }) => reading);
  if (sized.length === 0) return unseen('no body was sent that could show it');
  const accepted = sized.filter(({ reading }) => reading.isAccepted).map(({ size }) => size);
  const rejected = sized.filter(({ reading }) => reading.status === 413).map(({ size }) => size);
  const [largest, least] = [Math.max(...accepted), Math.min(...rejected)];
  if (accepted.length + rejected.length === 0) return unseen('no body was accepted or got 413', readings);
  const inWords = (size: number) => (Number.isFinite(size) ? `${size} bytes` : 'none');
  const note = `most that was accepted: ${inWords(largest)}; least that got 413: ${inWords(least)}`;
  if (least !== largest + 1 || largest > LARGEST_BODY_LIMIT) return unseen(note, readings);
  const near = sized.filter(({ size }) => size === largest || size === least).map(({ reading }) => reading);
  return seen(largest, note, near);
}

/** Returns whether a body is sent as JSON and conforms to its schema: it could be rejected only for its size or an unknown field. */
function isValid(reading: Reading, { judged }: Evidence): boolean {
  const { operation, sent } = reading;
  const schema = judged.service.schemas[operation?.requestSchema ?? ''] as object | undefined;
  return isWellSent(reading) && sent.kind === 'json' && schema !== undefined && conforms(schema, sent.value);
}

function wwwAuthenticate(evidence: Evidence): Seen {
  const { readings } = evidence;
  const rejected = readings.filter((reading) => reading.status === 401 && !reading.isCached && usualFor(reading));
  if (rejected.length === 0) return unseen('no 401 shows whether its key was missing or wrong');
  const note = `a 401: ${distinct(rejected.map((reading) => headerInWords(reading, 'WWW-Authenticate')))
    .slice(0, 5)
    .join(', ')}`;
  if (rejected.every((reading) => challengeOf(reading) === usualFor(reading))) return seen('bearer', note, rejected);
  const [challenge, ...others] = distinct(rejected.map(challengeOf));
  const bySituation = challengesSeen(evidence);
  if (others.length > 0 && bySituation !== undefined) return seen(bySituation, note, rejected);
  const isHidden = challenge === undefined && rejected.some(({ mayHideHeaders }) => mayHideHeaders);
  if (others.length > 0 || isHidden) return unseen(note, rejected);
  if (challenge === undefined) return seen('none', note, rejected);
  return isHeaderText(challenge) ? seen(challenge, note, rejected) : unseen(note, rejected);
}

/** Returns the fake's challenge; undefined for credentials of which one service says that a key is missing, and the next that it is wrong. */
function usualFor({ credential, exchange }: Reading): string | undefined {
  if (credential.kind === 'bearer') return bearerChallenge.wrong;
  const hasHeader = headerOf(exchange.request.headers, 'authorization') !== undefined;
  return credential.kind === 'none' && !hasHeader ? bearerChallenge.missing : undefined;
}

/** Returns the challenges by what is wrong with the key, if each situation has one. */
function challengesSeen(evidence: Evidence): JsonObject | undefined {
  const rejected = evidence.readings.filter(({ status, isCached }) => status === 401 && !isCached);
  const bySituation = groupBy(rejected, (reading) => errorSituationOf(evidence, reading));
  bySituation.delete(undefined);
  const found = [...bySituation].flatMap(([situation = '', own]) => {
    const [text, ...others] = distinct(own.map(challengeOf));
    const isOne = others.length === 0 && text !== undefined && isHeaderText(text);
    return isOne ? [[situation.slice('key-'.length), text] as const] : [];
  });
  const names = found.map(([name]) => name);
  return names.includes('missing') && names.includes('wrong') ? Object.fromEntries(found) : undefined;
}

function challengeOf(reading: Reading): string | undefined {
  return reading.header('www-authenticate')?.trim();
}

const LAST_MS = Date.UTC(9999, 11, 31);
const headerNames = ['Deprecation', 'Sunset', 'Link'] as const;

function deprecationHeaders(evidence: Evidence): Seen {
  const asked = lookups(evidence);
  if (asked.length === 0) return unseen('the lookup of a pet: no request could show it');
  const note = `the lookup of a pet: ${distinct(asked.map(inWords)).slice(0, 5).join('; ')}`;
  if (standardDates(asked) !== undefined) return seen('standard', note, asked);
  const agreed = headerNames.map((name) => ({
    name,
    values: distinct(asked.map((reading) => textOf(reading, name))),
  }));
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
