import {
  type Account,
  isOfAMinute,
  type LedgerEntry,
  openLedger,
  pairs,
  retryAtMs,
  SKEW_MS,
  type Track,
  usesQuota,
} from '../../ledger.js';
import type { Reading } from '../../reading.js';
import { mayBeBanned } from '../../requests.js';
import {
  type Evidence,
  inconclusive,
  type JudgeSettings,
  judgeEach,
  type Note,
  passes,
  ruleFamily,
  suspicious,
  violates,
} from '../../rule.js';

/** Whether requests get 429 when the limit is reached, and not before. */
export const limitEnforcementRules = ruleFamily({ class: 'exhaust' }, [
  {
    id: 'limits/enforced',
    title: 'No more requests than Limit succeed inside one window',
    statements: ['limits.exceeded-answers-429', 'limits.set-per-plan'],
    judge: judgeEach(openLedger, judgeEnforcement),
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
    judge: (evidence) => [
      ...judgeEach(openLedger, judgeRemainders)(evidence),
      ...judgeEach(successors, judgeStrictness)(evidence),
    ],
  },
]);

/** Longer than clocks differ: a Reset that means “when everything has left” would have moved on by as much. */
const PAUSE_MS = 12_000;
const STILL_MS = 2_000;

function* judgeEnforcement(account: Account, { settings }: Evidence): Iterable<Note> {
  for (const request of account.requests) if (account.entryOf(request)?.isLimited) yield passes(request);
  const excess = findExcess(account);
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
  readonly last: Reading;
  readonly succeeded: string;
}

function findExcess(account: Account): Excess | undefined {
  for (const track of account.tracks) {
    const excess = findMoreThanLimit(track) ?? findMoreThanLeft(track);
    if (excess !== undefined) return excess;
  }
  return findMoreThanLeftAtOnce(account);
}

/** Until the announced Reset, nothing counted since that response leaves a window of any kind. */
function findMoreThanLimit({ limit, successes, account }: Track): Excess | undefined {
  const rises = pairs(successes).flatMap(([before, after]) =>
    after.remaining > before.remaining ? after.position : [],
  );
  for (const first of successes) {
    const index = account.acceptedUpTo(first.position) - 1;
    const last = account.accepted[index + limit];
    if (last === undefined) return undefined;
    const counted = account.accepted.slice(index, index + limit + 1);
    if (!isBeforeReset(first, last) || !counted.every((each) => isBeforeReset(first, each))) continue;
    if (rises.some((position) => position > first.position && account.acceptedUpTo(position) <= index + limit + 1))
      continue;
    return { first, last, succeeded: `success number ${limit + 1} in one window of ${limit}` };
  }
  return undefined;
}

function findMoreThanLeft({ successes, account }: Track): Excess | undefined {
  for (const [before, after] of pairs(successes)) {
    const count = account.acceptedUpTo(after.position) - account.acceptedUpTo(before.position);
    if (count > before.remaining && isBeforeReset(before, after) && hasStoodStill(successes, before)) {
      return excessAfter(before, after, count);
    }
  }
  return undefined;
}

function findMoreThanLeftAtOnce(account: Account): Excess | undefined {
  for (const { before, requests } of successorsIn(account)) {
    const accepted = requests.filter((request) => request.isAccepted && isBeforeReset(before, request));
    const last = accepted.at(-1);
    if (last === undefined || accepted.length <= before.remaining) continue;
    const track = account.tracks.find(({ limit }) => limit === before.limit);
    if (hasStoodStill(track?.successes ?? [], before)) return excessAfter(before, last, accepted.length);
  }
  return undefined;
}

function excessAfter(first: LedgerEntry, last: Reading, count: number): Excess {
  const successes = count === 1 ? 'a success' : `${count} successes`;
  return { first, last, succeeded: `${successes} after X-RateLimit-Remaining: ${first.remaining}` };
}

/** Returns whether Reset cannot mean “when everything has left”, as in some sliding windows, which give room before it. */
function hasStoodStill(all: readonly LedgerEntry[], entry: LedgerEntry): boolean {
  return all.some((one) => entry.sentMs - one.sentMs >= PAUSE_MS && Math.abs(entry.resetMs - one.resetMs) <= STILL_MS);
}

function isBeforeReset({ resetMs }: LedgerEntry, { latestMs }: Pick<LedgerEntry, 'latestMs'>): boolean {
  return latestMs < resetMs - SKEW_MS;
}

function* judgeStatus({ before, requests, account }: Successors): Iterable<Note> {
  const inTime = requests.filter((request) => isBeforeReset(before, request));
  if (inTime.length <= before.remaining) return;
  const served = inTime.filter((request) => !request.isLimited && whyUnclear(request, account) === undefined);
  for (const request of inTime) {
    const { status } = request;
    const why = whyUnclear(request, account);
    if (request.isLimited) yield passes(request);
    else if (why !== undefined) yield inconclusive(request, why);
    else if (served.length > before.remaining && !request.isAccepted && !isRejectedForItself(request)) {
      yield violates(request, {
        problem: 'a request over the limit got another status',
        expected: '429',
        received: `${status}, after X-RateLimit-Remaining: ${before.remaining}`,
        related: [before],
      });
    }
  }
}

function whyUnclear(request: Reading, account: Account): string | undefined {
  const { status, exchange } = request;
  if (status === undefined) return exchange.failure ?? 'no response';
  if ([401, 407, 408].includes(status) || (status >= 500 && status !== 503)) return `got ${status}`;
  // The status of a banned key is open (`ban-status`).
  return status === 403 && mayBeBanned(request, account.requests) ? 'it may be a ban' : undefined;
}

/** Returns whether the pet or the body may be the reason, whether or not requests were left (`order-of-checks`). */
function isRejectedForItself({ status = 0, pathId }: Reading): boolean {
  return status < 400 || (pathId !== undefined && status !== 403 && status !== 503);
}

function* judgeStrictness({ before, requests, group, account }: Successors, { settings }: Evidence): Iterable<Note> {
  const limited = requests.filter((request) => request.isLimited && isBeforeReset(before, request));
  const [first] = limited;
  if (first === undefined) return;
  const served = group.filter(({ isLimited }) => !isLimited).length;
  if (served >= before.remaining) return yield* limited.map(passes);
  const told = account.entryOf(first);
  if (told !== undefined && contradictsItself(told, settings)) return;
  if (!settings.isExclusive) return yield inconclusive(first, 'another user of the key may have used what was left');
  if (!isOfOneWindow(before, first, account, settings)) {
    return yield inconclusive(first, 'it may be the other window that was spent');
  }
  const all = group.length === 1 ? '' : ` for one of ${group.length} requests at once`;
  yield violates(first, {
    problem: 'a request got 429 while requests were left',
    expected: `another status${all} after X-RateLimit-Remaining: ${before.remaining}`,
    received: `429, Retry-After: ${first.header('retry-after')}`,
    related: [before],
  });
}

/** Returns whether the window that had requests left is the one that caused the 429: the minute, whose Reset the client waits for. */
function isOfOneWindow(before: LedgerEntry, limited: Reading, account: Account, { plan }: JudgeSettings): boolean {
  if (!isOfAMinute(before.limit, plan) || account.entryOf(limited)?.limit !== before.limit) return false;
  return asksToWaitUntil(before.resetMs, limited);
}

/** A short wait may end there by chance: some services always ask to wait 0 seconds. */
function asksToWaitUntil(ms: number, limited: Reading): boolean {
  const untilMs = retryAtMs(limited);
  if (untilMs === undefined || untilMs - limited.respondedMs <= SKEW_MS) return false;
  return Math.abs(untilMs - ms) <= SKEW_MS;
}

function judgeRemainders(account: Account, { settings }: Evidence): Note[] {
  return account.requests.flatMap((request) => {
    const entry = account.entryOf(request);
    if (entry === undefined || !contradictsItself(entry, settings)) return [];
    if (!settings.isExclusive) return inconclusive(request, 'another user of the key may have earned it a ban');
    return violates(request, {
      problem: 'a 429 says that requests are left',
      expected: 'X-RateLimit-Remaining: 0 until Reset, the time to wait for',
      received: `X-RateLimit-Remaining: ${entry.remaining}, Retry-After: ${request.header('retry-after')}`,
    });
  });
}

/** The window that a 429 describes is the spent one if the client is to wait for its Reset: then nothing is left in it. */
function contradictsItself(entry: LedgerEntry, { plan }: JudgeSettings): boolean {
  if (!entry.isLimited || entry.remaining === 0) return false;
  return isOfAMinute(entry.limit, plan) && asksToWaitUntil(entry.resetMs, entry);
}

interface Successors {
  /** A success that shows how many requests were left. */
  readonly before: LedgerEntry;
  /** What was sent with the same key right after it: one request, or several at once. */
  readonly group: readonly Reading[];
  /** Those of the group that use the quota; at least one. */
  readonly requests: readonly Reading[];
  readonly account: Account;
}

function successors(evidence: Evidence): Successors[] {
  return openLedger(evidence).flatMap(successorsIn);
}

function successorsIn(account: Account): Successors[] {
  return pairs(account.groups).flatMap(([[previous, ...others], group]) => {
    const isAlone = previous?.isAccepted && others.length === 0;
    const before = isAlone ? account.entryOf(previous) : undefined;
    const requests = group.filter(usesQuota);
    return before === undefined || requests.length === 0 ? [] : [{ before, group, requests, account }];
  });
}
