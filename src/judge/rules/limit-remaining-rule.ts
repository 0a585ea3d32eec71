import type { Evidence } from '../evidence.js';
import { isBelowOwnUse, type LedgerEntry, mostThatLeft, openTracks, SKEW_MS, type Track } from '../ledger.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

export const limitRemainingRule: Rule = {
  id: 'limits/remaining-falls',
  title: 'Remaining falls with the requests that are sent, and rises only when the window is refilled',
  statements: ['limits.remaining-is-requests-left'],
  severity: 'implied',
  class: 'read',
  judge: judgeFalls,
};

/** So many successes in a row, sent so shortly after each other, cannot each begin a window. */
const BURST = 5;
const BURST_MS = 10_000;

const SLIDING = 'requests from before the recording may have left a sliding window';

function* judgeFalls(evidence: Evidence): Iterable<Note> {
  for (const track of openTracks(evidence)) {
    yield* judgeRises(track);
    yield* judgeBursts(track);
  }
}

function* judgeRises(track: Track): Iterable<Note> {
  for (const [index, after] of track.successes.entries()) {
    const before = track.successes[index - 1];
    if (before === undefined || !hasRisen(before, after) || !isSameWindow(before, after)) continue;
    const missing = after.remaining - before.remaining + 1;
    if (mayHaveLeft(missing, before, after, track)) yield inconclusive(after.reading, `Remaining rose, but ${SLIDING}`);
    else {
      yield violates(after.reading, {
        problem: 'Remaining rose although the window had not been reset',
        expected: `fewer than ${before.remaining} requests left until ${new Date(before.resetMs).toISOString()}`,
        received: `X-RateLimit-Remaining: ${after.remaining}, after ${before.remaining}`,
        related: [before.reading],
      });
    }
  }
}

function* judgeBursts(track: Track): Iterable<Note> {
  const { successes } = track;
  for (let end = BURST; end <= successes.length; end++) {
    const burst = successes.slice(end - BURST, end);
    const [first, last] = [burst[0], burst.at(-1)];
    if (first === undefined || last === undefined || last.sentMs - first.sentMs > BURST_MS) continue;
    const fell = first.remaining - last.remaining;
    if (fell >= BURST - 1) yield passes(last.reading);
    else if (!isStill(burst) && !isOneWindow(burst)) continue;
    else if (mayHaveLeft(BURST - 1 - fell, first, last, track))
      yield inconclusive(last.reading, `Remaining fell too little, but ${SLIDING}`);
    else {
      yield violates(last.reading, {
        problem: fell === 0 ? 'Remaining does not fall' : 'Remaining falls by less than what was sent',
        expected: `at most ${first.remaining - BURST + 1} requests left, ${BURST - 1} successes after ${first.remaining}`,
        received: `X-RateLimit-Remaining: ${burst.map(({ remaining }) => remaining).join(', ')}`,
        related: burst.slice(0, -1).map(({ reading }) => reading),
      });
      end += BURST - 1;
    }
  }
}

/** Returns whether so many requests, whose charge does not show, may have grown old and left a sliding window meanwhile. */
function mayHaveLeft(count: number, from: LedgerEntry, to: LedgerEntry, track: Track): boolean {
  return count <= mostThatLeft(track, from, to) && !isBelowOwnUse(track, to);
}

function isStill(burst: readonly LedgerEntry[]): boolean {
  return burst.every(({ remaining }) => remaining === burst[0]?.remaining);
}

/** Returns whether no fixed window can have begun in between, and minute and day are not described in turn under one Limit. */
function isOneWindow(burst: readonly LedgerEntry[]): boolean {
  return burst.every((entry, index) => {
    const before = burst[index - 1];
    return before === undefined || (!hasRisen(before, entry) && isSameWindow(before, entry));
  });
}

function hasRisen(before: LedgerEntry, after: LedgerEntry): boolean {
  return after.remaining > before.remaining;
}

/** The later response shows the same Reset as the earlier one, and came before it. */
function isSameWindow(before: LedgerEntry, after: LedgerEntry): boolean {
  return Math.abs(after.resetMs - before.resetMs) <= SKEW_MS && after.latestMs < before.resetMs - SKEW_MS;
}
