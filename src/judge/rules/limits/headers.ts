import { isGivenKey, valuesOf } from '../../../exchange/exchange.js';
import { parseUrl } from '../../../json/parse-url.js';
import { quote } from '../../../json/quoting.js';
import { isoMoment } from '../../../json/times.js';
import { plans } from '../../../service/plans.js';
import { rateLimitFieldNames, rateLimitHeaderNames } from '../../../service/rate-limit-headers.js';
import {
  type Account,
  isCount,
  isOfAMinute,
  isTimestamp,
  type LedgerEntry,
  LONGEST_DAY_MS,
  limitsOf,
  MINUTE_MS,
  openLedger,
  pairs,
  SKEW_MS,
  usesQuota,
  whyNoLimits,
} from '../../ledger.js';
import { defineRules, inconclusive, judgeEach, passes, violates } from '../../note.js';
import type { Reading } from '../../reading.js';
import { CLOCKS_DIFFER, documentedReadings, HEADERS_HIDDEN, headerInWords } from '../../requests.js';
import type { Evidence, JudgeSettings, Note } from '../../rule.js';

export const limitHeaderRules = defineRules({ whyUnexercised: whyNoLimits }, [
  {
    id: 'limits/headers-present',
    title: 'Every response carries the three rate-limit headers',
    statements: ['limits.every-response-carries-headers'],
    judge: judgeEach(limitedReadings, judgePresence),
  },
  {
    id: 'limits/headers-once',
    title: 'Each of the three rate-limit headers is sent once, with one value',
    statements: ['limits.every-response-carries-headers', 'limits.limit-is-of-the-plan'],
    severity: 'implied',
    judge: judgeEach(serviceReadings, judgeNumberOfValues),
  },
  {
    id: 'limits/well-formed',
    title: 'Limit and Remaining are non-negative integers, and Reset is a Unix timestamp in seconds',
    statements: ['limits.reset-is-unix-timestamp', 'limits.limit-is-of-the-plan', 'limits.remaining-is-requests-left'],
    judge: judgeEach(serviceReadings, judgeForm),
  },
  {
    id: 'limits/remaining-within-limit',
    title: 'Remaining is never more than Limit',
    statements: ['limits.remaining-is-requests-left'],
    severity: 'implied',
    judge: judgeEach(serviceReadings, judgeRemaining),
  },
  {
    id: 'limits/reset-plausible',
    title: 'Reset lies neither in the past nor more than a day ahead',
    statements: ['limits.reset-is-unix-timestamp'],
    severity: 'implied',
    judge: judgeEach(serviceReadings, judgeReset),
  },
  {
    id: 'limits/plan',
    title: 'Limit is one of the two limits of the key’s plan',
    statements: [
      'limits.limit-is-of-the-plan',
      'limits.set-per-plan',
      'limits.free-plan',
      'limits.pro-plan',
      'limits.business-plan',
    ],
    judge: judgePlan,
  },
]);

function judgePresence(reading: Reading): Note {
  const why = whyNotOfTheService(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const missing = rateLimitHeaderNames.filter((name) => textOf(reading, name) === '');
  if (missing.length === 0) return passes(reading);
  if (reading.mayHideHeaders) return inconclusive(reading, HEADERS_HIDDEN);
  // The fields of the IETF draft do not replace the three, but they explain what happened.
  const instead = rateLimitFieldNames.filter((name) => textOf(reading, name) !== '');
  return violates(reading, {
    problem: `a ${reading.status} response has no ${missing.join(', no ')}`,
    expected: rateLimitHeaderNames.join(', '),
    received: [...rateLimitHeaderNames, ...instead].map((name) => headerInWords(reading, name)).join(', '),
  });
}

/** A client keeps the first value, the last one or neither. */
function judgeNumberOfValues(reading: Reading): Note[] {
  const repeated = rateLimitHeaderNames.filter((name) => isRepeated(reading, name));
  if (repeated.length === 0) return rateLimitHeaderNames.some((name) => textOf(reading, name)) ? [passes(reading)] : [];
  return repeated.map((name) => {
    const values = countsIn(reading, name);
    const isSame = new Set(values).size === 1;
    return violates(reading, {
      problem: `${name} has ${values.length} values${isSame ? ', though equal ones' : ', which differ'}: a gateway and the service may both send it`,
      expected: `one ${name} (RFC 9110 §5.3)`,
      received: values.map((value) => `${name}: ${quote(value)}`).join(' and '),
    });
  });
}

/** Recorders and clients join what is sent several times with a comma or a line break. */
function isRepeated(reading: Reading, name: string): boolean {
  const values = countsIn(reading, name);
  return (
    values.length > 1 && (valuesOf(reading.exchange.response?.headers ?? [], name).length > 1 || values.every(isCount))
  );
}

function countsIn(reading: Reading, name: string): string[] {
  return textOf(reading, name).split(/\s*[,\n]\s*/);
}

function judgeForm(reading: Reading): Note[] {
  const present = rateLimitHeaderNames.filter((name) => textOf(reading, name) !== '' && !isRepeated(reading, name));
  const malformed = present.filter((name) => !forms[name].isValid(textOf(reading, name), reading));
  if (present.length > 0 && malformed.length === 0) return [passes(reading)];
  return malformed.map((name) => {
    const expected = forms[name].inWords;
    return violates(reading, {
      problem: `${name} is not a ${expected}`,
      expected,
      received: headerInWords(reading, name),
    });
  });
}

const count = { isValid: isCount, inWords: 'non-negative integer' };
const forms = {
  'X-RateLimit-Limit': count,
  'X-RateLimit-Remaining': count,
  'X-RateLimit-Reset': { isValid: isTimestamp, inWords: 'Unix timestamp in seconds' },
};

function judgeRemaining(reading: Reading): Note | undefined {
  const limit = textOf(reading, 'X-RateLimit-Limit');
  const remaining = textOf(reading, 'X-RateLimit-Remaining');
  if (!isCount(limit) || !isCount(remaining)) return undefined;
  if (Number(remaining) <= Number(limit)) return passes(reading);
  return violates(reading, {
    problem: 'Remaining is more than Limit',
    expected: `X-RateLimit-Remaining of at most ${quote(limit)}`,
    received: headerInWords(reading, 'X-RateLimit-Remaining'),
  });
}

function judgeReset(reading: Reading, { settings }: Evidence): Note | undefined {
  const limits = limitsOf(reading);
  if (limits === undefined) return undefined;
  if (reading.isClockUnclear) return inconclusive(reading, CLOCKS_DIFFER);
  const resetMs = limits.resetSeconds * 1000;
  const isMinute = isKnownMinute(reading, limits.limit, settings);
  const [most, length] = isMinute ? (['a minute', MINUTE_MS] as const) : (['a day', LONGEST_DAY_MS] as const);
  const isPast = resetMs < reading.earliestMs - SKEW_MS;
  if (!isPast && resetMs <= reading.latestMs + length + SKEW_MS) return passes(reading);
  return violates(reading, {
    problem: isPast ? 'Reset lies in the past' : `Reset lies more than ${most} ahead`,
    expected: `a moment within ${most} after ${isoMoment(reading.respondedMs)}`,
    received: `X-RateLimit-Reset: ${limits.resetSeconds} (${isoMoment(resetMs)})`,
  });
}

/** Returns whether a Limit is that of the user's plan for a minute. */
function isKnownMinute(reading: Reading, limit: number, { plan }: JudgeSettings): boolean {
  // Limits without a good key, whatever is checked before it, and during a ban, are of their own.
  const hasGoodKey = reading.isAccepted || isGivenKey(reading.credential);
  if (!hasGoodKey || !usesQuota(reading) || [401, 403, 429].includes(reading.status ?? 0)) return false;
  return plan !== undefined && plan !== 'enterprise' && limit === plans[plan].perMinute;
}

/** Whether messages carry the headers is open (`messages-rate-limited`), unless some of them do. Elsewhere than at the base URL, they may belong to another API. */
function limitedReadings(evidence: Evidence): Reading[] {
  const { baseUrl, messagesUrl } = evidence.settings;
  const isOneApi = messagesUrl !== undefined && addressOf(messagesUrl) === addressOf(baseUrl);
  const isOpen = ({ operation }: Reading) => operation?.rateLimitQuestion !== undefined;
  const readings = documentedReadings(evidence);
  const areLimited =
    isOneApi && readings.some((one) => isOpen(one) && rateLimitHeaderNames.some((name) => textOf(one, name)));
  return readings.filter((one) => !isOpen(one) || (areLimited && ![404, 405].includes(one.status ?? 0)));
}

function addressOf(url: string): string | undefined {
  return parseUrl(url)?.href.replace(/\/$/, '');
}

/** Wherever messages live: a header that a response carries means what the document says. */
function serviceReadings(evidence: Evidence): Reading[] {
  return documentedReadings(evidence).filter((reading) => whyNotOfTheService(reading) === undefined);
}

function whyNotOfTheService({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (isCached) return 'the response came from a cache';
  return status >= 500 || (status >= 300 && status < 400) ? `got ${status}` : undefined;
}

function textOf(reading: Reading, name: string): string {
  return reading.header(name)?.trim() ?? '';
}

/** A plan has two limits. A recording may last longer than a plan: it may show those of two. */
const MOST_LIMITS_IN_A_RUN = 2;
const MOST_LIMITS_IN_A_RECORDING = 4;

function judgePlan(evidence: Evidence): Note[] {
  const { plan } = evidence.settings;
  const accounts = openLedger(evidence).filter(({ tracks }) => tracks.length > 0);
  if (plan === 'enterprise') return [inconclusive(undefined, 'the limits of Enterprise are agreed individually')];
  if (plan !== undefined && accounts.length > 1) {
    return [inconclusive(undefined, 'several keys were used, so the plan is ambiguous')];
  }
  return accounts.flatMap((account) =>
    plan === undefined ? judgeNumber(account, evidence) : judgeNames(account, plan),
  );
}

function judgeNames({ requests, entryOf }: Account, plan: Exclude<keyof typeof plans, 'enterprise'>): Note[] {
  const { perMinute, perDay } = plans[plan];
  return requests.flatMap((request) => {
    const entry = entryOf(request);
    if (entry === undefined) return [];
    if (entry.limit === perMinute || entry.limit === perDay) return passes(entry);
    return violates(entry, {
      problem: `Limit is not one of the plan ${plan}`,
      expected: `X-RateLimit-Limit: ${perMinute} (a minute) or ${perDay} (a day)`,
      received: `X-RateLimit-Limit: ${entry.limit}`,
    });
  });
}

function judgeNumber(account: Account, { settings }: Evidence): Note[] {
  const { requests, entryOf, acceptedUpTo } = account;
  const most = settings.level === undefined ? MOST_LIMITS_IN_A_RECORDING : MOST_LIMITS_IN_A_RUN;
  const entries = requests.flatMap((request) => entryOf(request) ?? []);
  const firsts = entries.filter(({ limit }, index) => entries.findIndex((entry) => entry.limit === limit) === index);
  const notes = firsts.map((entry, index) =>
    index < most ? passes(entry) : otherLimit(entry, firsts.slice(0, index), 'one key has more limits than a plan has'),
  );
  // Of one Reset and one falling Remaining there is one window. Minute and day, which may be described in turn, end together at midnight.
  const changed = pairs(entries).find(([before, after]) => {
    const fell = before.remaining - after.remaining;
    const isOneCount =
      fell >= acceptedUpTo(after.position) - acceptedUpTo(before.position) && fell <= after.position - before.position;
    const isOneReset = Math.abs(before.resetMs - after.resetMs) <= SAME_MS;
    const isMidnightSomewhere = (after.resetMs + SAME_MS) % 900_000 <= 2 * SAME_MS;
    return before.limit !== after.limit && isOneCount && isOneReset && !isMidnightSomewhere;
  });
  if (changed !== undefined) return [...notes, otherLimit(changed[1], [changed[0]], 'one window has two limits')];
  const next = settings.isExclusive
    ? pairs(entries).find(([before, after]) => areMinutes(before, after, account))
    : undefined;
  if (next === undefined) return notes;
  return [...notes, otherLimit(next[1], [next[0]], 'the next minute has another limit')];
}

/** Returns whether two responses describe two minutes, with two limits: what the later one counts began after the Reset of the earlier one. */
function areMinutes(before: LedgerEntry, after: LedgerEntry, { acceptedUpTo }: Account): boolean {
  const isMinute = ({ limit, resetMs, respondedMs }: LedgerEntry) =>
    isOfAMinute(limit, undefined) && resetMs - respondedMs <= MINUTE_MS + SAME_MS;
  if (before.limit === after.limit || !isMinute(before) || !isMinute(after)) return false;
  const isNext = after.earliestMs > before.resetMs && after.used <= after.position - before.position;
  return isNext && after.used < acceptedUpTo(after.position) && before.used <= before.position + 1;
}

/** Clocks of one service that describe one moment. */
const SAME_MS = 2_000;

function otherLimit(entry: LedgerEntry, earlier: readonly LedgerEntry[], problem: string): Note {
  return violates(entry, {
    problem,
    expected: 'two limits, one for the minute and one for the day',
    received: `X-RateLimit-Limit: ${entry.limit}, after ${earlier.map((one) => one.limit).join(', ')}`,
    related: earlier,
  });
}
