import { isAlwaysRateLimited } from '../../spec/operations.js';
import { parseRetryAfter } from '../../spec/rate-limit-headers.js';
import type { Evidence, JudgeSettings, Reading } from '../evidence.js';
import {
  type Account,
  isOfAMinute,
  isSuccess,
  type LedgerEntry,
  openLedger,
  openTracks,
  SKEW_MS,
  type Track,
} from '../ledger.js';
import { inconclusive, type Note, passes, type Rule, suspicious, violates } from '../rule.js';

/** Whether requests get 429 when the limit is reached, and not before. */
export const limitEnforcementRules: readonly Rule[] = [
  {
    id: 'limits/enforced',
    title: 'No more requests than Limit succeed inside one window',
    statements: ['limits.exceeded-answers-429', 'limits.set-per-plan'],
    severity: 'documented',
    class: 'exhaust',
    judge: judgeEnforcement,
  },
  {
    id: 'limits/exceeded-is-429',
    title: 'A request that exceeds the limit gets 429',
    statements: ['limits.exceeded-answers-429', 'errors.429'],
    severity: 'documented',
    class: 'exhaust',
    judge: judgeStatus,
  },
  {
    id: 'limits/not-refused-early',
    title: 'No request gets 429 while requests are left',
    statements: ['limits.exceeded-answers-429', 'limits.remaining-is-requests-left'],
    severity: 'implied',
    class: 'exhaust',
    judge: judgeStrictness,
  },
];

/** Longer than clocks differ: a Reset that means “when everything has left” would have moved on by as much. */
const PAUSE_MS = 12_000;
const STILL_MS = 2_000;

function* judgeEnforcement(evidence: Evidence): Iterable<Note> {
  for (const track of openTracks(evidence)) {
    for (const { reading } of track.entries) if (reading.isLimited) yield passes(reading);
    const excess = findExcess(track);
    if (excess === undefined) continue;
    const { first, last, succeeded } = excess;
    if (!evidence.settings.isExclusive) {
      yield suspicious(
        last.reading,
        `${succeeded}: others who use the key may have changed its plan; needs --exclusive`,
      );
      continue;
    }
    yield violates(last.reading, {
      problem: 'a request succeeded after the limit had been reached',
      expected: '429, the limit being reached and not yet reset',
      received: `${last.reading.status}, ${succeeded}`,
      related: [first.reading],
    });
  }
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

function* judgeStatus(evidence: Evidence): Iterable<Note> {
  for (const { before, request, account } of successors(evidence)) {
    if (before.remaining > 0 || !isBeforeReset(before, request)) continue;
    const { status } = request;
    if (status === undefined) yield inconclusive(request, request.exchange.failure ?? 'no response');
    else if (request.isLimited) yield passes(request);
    else if ([401, 407, 408].includes(status) || (status >= 500 && status !== 503))
      yield inconclusive(request, `got ${status}`);
    else if (status === 403 && hasBeenLimited(account, request)) yield inconclusive(request, 'it may be a ban');
    else if (status < 400 || isRejectedForItself(request)) continue;
    else {
      yield violates(request, {
        problem: 'a request over the limit got another status',
        expected: '429',
        received: `${status}, after X-RateLimit-Remaining: 0`,
        related: [before.reading],
      });
    }
  }
}

/** A client with an earlier 429 may be banned (§8.4), whose status is open (`ban-status`). */
function hasBeenLimited({ requests }: Account, { exchange }: Reading): boolean {
  return requests.some((earlier) => earlier.isLimited && earlier.exchange.startedMs < exchange.startedMs);
}

/** Returns whether the pet or the body may be the reason, whether or not requests were left (`order-of-checks`). */
function isRejectedForItself({ status, petId }: Reading): boolean {
  return petId !== undefined && status !== 403 && status !== 503;
}

function* judgeStrictness(evidence: Evidence): Iterable<Note> {
  for (const successor of successors(evidence)) {
    const { before, request } = successor;
    const { settings } = evidence;
    if (!request.isLimited || !isBeforeReset(before, request)) continue;
    if (before.remaining === 0) yield passes(request);
    else if (!settings.isExclusive) yield inconclusive(request, 'another user of the key may have used what was left');
    else if (!isOfOneWindow(successor, settings))
      yield inconclusive(request, 'it may be the other window that was spent');
    else {
      yield violates(request, {
        problem: 'a request got 429 while requests were left',
        expected: `another status after X-RateLimit-Remaining: ${before.remaining}`,
        received: `429, Retry-After: ${request.header('retry-after')}`,
        related: [before.reading],
      });
    }
  }
}

/** Returns whether the window that had requests left is the one that caused the 429: the minute, whose Reset the client waits for. */
function isOfOneWindow({ before, request, account }: Successor, { plan }: JudgeSettings): boolean {
  if (!isOfAMinute(before.limit, plan) || account.entryOf(request)?.limit !== before.limit) return false;
  const untilMs = parseRetryAfter(request.header('retry-after')?.trim() ?? '', request.respondedMs);
  return untilMs !== undefined && Math.abs(untilMs - before.resetMs) <= SKEW_MS;
}

interface Successor {
  /** A success that shows how many requests were left. */
  readonly before: LedgerEntry;
  /** What was sent with the same key right after it. */
  readonly request: Reading;
  readonly account: Account;
}

function* successors(evidence: Evidence): Iterable<Successor> {
  for (const account of openLedger(evidence)) {
    for (const [index, request] of account.requests.entries()) {
      const previous = account.requests[index - 1];
      const before = previous && isSuccess(previous) ? account.entryOf(previous) : undefined;
      if (before !== undefined && isJudged(request)) yield { before, request, account };
    }
  }
}

/** Messages may have a quota of their own (`messages-rate-limited`). */
function isJudged({ operation, credential, isCached, isSpecial }: Reading): boolean {
  if (operation === undefined || !isAlwaysRateLimited(operation) || isCached || isSpecial) return false;
  return credential.kind === 'bearer';
}
