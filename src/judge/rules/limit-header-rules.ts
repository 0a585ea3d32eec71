import { isAlwaysRateLimited } from '../../spec/operations.js';
import { type PlanName, plans } from '../../spec/plans.js';
import { quote } from '../../spec/quoting.js';
import { rateLimitHeaderNames } from '../../spec/rate-limit-headers.js';
import type { Evidence, Reading } from '../evidence.js';
import { isCount, isTimestamp, limitsOf, openLedger, SKEW_MS, type Track } from '../ledger.js';
import { HEADERS_HIDDEN, ordinaryReadings } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

/** The form of the three rate-limit headers of one response. */
export const limitHeaderRules: readonly Rule[] = [
  {
    id: 'limits/headers-present',
    title: 'Every response carries the three rate-limit headers',
    statements: ['limits.every-response-carries-headers'],
    severity: 'documented',
    class: 'passive',
    judge: judgePresence,
  },
  {
    id: 'limits/well-formed',
    title: 'Limit and Remaining are non-negative integers, and Reset is a Unix timestamp in seconds',
    statements: ['limits.reset-is-unix-timestamp', 'limits.limit-is-of-the-plan', 'limits.remaining-is-requests-left'],
    severity: 'documented',
    class: 'passive',
    judge: judgeForm,
  },
  {
    id: 'limits/remaining-within-limit',
    title: 'Remaining is never more than Limit',
    statements: ['limits.remaining-is-requests-left'],
    severity: 'implied',
    class: 'passive',
    judge: judgeRemaining,
  },
  {
    id: 'limits/reset-plausible',
    title: 'Reset lies neither in the past nor more than a day ahead',
    statements: ['limits.reset-is-unix-timestamp'],
    severity: 'implied',
    class: 'passive',
    judge: judgeReset,
  },
];

/** A calendar day has 25 hours where summer time ends in it. */
const LONGEST_DAY_MS = 90_000_000;

function* judgePresence(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (!isCovered(reading)) continue;
    const why = whyNotOfTheService(reading);
    if (why !== undefined) {
      yield inconclusive(reading, why);
      continue;
    }
    const missing = rateLimitHeaderNames.filter((name) => textOf(reading, name) === '');
    if (missing.length === 0) yield passes(reading);
    else if (reading.mayHideHeaders) yield inconclusive(reading, HEADERS_HIDDEN);
    else {
      yield violates(reading, {
        problem: `a ${reading.status} response has no ${missing.join(', no ')}`,
        expected: rateLimitHeaderNames.join(', '),
        received: rateLimitHeaderNames.map((name) => inWords(reading, name)).join(', '),
      });
    }
  }
}

function* judgeForm(evidence: Evidence): Iterable<Note> {
  for (const reading of answersOfTheService(evidence)) {
    const present = rateLimitHeaderNames.filter((name) => textOf(reading, name) !== '');
    const malformed = present.filter((name) => !isWellFormed(name, textOf(reading, name)));
    for (const name of malformed) {
      const form = expectedForm(name);
      yield violates(reading, { problem: `${name} is no ${form}`, expected: form, received: inWords(reading, name) });
    }
    if (present.length > 0 && malformed.length === 0) yield passes(reading);
  }
}

function* judgeRemaining(evidence: Evidence): Iterable<Note> {
  for (const reading of answersOfTheService(evidence)) {
    const limit = textOf(reading, 'X-RateLimit-Limit');
    const remaining = textOf(reading, 'X-RateLimit-Remaining');
    if (!isCount(limit) || !isCount(remaining)) continue;
    if (Number(remaining) <= Number(limit)) yield passes(reading);
    else {
      yield violates(reading, {
        problem: 'Remaining is more than Limit',
        expected: `X-RateLimit-Remaining of at most ${quote(limit)}`,
        received: inWords(reading, 'X-RateLimit-Remaining'),
      });
    }
  }
}

function* judgeReset(evidence: Evidence): Iterable<Note> {
  for (const reading of answersOfTheService(evidence)) {
    const limits = limitsOf(reading);
    if (limits === undefined) continue;
    const resetMs = limits.resetSeconds * 1000;
    const isPast = resetMs < reading.earliestMs - SKEW_MS;
    if (!isPast && resetMs <= reading.latestMs + LONGEST_DAY_MS + SKEW_MS) yield passes(reading);
    else {
      yield violates(reading, {
        problem: isPast ? 'Reset lies in the past' : 'Reset lies more than a day ahead',
        expected: `a moment within a day after ${new Date(reading.respondedMs).toISOString()}`,
        received: `X-RateLimit-Reset: ${limits.resetSeconds} (${new Date(limits.resetSeconds * 1000).toISOString()})`,
      });
    }
  }
}

function* answersOfTheService(evidence: Evidence): Iterable<Reading> {
  for (const reading of ordinaryReadings(evidence)) {
    if (isCovered(reading) && whyNotOfTheService(reading) === undefined) yield reading;
  }
}

/** Whether sent messages carry the headers is open (`messages-rate-limited`). */
function isCovered({ operation }: Reading): boolean {
  return operation === undefined || isAlwaysRateLimited(operation);
}

function whyNotOfTheService({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (isCached) return 'the response came from a cache';
  return status >= 500 || (status >= 300 && status < 400) ? `got ${status}` : undefined;
}

type HeaderName = (typeof rateLimitHeaderNames)[number];

function textOf(reading: Reading, name: HeaderName): string {
  return reading.header(name)?.trim() ?? '';
}

function isWellFormed(name: HeaderName, text: string): boolean {
  return name === 'X-RateLimit-Reset' ? isTimestamp(text) : isCount(text);
}

function expectedForm(name: HeaderName): string {
  return name === 'X-RateLimit-Reset' ? 'Unix timestamp in seconds' : 'non-negative integer';
}

function inWords(reading: Reading, name: HeaderName): string {
  const text = reading.header(name);
  return text === undefined ? `no ${name}` : `${name}: ${quote(text)}`;
}

export const limitPlanRule: Rule = {
  id: 'limits/plan',
  title: 'Limit is one of the two limits of the key’s plan',
  statements: [
    'limits.limit-is-of-the-plan',
    'limits.set-per-plan',
    'limits.free-plan',
    'limits.pro-plan',
    'limits.business-plan',
  ],
  severity: 'documented',
  class: 'passive',
  judge: judgePlan,
};

/** A plan has two limits. A recording may last longer than a plan: it may show those of two. */
const MOST_LIMITS_IN_A_RUN = 2;
const MOST_LIMITS_IN_A_RECORDING = 4;

function* judgePlan(evidence: Evidence): Iterable<Note> {
  const { plan } = evidence.settings;
  const accounts = openLedger(evidence).filter(({ tracks }) => tracks.length > 0);
  if (plan === 'enterprise') return yield inconclusive(undefined, 'the limits of Enterprise are agreed individually');
  if (plan !== undefined && accounts.length > 1) {
    return yield inconclusive(undefined, 'several keys were used, so the plan is ambiguous');
  }
  for (const { tracks } of accounts) {
    yield* plan === undefined ? judgeNumber(tracks, evidence) : judgeNames(tracks, plan);
  }
}

function* judgeNames(tracks: readonly Track[], plan: Exclude<PlanName, 'enterprise'>): Iterable<Note> {
  const { perMinute, perDay } = plans[plan];
  for (const { limit, entries } of tracks) {
    for (const { reading } of entries) {
      if (limit === perMinute || limit === perDay) yield passes(reading);
      else {
        yield violates(reading, {
          problem: `Limit is none of the plan ${plan}`,
          expected: `X-RateLimit-Limit: ${perMinute} (a minute) or ${perDay} (a day)`,
          received: `X-RateLimit-Limit: ${limit}`,
        });
      }
    }
  }
}

/** The tracks of one key, the Limit that was seen first in front. */
function* judgeNumber(tracks: readonly Track[], { settings }: Evidence): Iterable<Note> {
  const most = settings.level === undefined ? MOST_LIMITS_IN_A_RECORDING : MOST_LIMITS_IN_A_RUN;
  const firsts = tracks.flatMap(({ entries }) => entries.slice(0, 1));
  for (const [index, first] of firsts.entries()) {
    const earlier = firsts.slice(0, index);
    if (index < MOST_LIMITS_IN_A_RUN) yield passes(first.reading);
    else if (index < most) yield inconclusive(first.reading, 'the limits changed, as they do where a plan is changed');
    else {
      yield violates(first.reading, {
        problem: 'one key has more limits than a plan has',
        expected: 'two limits, one for the minute and one for the day',
        received: `X-RateLimit-Limit: ${first.limit}, after ${earlier.map(({ limit }) => limit).join(', ')}`,
        related: earlier.map(({ reading }) => reading),
      });
    }
  }
}
