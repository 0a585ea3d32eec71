import { type Account, isOfAMinute, limitsOf, openLedger, retryAtMs, SKEW_MS, usesQuota } from '../../ledger.js';
import type { Reading } from '../../reading.js';
import { HEADERS_HIDDEN, headerInWords, ordinaryReadings } from '../../requests.js';
import {
  type Evidence,
  inconclusive,
  type JudgeSettings,
  judgeEach,
  type Note,
  passes,
  ruleFamily,
  violates,
} from '../../rule.js';
import { isSameWindow } from '../../windows.js';

/** The content of a 429, and whether waiting for it helps. */
export const limit429Rules = ruleFamily({ class: 'exhaust' }, [
  {
    id: 'limits/429-retry-after',
    title: 'A 429 carries Retry-After, in whole seconds or as an HTTP-date',
    statements: ['limits.429-carries-retry-after'],
    judge: judgeEach(ordinaryReadings, judgeRetryAfter),
  },
  {
    id: 'limits/recovers',
    title: 'A client that waited for Retry-After is served again',
    statements: ['limits.429-carries-retry-after', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    judge: judgeEach(openLedger, (account, evidence) =>
      retriesIn(account).flatMap(([limited, again]) => judgeRetry(limited, again, account, evidence) ?? []),
    ),
  },
]);

function judgeRetryAfter(reading: Reading, { settings }: Evidence): Note | undefined {
  if (!reading.isLimited || reading.isCached) return undefined;
  const text = reading.header('retry-after')?.trim() ?? '';
  if (text === '' && reading.mayHideHeaders) return inconclusive(reading, HEADERS_HIDDEN);
  const problem = problemOf(text, reading, settings);
  if (problem === undefined) return passes(reading);
  return violates(reading, {
    problem,
    expected: 'Retry-After, in whole seconds or as an HTTP-date to come',
    received: headerInWords(reading, 'Retry-After'),
  });
}

/** A wait of so many seconds is a moment: that many seconds after 1970 lie in this century. */
const LEAST_TIMESTAMP = Date.UTC(2001, 0, 1) / 1000;

/** That a wait and Reset disagree is an observation: the day, or a ban, may last longer than what Reset describes. */
function problemOf(text: string, reading: Reading, settings: JudgeSettings): string | undefined {
  if (text === '') return 'a 429 carries no Retry-After';
  const untilMs = retryAtMs(reading);
  if (untilMs === undefined) return 'Retry-After is neither whole seconds nor an HTTP-date';
  if (!/^\d+$/.test(text)) {
    return untilMs < reading.earliestMs - SKEW_MS ? 'Retry-After names a moment in the past' : undefined;
  }
  const seconds = Number(text);
  if (seconds >= LEAST_TIMESTAMP) return 'Retry-After is a Unix timestamp';
  return isInMilliseconds(seconds, reading, settings) ? 'Retry-After is in milliseconds' : undefined;
}

/** As many milliseconds as a limit of a minute takes to reset, and whole seconds: hardly the wait for another window by chance. */
function isInMilliseconds(seconds: number, reading: Reading, { plan }: JudgeSettings): boolean {
  const limits = limitsOf(reading);
  if (limits === undefined || limits.remaining > 0 || !isOfAMinute(limits.limit, plan)) return false;
  const leftSeconds = limits.resetSeconds - reading.respondedMs / 1000;
  return seconds >= 1000 && seconds % 1000 === 0 && Math.abs(seconds / 1000 - leftSeconds) <= 2;
}

/** Returns each 429 with the next request, and with the next one for the same operation if that is another one. */
function retriesIn({ requests }: Account): [Reading, Reading][] {
  const waiting = new Map<Reading['operation'], Reading>();
  return requests.flatMap((request, index) => {
    const retried = new Set([requests[index - 1], waiting.get(request.operation)]);
    if (request.isLimited) waiting.set(request.operation, request);
    else waiting.delete(request.operation);
    return [...retried].flatMap((limited): [Reading, Reading][] => (limited?.isLimited ? [[limited, request]] : []));
  });
}

/** Returns the Retry-After of a 429 in milliseconds, never negative; undefined for other responses and without the header. */
function waitOf(reading: Reading): number | undefined {
  const untilMs = reading.isLimited ? retryAtMs(reading) : undefined;
  return untilMs === undefined ? undefined : Math.max(0, untilMs - reading.respondedMs);
}

/** Headers hold whole seconds: a wait may seem a second longer than it is. */
const ROUNDING_MS = 1_000;

function judgeRetry(limited: Reading, again: Reading, account: Account, { settings }: Evidence): Note | undefined {
  const waitMs = waitOf(limited);
  if (waitMs === undefined || !usesQuota(limited) || !usesQuota(again)) return undefined;
  const lateMs = again.exchange.startedMs - (limited.exchange.endedMs + waitMs);
  if (lateMs < -ROUNDING_MS) return undefined;

  const { status } = again;
  if (status === undefined) return inconclusive(again, again.exchange.failure ?? 'no response');
  if (status === 401 || status === 403 || status >= 500) return inconclusive(again, `got ${status}`);
  if (!again.isLimited) return passes(again);

  const why = whyLimitedAgain(limited, again, lateMs, account);
  if (why !== undefined) return inconclusive(again, why);
  if (!settings.isExclusive) return inconclusive(again, 'another user of the key may have spent the new window');
  return violates(again, {
    problem: 'a request got another 429 although Retry-After had passed',
    expected: `a status other than 429 after Retry-After: ${limited.header('retry-after')}`,
    received: `429, Retry-After: ${again.header('retry-after') ?? 'none'}`,
    related: [limited],
  });
}

function whyLimitedAgain(limited: Reading, again: Reading, lateMs: number, account: Account): string | undefined {
  const waitMs = waitOf(limited) ?? 0;
  const newWaitMs = waitOf(again) ?? 0;
  if (waitMs < ROUNDING_MS) return 'the 429 before indicated no wait';
  if (lateMs <= SKEW_MS && newWaitMs <= SKEW_MS && !hasLongToGo(limited, again, account)) {
    return 'the time indicated had passed by seconds only';
  }
  if (isUsedUpBetween(limited, again, account)) return 'requests in between used what was available again';
  const isLonger = newWaitMs > waitMs + 2 * ROUNDING_MS;
  if (isLonger && !isSameShortWindow(limited, again, newWaitMs, account)) {
    return 'the new wait is longer: the other window may be spent';
  }
  return undefined;
}

/** The last request in between that was accepted left nothing: in a sliding window, the next one has to wait longer. */
function isUsedUpBetween(limited: Reading, again: Reading, { requests, entryOf }: Account): boolean {
  const between = requests.slice(requests.indexOf(limited) + 1, requests.indexOf(again));
  const last = between.findLast(({ isAccepted }) => isAccepted);
  return last !== undefined && entryOf(last)?.remaining === 0;
}

/** Both show that nothing is left until the same Reset, which is further away than clocks differ. */
function hasLongToGo(limited: Reading, again: Reading, { entryOf }: Account): boolean {
  const [before, after] = [entryOf(limited), entryOf(again)];
  if (before === undefined || after === undefined || before.remaining + after.remaining > 0) return false;
  return before.limit === after.limit && isSameWindow(before, after);
}

/** Both show the same Limit, and the new wait is no longer than a minute: it is the window of the minute that did not reset. */
function isSameShortWindow(limited: Reading, again: Reading, newWaitMs: number, { entryOf }: Account): boolean {
  const [before, after] = [entryOf(limited), entryOf(again)];
  if (before === undefined || before.limit !== after?.limit) return false;
  return before.remaining === 0 && after.remaining === 0 && newWaitMs <= 60_000 + SKEW_MS;
}
