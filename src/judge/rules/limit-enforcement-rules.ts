import { precedes } from '../../exchange/exchange.js';
import type { Evidence, JudgeSettings, Reading } from '../evidence.js';
import {
  type Account,
  isOfAMinute,
  type LedgerEntry,
  openLedger,
  openTracks,
  pairs,
  retryAtMs,
  SKEW_MS,
  type Track,
  usesQuota,
} from '../ledger.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';

/** Whether requests get 429 when the limit is reached, and not before. */
export const limitEnforcementRules = ruleFamily({ class: 'exhaust' }, [
  {
    id: 'limits/enforced',
    title: 'No more requests than Limit succeed inside one window',
    statements: ['limits.exceeded-answers-429', 'limits.set-per-plan'],
    judge: judgeEach(openTracks, judgeEnforcement),
  },
  {
    id: 'limits/exceeded-is-429',
    title: 'A request that exceeds the limit gets 429',
    statements: ['limits.exceeded-answers-429', 'errors.429'],
    judge: judgeEach(successors, judgeStatus),
  },
  {
    id: 'limits/not-refused-early',
    title: 'No request gets 429 while requests are left',
    statements: ['limits.exceeded-answers-429', 'limits.remaining-is-requests-left'],
    severity: 'implied',
    judge: judgeEach(successors, judgeStrictness),
  },
]);

/** Longer than clocks differ: a Reset that means “when everything has left” would have moved on by as much. */
const PAUSE_MS = 12_000;
const STILL_MS = 2_000;

function* judgeEnforcement(track: Track, { settings }: Evidence): Iterable<Note> {
  for (const entry of track.entries) if (entry.isLimited) yield passes(entry);
  const excess = findExcess(track);
  if (excess === undefined) return;
  const { first, last, succeeded } = excess;
  if (!settings.isExclusive) {
    const why = `${succeeded}: others who use the key may have changed its plan; needs --exclusive`;
    return yield suspicious(last, why);
  }
  yield violates(last, {
    problem: 'a request succeeded after the limit had been reached',
    expected: '429, the limit being reached and not yet reset',
    received: `${last.status}, ${succeeded}`,
    related: [first],
  });
}

interface Excess {
  readonly first: LedgerEntry;
  readonly last: LedgerEntry;
  readonly succeeded: string;
}

/** Until the announced Reset, nothing counted since that response leaves a window of any kind. */
function findExcess({ successes, limit }: Track): Excess | undefined {
  let afterRise = 0;
  for (const [index, last] of successes.entries()) {
    const previous = successes[index - 1];
    if (previous === undefined) continue;
    if (last.remaining > previous.remaining) afterRise = index;
    const first = successes[index - limit];
    if (first !== undefined && index - limit >= afterRise && isBeforeReset(first, last)) {
      return { first, last, succeeded: `success number ${limit + 1} in one window of ${limit}` };
    }
    const isSpent = previous.remaining === 0 && isBeforeReset(previous, last);
    if (isSpent && hasStoodStill(successes.slice(0, index), previous)) {
      return { first: previous, last, succeeded: 'a success after X-RateLimit-Remaining: 0' };
    }
  }
  return undefined;
}

/** Returns whether Reset cannot mean “when everything has left”, as in some sliding windows, which give room before it. */
function hasStoodStill(earlier: readonly LedgerEntry[], entry: LedgerEntry): boolean {
  return earlier.some(
    (one) => entry.sentMs - one.sentMs >= PAUSE_MS && Math.abs(entry.resetMs - one.resetMs) <= STILL_MS,
  );
}

function isBeforeReset({ resetMs }: LedgerEntry, { latestMs }: Pick<LedgerEntry, 'latestMs'>): boolean {
  return latestMs < resetMs - SKEW_MS;
}

function judgeStatus({ before, request, account }: Successor): Note | undefined {
  if (before.remaining > 0 || !isBeforeReset(before, request)) return undefined;
  const { status } = request;
  if (status === undefined) return inconclusive(request, request.exchange.failure ?? 'no response');
  if (request.isLimited) return passes(request);
  if ([401, 407, 408].includes(status) || (status >= 500 && status !== 503)) {
    return inconclusive(request, `got ${status}`);
  }
  if (status === 403 && hasBeenLimited(account, request)) return inconclusive(request, 'it may be a ban');
  if (status < 400 || isRejectedForItself(request)) return undefined;
  return violates(request, {
    problem: 'a request over the limit got another status',
    expected: '429',
    received: `${status}, after X-RateLimit-Remaining: 0`,
    related: [before],
  });
}

/** A client that got a 429 before may be banned (§8.4), whose status is open (`ban-status`). */
function hasBeenLimited({ requests }: Account, { exchange }: Reading): boolean {
  return requests.some((other) => other.isLimited && !precedes(exchange, other.exchange));
}

/** Returns whether the pet or the body may be the reason, whether or not requests were left (`order-of-checks`). */
function isRejectedForItself({ status, petId }: Reading): boolean {
  return petId !== undefined && status !== 403 && status !== 503;
}

function judgeStrictness(successor: Successor, { settings }: Evidence): Note | undefined {
  const { before, request } = successor;
  if (!request.isLimited || !isBeforeReset(before, request)) return undefined;
  if (before.remaining === 0) return passes(request);
  if (!settings.isExclusive) return inconclusive(request, 'another user of the key may have used what was left');
  if (!isOfOneWindow(successor, settings)) return inconclusive(request, 'it may be the other window that was spent');
  return violates(request, {
    problem: 'a request got 429 while requests were left',
    expected: `another status after X-RateLimit-Remaining: ${before.remaining}`,
    received: `429, Retry-After: ${request.header('retry-after')}`,
    related: [before],
  });
}

/** Returns whether the window that had requests left is the one that caused the 429: the minute, whose Reset the client waits for. */
function isOfOneWindow({ before, request, account }: Successor, { plan }: JudgeSettings): boolean {
  if (!isOfAMinute(before.limit, plan) || account.entryOf(request)?.limit !== before.limit) return false;
  const untilMs = retryAtMs(request);
  return untilMs !== undefined && Math.abs(untilMs - before.resetMs) <= SKEW_MS;
}

interface Successor {
  /** A success that shows how many requests were left. */
  readonly before: LedgerEntry;
  /** What was sent with the same key right after it. */
  readonly request: Reading;
  readonly account: Account;
}

function successors(evidence: Evidence): Successor[] {
  return openLedger(evidence).flatMap((account) =>
    pairs(account.requests).flatMap(([previous, request]) => {
      const before = previous.isAccepted ? account.entryOf(previous) : undefined;
      return before !== undefined && usesQuota(request) ? [{ before, request, account }] : [];
    }),
  );
}
