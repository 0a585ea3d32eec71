import {
  type Account,
  isOfAMinute,
  isSameWindow,
  type LedgerEntry,
  limitsOf,
  openLedger,
  pairs,
  retryAtMs,
  SKEW_MS,
  type Track,
  usesQuota,
  whyNoLimits,
} from '../../ledger.js';
import { defineRules, inconclusive, judgeEach, passes, suspicious, violates } from '../../note.js';
import type { Reading } from '../../reading.js';
import { documentedReadings, HEADERS_HIDDEN, headerInWords, mayBeBanned } from '../../requests.js';
import type { Evidence, JudgeSettings, Note } from '../../rule.js';

/** Whether requests get 429 when the limit is reached, and not before; what is in a 429, and whether waiting for it helps. */
export const limitEnforcementRules = defineRules({ class: 'exhaust', whyUnexercised: whyNoLimits }, [
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
  {
    id: 'limits/429-retry-after',
    title: 'A 429 carries Retry-After, in whole seconds or as an HTTP-date',
    statements: ['limits.429-carries-retry-after'],
    judge: judgeEach(documentedReadings, judgeRetryAfter),
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

/** Longer than clocks differ: a Reset that means “when everything has left” would have moved on by as much. */
const PAUSE_MS = 12_000;
const STILL_MS = 2_000;

function* judgeEnforcement(account: Account, { settings }: Evidence): Iterable<Note> {
  for (const request of account.requests) if (account.entryOf(request)?.isLimited) yield passes(request);
  const excess = account.tracks.map((track) => findMoreThanLimit(track) ?? findMoreThanLeft(track)).find(Boolean);
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

/** Until the announced Reset, nothing counted since that response leaves a window of any kind. */
function findMoreThanLimit({ limit, successes, account }: Track) {
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

/** Counts what succeeded after a response until the next one, also at the same time. */
function findMoreThanLeft({ successes, account }: Track) {
  for (const [index, before] of successes.entries()) {
    const end = successes[index + 1]?.position ?? account.requests.length - 1;
    const accepted = account.accepted
      .slice(account.acceptedUpTo(before.position), account.acceptedUpTo(end))
      .filter((request) => isBeforeReset(before, request));
    const last = accepted.at(-1);
    if (last === undefined || accepted.length <= before.remaining || !hasStoodStill(successes, before)) continue;
    const count = accepted.length === 1 ? 'a success' : `${accepted.length} successes`;
    return { first: before, last, succeeded: `${count} after X-RateLimit-Remaining: ${before.remaining}` };
  }
  return undefined;
}

/** Returns whether Reset cannot mean “when everything has left”, as in some sliding windows, which give room before it. */
export function hasStoodStill(all: readonly LedgerEntry[], entry: LedgerEntry): boolean {
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
  const shown = account.entryOf(first);
  if (shown !== undefined && contradictsItself(shown, settings)) return;
  if (!settings.isExclusive) return yield inconclusive(first, 'another user of the key may have used what was left');
  // The window that had requests left caused the 429 if it is the minute, whose Reset the client waits for.
  const isOfOneWindow = isOfAMinute(before.limit, settings.plan) && shown?.limit === before.limit;
  if (!isOfOneWindow || !asksToWaitUntil(before.resetMs, first)) {
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

type Successors = ReturnType<typeof successors>[number];

/** Returns each success that shows how many requests were left, and what was sent with its key right after it: one request, or several at once. */
function successors(evidence: Evidence) {
  return openLedger(evidence).flatMap((account) =>
    pairs(account.groups).flatMap(([[previous, ...others], group]) => {
      const before = previous?.isAccepted && others.length === 0 ? account.entryOf(previous) : undefined;
      const requests = group.filter(usesQuota);
      return before === undefined || requests.length === 0 ? [] : [{ before, group, requests, account }];
    }),
  );
}

function judgeRetryAfter(reading: Reading, { settings }: Evidence): Note | undefined {
  if (!reading.isLimited || reading.isCached) return undefined;
  const text = reading.header('retry-after')?.trim() ?? '';
  if (text === '' && reading.mayHideHeaders) return inconclusive(reading, HEADERS_HIDDEN);
  const problem = problemOf(text, reading, settings);
  if (problem === undefined) return passes(reading);
  return violates(reading, {
    problem,
    expected: 'Retry-After, in whole seconds or as an HTTP-date',
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
  // Whether a moment that has passed already is true, the next request shows, as after `Retry-After: 0`.
  if (!/^\d+$/.test(text)) return undefined;
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
  const isDate = !/^\d+$/.test(reading.header('retry-after')?.trim() ?? '');
  if (untilMs === undefined || (isDate && reading.isClockUnclear)) return undefined;
  const waitMs = untilMs - reading.respondedMs;
  // A date that has passed by `Date` may lie ahead by the client's clock.
  return Math.max(0, waitMs > 0 ? waitMs : untilMs - reading.exchange.endedMs);
}

/** Headers hold whole seconds: a wait may seem a second longer than it is. */
const ROUNDING_MS = 1_000;

function judgeRetry(limited: Reading, again: Reading, account: Account, { settings }: Evidence): Note | undefined {
  const waitMs = waitOf(limited);
  if (waitMs === undefined || !usesQuota(limited) || !usesQuota(again)) return undefined;
  const lateMs = again.exchange.startedMs - (limited.exchange.endedMs + waitMs);
  if (lateMs < -Math.min(ROUNDING_MS, waitMs)) return undefined;

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
  const [before, after] = [account.entryOf(limited), account.entryOf(again)];
  const areSpent = before?.remaining === 0 && after?.remaining === 0 && before.limit === after.limit;
  // Both show that nothing is left until the same Reset, which is further away than clocks differ.
  const hasLongToGo = areSpent && isSameWindow(before, after);
  const isShort = lateMs <= SKEW_MS && newWaitMs <= SKEW_MS && !hasLongToGo;
  if (isShort && !isCertainlyOver(limited, lateMs)) return 'the time indicated had passed by seconds only';
  if (isUsedUpBetween(limited, again, account)) return 'requests in between used what was available again';
  const isLonger = newWaitMs > waitMs + 2 * ROUNDING_MS;
  // A window of a minute did not reset if both show it, and the new wait is no longer.
  const isSameMinute = areSpent && newWaitMs <= 60_000 + SKEW_MS;
  return isLonger && !isSameMinute ? 'the new wait is longer: the other window may be spent' : undefined;
}

/** Seconds, unlike a date, depend on no clock. Some services always ask to wait 0 seconds or 1. */
function isCertainlyOver(limited: Reading, lateMs: number): boolean {
  const seconds = Number(limited.header('retry-after'));
  return seconds > 1 && lateMs >= 2 * ROUNDING_MS;
}

/** The last request in between that was accepted left nothing: in a sliding window, the next one has to wait longer. */
function isUsedUpBetween(limited: Reading, again: Reading, { requests, entryOf }: Account): boolean {
  const between = requests.slice(requests.indexOf(limited) + 1, requests.indexOf(again));
  const last = between.findLast(({ isAccepted }) => isAccepted);
  return last !== undefined && entryOf(last)?.remaining === 0;
}
