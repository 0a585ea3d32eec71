import type { Evidence } from '../evidence.js';
import {
  countRequests,
  isBelowOwnUse,
  isOfAMinute,
  type LedgerEntry,
  MINUTE_MS,
  mayBeOfOneLength,
  openTracks,
  SKEW_MS,
  type Track,
} from '../ledger.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

/** Whether Reset is the moment at which the limit resets. */
export const limitResetRules: readonly Rule[] = [
  {
    id: 'limits/reset-steady',
    title: 'Reset stays the same until it has passed',
    statements: ['limits.reset-is-unix-timestamp'],
    severity: 'implied',
    class: 'exhaust',
    judge: judgeSteadiness,
  },
  {
    id: 'limits/reset-honest',
    title: 'After Reset has passed, requests are available again',
    statements: ['limits.reset-is-unix-timestamp', 'limits.remaining-is-requests-left'],
    severity: 'implied',
    class: 'exhaust',
    judge: judgeHonesty,
  },
];

/** Lists further apart than this show whether Reset moves. */
const APART_MS = 3_000;

function* judgeSteadiness(evidence: Evidence): Iterable<Note> {
  for (const track of openTracks(evidence)) {
    for (const [index, after] of track.successes.entries()) {
      const before = track.successes[index - 1];
      if (before === undefined) continue;
      yield* judgeEarlyRefill(before, after, track);
    }
    yield* judgeStandstill(track);
    yield* judgeDrift(track, evidence);
  }
}

/** A fixed window ends at its Reset, and a sliding one gives back only what has grown old. */
function* judgeEarlyRefill(before: LedgerEntry, after: LedgerEntry, track: Track): Iterable<Note> {
  const isEarly = after.remaining > before.remaining && after.latestMs < before.resetMs - SKEW_MS;
  if (!isEarly || after.resetMs <= before.resetMs + SKEW_MS || !isBelowOwnUse(track, after)) return;
  yield violates(after.reading, {
    problem: 'the limit was reset long before the announced Reset',
    expected: `a reset at ${inWords(before.resetMs)}`,
    received: `${after.remaining} requests left at ${inWords(after.atMs)}, after ${before.remaining}`,
    related: [before.reading],
  });
}

function* judgeStandstill({ successes }: Track): Iterable<Note> {
  let first = successes[0];
  for (const entry of successes) {
    if (first === undefined || Math.abs(entry.resetMs - first.resetMs) > SKEW_MS) first = entry;
    const apartMs = entry.sentMs - first.sentMs;
    const movedMs = Math.abs(entry.resetMs - first.resetMs);
    if (apartMs >= APART_MS && movedMs <= Math.min(2_000, apartMs / 2)) yield passes(entry.reading);
  }
}

/** Reset keeps its distance, as in a sliding window that announces when everything has left. But there, old requests do leave. */
function* judgeDrift(track: Track, { settings }: Evidence): Iterable<Note> {
  for (const drift of findDrift(track.successes)) {
    const { first, last, distanceMs, entries } = drift;
    const tooMany = settings.isExclusive ? entries.find((entry) => holdsWhatIsOld(entry, drift, track)) : undefined;
    if (tooMany === undefined) {
      yield inconclusive(last.reading, 'Reset moved on with the time, as it may in a sliding window');
      continue;
    }
    yield violates(tooMany.reading, {
      problem: 'Reset moves on with the time and never comes',
      expected: `requests given back after ${inWords(first.resetMs)}, the Reset announced first`,
      received: `a Reset always ${Math.round(distanceMs / 1000)} seconds ahead, and Remaining only falling`,
      related: [first.reading, last.reading],
    });
  }
}

function holdsWhatIsOld(entry: LedgerEntry, drift: { first: LedgerEntry; distanceMs: number }, track: Track): boolean {
  const windowMs = drift.distanceMs + SKEW_MS;
  if (entry.sentMs - drift.first.sentMs <= windowMs || entry.remaining >= drift.first.remaining) return false;
  return entry.used > countRequests(track, entry.sentMs - windowMs, entry.sentMs);
}

function* judgeHonesty(evidence: Evidence): Iterable<Note> {
  const { isExclusive, plan } = evidence.settings;
  for (const track of openTracks(evidence)) {
    for (const [index, after] of track.successes.entries()) {
      const before = track.successes[index - 1];
      if (before === undefined || after.earliestMs <= before.resetMs || !mayBeOfOneLength(before, after)) continue;
      const since = countRequests(track, before.sentMs, after.sentMs);
      if (after.remaining > before.remaining || after.used <= since) yield passes(after.reading);
      else if (after.earliestMs <= before.resetMs + SKEW_MS)
        yield inconclusive(after.reading, 'Reset had passed by seconds only');
      else if (!isExclusive) yield inconclusive(after.reading, 'another user of the key may have spent the new window');
      else if (after.used <= mostExplained(before, after, since, isOfAMinute(track.limit, plan), track)) {
        yield inconclusive(after.reading, 'a sliding window may not have given back more');
      } else {
        yield violates(after.reading, {
          problem: 'Remaining has not risen although the announced Reset has passed',
          expected: `at least ${track.limit - since} requests left after ${inWords(before.resetMs)}`,
          received: `X-RateLimit-Remaining: ${after.remaining} at ${inWords(after.atMs)}, after ${before.remaining}`,
          related: [before.reading],
        });
      }
    }
  }
}

/** The most requests that a window of any kind may still hold. */
function mostExplained(
  before: LedgerEntry,
  after: LedgerEntry,
  since: number,
  isMinuteLong: boolean,
  { requests }: Track,
): number {
  // Whichever window it is, at least its oldest request left at the announced Reset.
  if (!isMinuteLong) return before.used - 1 + since;
  // The new Reset shows the age of the oldest request in a window of a minute.
  const oldestMs = after.resetMs - MINUTE_MS - SKEW_MS;
  const young = requests.filter(({ latestMs, exchange }) => latestMs >= oldestMs && exchange.startedMs <= after.sentMs);
  return Math.max(since, young.length);
}

function inWords(ms: number): string {
  return new Date(ms).toISOString();
}

/** Returns in a row whose Reset moved on with the time although it had not come. No fixed window explains that. */
interface ResetDrift {
  /** The two that show it. */
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
function findDrift(entries: readonly LedgerEntry[]): ResetDrift[] {
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
function distanceMs({ resetMs, reading }: LedgerEntry): number {
  return resetMs - reading.exchange.endedMs;
}
