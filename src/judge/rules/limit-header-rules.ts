import { isAlwaysRateLimited } from '../../spec/operations.js';
import { parseUrl } from '../../spec/parse-url.js';
import { plans } from '../../spec/plans.js';
import { quote } from '../../spec/quoting.js';
import { rateLimitHeaderNames } from '../../spec/rate-limit-headers.js';
import type { Evidence, Reading } from '../evidence.js';
import { isCount, isTimestamp, limitsOf, openLedger, SKEW_MS, type Track } from '../ledger.js';
import { HEADERS_HIDDEN, headerInWords, ordinaryReadings } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../rule.js';

/** The three rate-limit headers of one response. */
export const limitHeaderRules = ruleFamily({}, [
  {
    id: 'limits/headers-present',
    title: 'Every response carries the three rate-limit headers',
    statements: ['limits.every-response-carries-headers'],
    judge: judgeEach(limitedReadings, judgePresence),
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
  return violates(reading, {
    problem: `a ${reading.status} response has no ${missing.join(', no ')}`,
    expected: rateLimitHeaderNames.join(', '),
    received: rateLimitHeaderNames.map((name) => headerInWords(reading, name)).join(', '),
  });
}

function judgeForm(reading: Reading): Note[] {
  const present = rateLimitHeaderNames.filter((name) => textOf(reading, name) !== '');
  const malformed = present.filter((name) => !forms[name].isValid(textOf(reading, name)));
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

/** A calendar day has 25 hours when summer time ends in it. */
const LONGEST_DAY_MS = 90_000_000;

function judgeReset(reading: Reading): Note | undefined {
  const limits = limitsOf(reading);
  if (limits === undefined) return undefined;
  const resetMs = limits.resetSeconds * 1000;
  const isPast = resetMs < reading.earliestMs - SKEW_MS;
  if (!isPast && resetMs <= reading.latestMs + LONGEST_DAY_MS + SKEW_MS) return passes(reading);
  return violates(reading, {
    problem: isPast ? 'Reset lies in the past' : 'Reset lies more than a day ahead',
    expected: `a moment within a day after ${new Date(reading.respondedMs).toISOString()}`,
    received: `X-RateLimit-Reset: ${limits.resetSeconds} (${new Date(resetMs).toISOString()})`,
  });
}

/** Elsewhere than at the base URL, messages may belong to another API: whether these carry the headers is open (`messages-rate-limited`). */
function limitedReadings(evidence: Evidence): Reading[] {
  const { baseUrl, messagesUrl } = evidence.settings;
  const isOneApi = messagesUrl !== undefined && addressOf(messagesUrl) === addressOf(baseUrl);
  return ordinaryReadings(evidence).filter(({ operation, status = 0 }) => {
    const mayBeElsewhere = !isOneApi || [404, 405].includes(status);
    return operation === undefined || isAlwaysRateLimited(operation) || !mayBeElsewhere;
  });
}

function addressOf(url: string): string | undefined {
  return parseUrl(url)?.href.replace(/\/$/, '');
}

function serviceReadings(evidence: Evidence): Reading[] {
  return limitedReadings(evidence).filter((reading) => whyNotOfTheService(reading) === undefined);
}

function whyNotOfTheService({ status, exchange, isCached }: Reading): string | undefined {
  if (status === undefined) return exchange.failure ?? 'no response';
  if (isCached) return 'the response came from a cache';
  return status >= 500 || (status >= 300 && status < 400) ? `got ${status}` : undefined;
}

function textOf(reading: Reading, name: keyof typeof forms): string {
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
  return accounts.flatMap(({ tracks }) =>
    plan === undefined ? judgeNumber(tracks, evidence) : judgeNames(tracks, plan),
  );
}

function judgeNames(tracks: readonly Track[], plan: Exclude<keyof typeof plans, 'enterprise'>): Note[] {
  const { perMinute, perDay } = plans[plan];
  return tracks.flatMap(({ limit, entries }) =>
    entries.map((entry) => {
      if (limit === perMinute || limit === perDay) return passes(entry);
      return violates(entry, {
        problem: `Limit is not one of the plan ${plan}`,
        expected: `X-RateLimit-Limit: ${perMinute} (a minute) or ${perDay} (a day)`,
        received: `X-RateLimit-Limit: ${limit}`,
      });
    }),
  );
}

/** `tracks`: those of one key, the Limit that was seen first in front. */
function judgeNumber(tracks: readonly Track[], { settings }: Evidence): Note[] {
  const most = settings.level === undefined ? MOST_LIMITS_IN_A_RECORDING : MOST_LIMITS_IN_A_RUN;
  const firsts = tracks.flatMap(({ entries }) => entries.slice(0, 1));
  return firsts.map((entry, index) => {
    const earlier = firsts.slice(0, index);
    if (index < MOST_LIMITS_IN_A_RUN) return passes(entry);
    if (index < most) return inconclusive(entry, 'the limits changed, as they do where a plan is changed');
    return violates(entry, {
      problem: 'one key has more limits than a plan has',
      expected: 'two limits, one for the minute and one for the day',
      received: `X-RateLimit-Limit: ${entry.limit}, after ${earlier.map((one) => one.limit).join(', ')}`,
      related: earlier,
    });
  });
}
