import { isAlwaysRateLimited } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import { parseRetryAfter } from '../../spec/rate-limit-headers.js';
import type { Evidence, Reading } from '../evidence.js';
import { type Account, openLedger, SKEW_MS } from '../ledger.js';
import { judgeRejectedWrites } from '../rejected-writes.js';
import { HEADERS_HIDDEN, ordinaryReadings } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

/** The content of a 429, and whether waiting for it helps. */
export const limit429Rules: readonly Rule[] = [
  {
    id: 'limits/429-retry-after',
    title: 'A 429 carries Retry-After, in whole seconds or as an HTTP-date',
    statements: ['limits.429-carries-retry-after'],
    severity: 'documented',
    class: 'exhaust',
    judge: judgeRetryAfter,
  },
  {
    id: 'limits/recovers',
    title: 'A client that waited for Retry-After is served again',
    statements: ['limits.429-carries-retry-after', 'limits.client-backs-off-until-retry-after'],
    severity: 'implied',
    class: 'exhaust',
    judge: judgeRecovery,
  },
  {
    id: 'limits/refused-changes-nothing',
    title: 'An update that gets 429 changes nothing',
    statements: ['limits.exceeded-answers-429'],
    severity: 'implied',
    class: 'exhaust',
    operations: ['updateInventory'],
    judge: judgeRejectedUpdates,
  },
];

function* judgeRejectedUpdates(evidence: Evidence): Iterable<Note> {
  yield* judgeRejectedWrites(evidence, ({ isLimited }) => isLimited);
  if (evidence.settings.level !== 'exhaust') return;
  const limited = evidence.readings.filter(({ isLimited, isCached }) => isLimited && !isCached);
  const [first] = limited;
  if (first === undefined || limited.some(({ operation }) => operation === 'updateInventory')) return;
  yield inconclusive(first, 'no update exceeded the limit: a run sends one only to a fake');
}

function* judgeRetryAfter(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (!reading.isLimited || reading.isCached) continue;
    const text = reading.header('retry-after')?.trim() ?? '';
    if (parseRetryAfter(text, reading.respondedMs) !== undefined) yield passes(reading);
    else if (text === '' && reading.mayHideHeaders) yield inconclusive(reading, HEADERS_HIDDEN);
    else {
      yield violates(reading, {
        problem: text === '' ? 'a 429 carries no Retry-After' : 'Retry-After is neither whole seconds nor an HTTP-date',
        expected: 'Retry-After, in whole seconds or as an HTTP-date',
        received: text === '' ? 'no Retry-After' : `Retry-After: ${quote(text)}`,
      });
    }
  }
}

function* judgeRecovery(evidence: Evidence): Iterable<Note> {
  for (const account of openLedger(evidence)) {
    for (const [index, again] of account.requests.entries()) {
      const limited = account.requests[index - 1];
      if (limited !== undefined && isOfOneQuota(limited, again)) yield* judgeRetry(limited, again, account, evidence);
    }
  }
}

/** Messages may have a quota of their own (`messages-rate-limited`). */
function isOfOneQuota(limited: Reading, again: Reading): boolean {
  return [limited, again].every(
    ({ operation, credential, isCached, isSpecial }) =>
      operation !== undefined &&
      isAlwaysRateLimited(operation) &&
      credential.kind === 'bearer' &&
      !isCached &&
      !isSpecial,
  );
}

/** Returns the Retry-After of a 429 in milliseconds, never negative; undefined for other responses and without the header. */
function waitOf({ isLimited, header, respondedMs }: Reading): number | undefined {
  const untilMs = isLimited ? parseRetryAfter(header('retry-after')?.trim() ?? '', respondedMs) : undefined;
  return untilMs === undefined ? undefined : Math.max(0, untilMs - respondedMs);
}

/** Headers hold whole seconds: a wait may seem a second longer than it is. */
const ROUNDING_MS = 1_000;

function* judgeRetry(limited: Reading, again: Reading, account: Account, { settings }: Evidence): Iterable<Note> {
  const waitMs = waitOf(limited);
  if (waitMs === undefined) return;
  const lateMs = again.exchange.startedMs - (limited.exchange.endedMs + waitMs);
  if (lateMs < -ROUNDING_MS) return;

  const { status } = again;
  if (status === undefined) return yield inconclusive(again, again.exchange.failure ?? 'no response');
  if (status === 401 || status === 403 || status >= 500) return yield inconclusive(again, `got ${status}`);
  if (!again.isLimited) return yield passes(again);

  const why = whyLimitedAgain(limited, again, lateMs, account);
  if (why !== undefined) yield inconclusive(again, why);
  else if (!settings.isExclusive) yield inconclusive(again, 'another user of the key may have spent the new window');
  else {
    yield violates(again, {
      problem: 'a request got another 429 although Retry-After had passed',
      expected: `a status other than 429 after Retry-After: ${limited.header('retry-after')}`,
      received: `429, Retry-After: ${again.header('retry-after') ?? 'none'}`,
      related: [limited],
    });
  }
}

/** Returns what may explain another 429 of a conformant service; undefined if nothing does. */
function whyLimitedAgain(limited: Reading, again: Reading, lateMs: number, account: Account): string | undefined {
  const waitMs = waitOf(limited) ?? 0;
  const newWaitMs = waitOf(again) ?? 0;
  if (waitMs < ROUNDING_MS) return 'the 429 before indicated no wait';
  if (lateMs <= SKEW_MS && newWaitMs <= SKEW_MS) return 'the time indicated had passed by seconds only';
  const isLonger = newWaitMs > waitMs + 2 * ROUNDING_MS;
  if (isLonger && !isSameShortWindow(limited, again, newWaitMs, account)) {
    return 'the new wait is longer: the other window may be spent';
  }
  return undefined;
}

/** Both show the same Limit, and the new wait is no longer than a minute: it is the window of the minute that did not reset. */
function isSameShortWindow(limited: Reading, again: Reading, newWaitMs: number, { entryOf }: Account): boolean {
  const [before, after] = [entryOf(limited), entryOf(again)];
  if (before === undefined || before.limit !== after?.limit) return false;
  return before.remaining === 0 && after.remaining === 0 && newWaitMs <= 60_000 + SKEW_MS;
}
