import type { Evidence } from '../evidence.js';
import { isOfAMinute, type LedgerEntry, MINUTE_MS, openTracks, pairs, SKEW_MS, type Track } from '../ledger.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../rule.js';

/** How Remaining and Reset change from one response to the next. */
export const limitWindowRules = ruleFamily({ severity: 'implied', class: 'exhaust' }, [
  {
    id: 'limits/remaining-falls',
    title: 'Remaining falls with the requests that are sent, and rises only when the window is refilled',
    statements: ['limits.remaining-is-requests-left'],
    class: 'read',
    judge: judgeEach(openTracks, (track) => [...judgeRises(track), ...judgeBursts(track)]),
  },
  {
    id: 'limits/reset-steady',
    title: 'Reset stays the same until it has passed',
    statements: ['limits.reset-is-unix-timestamp'],
    judge: judgeEach(openTracks, (track, evidence) => [
      ...judgeEarlyRefills(track),
      ...judgeStandstill(track),
      ...judgeDrifts(track, evidence),
    ]),
  },
  {
    id: 'limits/reset-honest',
    title: 'After Reset has passed, requests are available again',
    statements: ['limits.reset-is-unix-timestamp', 'limits.remaining-is-requests-left'],
    judge: judgeEach(openTracks, judgeHonesty),
  },
]);

/** So many successes in a row, sent so shortly after each other, cannot each begin a window. */
const BURST = 5;
const BURST_MS = 10_000;

const SLIDING = 'requests from before the recording may have left a sliding window';

function judgeRises(track: Track): Note[] {
  return pairs(track.successes).flatMap(([before, after]) => {
    if (!hasRisen(before, after) || !isSameWindow(before, after)) return [];
    const missing = after.remaining - before.remaining + 1;
    if (mayHaveLeft(missing, before, after, track)) return inconclusive(after, `Remaining rose, but ${SLIDING}`);
    return violates(after, {
      problem: 'Remaining rose although the window had not been reset',
      expected: `fewer than ${before.remaining} requests left until ${inWords(before.resetMs)}`,
      received: `X-RateLimit-Remaining: ${after.remaining}, after ${before.remaining}`,
      related: [before],
    });
  });
}

function* judgeBursts(track: Track): Iterable<Note> {
  const { successes } = track;
  for (let end = BURST; end <= successes.length; end++) {
    const burst = successes.slice(end - BURST, end);
    const [first, last] = [burst[0], burst.at(-1)];
    if (first === undefined || last === undefined || last.sentMs - first.sentMs > BURST_MS) continue;
    const fell = first.remaining - last.remaining;
    if (fell >= BURST - 1) yield passes(last);
    else if (!isOneWindow(burst) && burst.some(({ remaining }) => remaining !== first.remaining)) continue;
    else if (mayHaveLeft(BURST - 1 - fell, first, last, track)) {
      yield inconclusive(last, `Remaining fell too little, but ${SLIDING}`);
    } else {
      yield violates(last, {
        problem: fell === 0 ? 'Remaining does not fall' : 'Remaining falls by less than what was sent',
        expected: `at most ${first.remaining - BURST + 1} requests left, ${BURST - 1} successes after ${first.remaining}`,
        received: `X-RateLimit-Remaining: ${burst.map(({ remaining }) => remaining).join(', ')}`,
        related: burst.slice(0, -1),
      });
      end += BURST - 1;
    }
  }
}

/** Returns whether so many requests, whose charge does not show, may have grown old and left a sliding window meanwhile. */
function mayHaveLeft(count: number, from: LedgerEntry, to: LedgerEntry, track: Track): boolean {
  return count <= mostThatLeft(track, from, to) && !isBelowOwnUse(track, to);
}

/** Returns whether no fixed window can have begun in between, and minute and day are not described in turn under one Limit. */
function isOneWindow(burst: readonly LedgerEntry[]): boolean {
  return pairs(burst).every(([before, after]) => !hasRisen(before, after) && isSameWindow(before, after));
}

function hasRisen(before: LedgerEntry, after: LedgerEntry): boolean {
  return after.remaining > before.remaining;
}

/** The later response shows the same Reset as the earlier one, and came before it. */
function isSameWindow(before: LedgerEntry, after: LedgerEntry): boolean {
  return Math.abs(after.resetMs - before.resetMs) <= SKEW_MS && after.latestMs < before.resetMs - SKEW_MS;
}

/** A fixed window ends at its Reset, and a sliding one gives back only what has grown old. */
function judgeEarlyRefills(track: Track): Note[] {
  return pairs(track.successes).flatMap(([before, after]) => {
    const isEarly = hasRisen(before, after) && after.latestMs < before.resetMs - SKEW_MS;
    if (!isEarly || after.resetMs <= before.resetMs + SKEW_MS || !isBelowOwnUse(track, after)) return [];
    return violates(after, {
      problem: 'the limit was reset long before the announced Reset',
      expected: `a reset at ${inWords(before.resetMs)}`,
      received: `${after.remaining} requests left at ${inWords(after.respondedMs)}, after ${before.remaining}`,
      related: [before],
    });
  });
}

/** Responses further apart than this show whether Reset moves. */
const APART_MS = 3_000;

function* judgeStandstill({ successes }: Track): Iterable<Note> {
  let first = successes[0];
  for (const entry of successes) {
    if (first === undefined || Math.abs(entry.resetMs - first.resetMs) > SKEW_MS) first = entry;
    const apartMs = entry.sentMs - first.sentMs;
    const movedMs = Math.abs(entry.resetMs - first.resetMs);
    if (apartMs >= APART_MS && movedMs <= Math.min(2_000, apartMs / 2)) yield passes(entry);
  }
}

/** Reset keeps its distance, as in a sliding window that announces when everything has left. But there, old requests do leave. */
function judgeDrifts(track: Track, { settings }: Evidence): Note[] {
  return findDrifts(track.successes).map((drift) => {
    const { first, last, distanceMs, entries } = drift;
    const tooMany = settings.isExclusive ? entries.find((entry) => holdsWhatIsOld(entry, drift, track)) : undefined;
    if (tooMany === undefined) {
      return inconclusive(last, 'Reset moved on with the time, as it may in a sliding window');
    }
    return violates(tooMany, {
      problem: 'Reset moves on with the time and never comes',
      expected: `requests given back after ${inWords(first.resetMs)}, the Reset announced first`,
      received: `a Reset always ${Math.round(distanceMs / 1000)} seconds ahead, and Remaining only falling`,
      related: [first, last],
    });
  });
}

function holdsWhatIsOld(entry: LedgerEntry, drift: ResetDrift, track: Track): boolean {
  const windowMs = drift.distanceMs + SKEW_MS;
  if (entry.sentMs - drift.first.sentMs <= windowMs || entry.remaining >= drift.first.remaining) return false;
  return entry.used > countRequests(track, entry.sentMs - windowMs, entry.sentMs);
}

function judgeHonesty(track: Track, { settings }: Evidence): Note[] {
  return pairs(track.successes).flatMap(([before, after]) => {
    if (after.earliestMs <= before.resetMs || !mayBeOfOneLength(before, after)) return [];
    const since = after.position - before.position;
    if (hasRisen(before, after) || after.used <= since) return passes(after);
    // By a new Reset, the service itself says that the old one has passed.
    if (after.earliestMs <= before.resetMs + SKEW_MS && after.resetMs <= before.resetMs + SKEW_MS) {
      return inconclusive(after, 'Reset had passed by seconds only');
    }
    if (!settings.isExclusive) {
      return inconclusive(after, 'another user of the key may have spent the new window');
    }
    if (after.used <= mostExplained(before, after, since, isOfAMinute(track.limit, settings.plan), track)) {
      return inconclusive(after, 'a sliding window may not have given back more');
    }
    return violates(after, {
      problem: 'Remaining has not risen although the announced Reset has passed',
      expected: `at least ${track.limit - since} requests left after ${inWords(before.resetMs)}`,
      received: `X-RateLimit-Remaining: ${after.remaining} at ${inWords(after.respondedMs)}, after ${before.remaining}`,
      related: [before],
    });
  });
}

function mostExplained(
  before: LedgerEntry,
  after: LedgerEntry,
  since: number,
  isMinuteLong: boolean,
  { account: { requests } }: Track,
): number {
  // Whichever window it is, at least its oldest request left at the announced Reset.
  if (!isMinuteLong) return before.used - 1 + since;
  // The new Reset shows the age of the oldest request in a window of a minute.
  const oldestMs = after.resetMs - MINUTE_MS - SKEW_MS;
  if (requests.every(({ exchange }) => exchange.startedMs > oldestMs)) return Number.POSITIVE_INFINITY;
  const young = requests.filter(({ latestMs, exchange }) => latestMs >= oldestMs && exchange.startedMs <= after.sentMs);
  return Math.max(since, young.length);
}

/** Returns how many requests were sent after one moment and up to another (by the sender's clock). */
function countRequests({ account: { requests } }: Track, afterMs: number, untilMs: number): number {
  return requests.filter(({ exchange }) => exchange.startedMs > afterMs && exchange.startedMs <= untilMs).length;
}

/** Stays below the shortest window, skewed clocks included: what was sent so shortly before lies in one sliding window. */
const YOUNGER_THAN_ANY_WINDOW_MS = 50_000;

/** A sliding window gives back only old requests: where fewer are shown than were certainly in it, a fixed one has restarted. */
function isBelowOwnUse({ successes }: Track, entry: LedgerEntry): boolean {
  const youngest = entry.sentMs - YOUNGER_THAN_ANY_WINDOW_MS;
  const own = successes.filter(({ sentMs, position }) => sentMs > youngest && position <= entry.position);
  return entry.used < own.length;
}

/** Young requests have not left a sliding window, so at most as many have as it held shortly before. */
function mostThatLeft({ entries }: Track, from: LedgerEntry, to: LedgerEntry): number {
  const youngest = to.sentMs - YOUNGER_THAN_ANY_WINDOW_MS;
  const before = entries.filter(({ sentMs, position }) => sentMs > youngest && position <= from.position);
  return before.reduce((least, { used }) => Math.min(least, used), Number.POSITIVE_INFINITY);
}

/** Returns whether two responses may describe the same window, rather than minute and day in turn with equal limits. */
function mayBeOfOneLength(one: LedgerEntry, other: LedgerEntry): boolean {
  return isLong(one) === isLong(other);
}

function isLong({ resetMs, respondedMs }: LedgerEntry): boolean {
  return resetMs - respondedMs > MINUTE_MS + SKEW_MS;
}

function inWords(ms: number): string {
  return new Date(ms).toISOString();
}

/** Successive responses whose Reset moved on with the time although it had not come. No fixed window explains that. */
interface ResetDrift {
  readonly first: LedgerEntry;
  readonly last: LedgerEntry;
  /** How far ahead Reset always lay. */
  readonly distanceMs: number;
  /** All with the same distance, from `first` on, while Remaining only falls. */
  readonly entries: readonly LedgerEntry[];
}

/** Rounding to seconds, and the duration of a response. */
const CONSTANT_MS = 2_000;
/** Well over what two gateways' clocks differ by. */
const SPREAD_MS = 12_000;

/** Returns the periods of at least twelve seconds in which Reset stayed at the same distance from the time. */
function findDrifts(entries: readonly LedgerEntry[]): ResetDrift[] {
  const drifts: ResetDrift[] = [];
  for (let index = 0; index < entries.length; ) {
    const stretch = stretchFrom(entries, index);
    const drift = driftIn(stretch);
    if (drift !== undefined) drifts.push(drift);
    index += stretch.length;
  }
  return drifts;
}

function stretchFrom(entries: readonly LedgerEntry[], start: number): LedgerEntry[] {
  let end = start + 1;
  while (end < entries.length && goesOn(entries[start], entries[end - 1], entries[end])) end++;
  return entries.slice(start, end);
}

function goesOn(first: LedgerEntry | undefined, previous: LedgerEntry | undefined, next: LedgerEntry | undefined) {
  if (first === undefined || previous === undefined || next === undefined) return false;
  return next.remaining <= previous.remaining && Math.abs(distanceMs(next) - distanceMs(first)) <= CONSTANT_MS;
}

function driftIn(stretch: readonly LedgerEntry[]): ResetDrift | undefined {
  for (const [index, first] of stretch.entries()) {
    for (const last of stretch.slice(index + 1)) {
      if (last.latestMs >= first.resetMs - SKEW_MS) break;
      if (last.sentMs - first.sentMs < SPREAD_MS) continue;
      return { first, last, distanceMs: first.resetMs - first.earliestMs, entries: stretch.slice(index) };
    }
  }
  return undefined;
}

/** By the clock of the sender: gateways' clocks differ, and this one is the same for all. */
function distanceMs({ resetMs, exchange }: LedgerEntry): number {
  return resetMs - exchange.endedMs;
}
