import type { Evidence } from '../evidence.js';
import { isBelowOwnUse, type LedgerEntry, openTracks, type Track } from '../ledger/ledger.js';
import { SKEW_MS } from '../ledger/limit-headers.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Rule } from '../rule.js';

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
    if (!isBelowOwnUse(track, after)) yield untold(after.reading, `Remaining rose, but ${SLIDING}`);
    else {
      yield broken(after.reading, {
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
    const isStill = burst.every(({ remaining }) => remaining === first.remaining);
    if (fell >= BURST - 1) yield kept(last.reading);
    else if (!isStill && last.atMs >= first.resetMs - SKEW_MS) continue;
    else if (!isBelowOwnUse(track, last)) yield untold(last.reading, `Remaining fell too little, but ${SLIDING}`);
    else {
      yield broken(last.reading, {
        problem: isStill ? 'Remaining stands still' : 'Remaining falls by less than what was sent',
        expected: `at most ${first.remaining - BURST + 1} requests left, ${BURST - 1} successes after ${first.remaining}`,
        received: `X-RateLimit-Remaining: ${burst.map(({ remaining }) => remaining).join(', ')}`,
        related: burst.slice(0, -1).map(({ reading }) => reading),
      });
      end += BURST - 1;
    }
  }
}

function hasRisen(before: LedgerEntry, after: LedgerEntry): boolean {
  return after.remaining > before.remaining;
}

/** The later answer names the same Reset as the earlier one, and came before it. */
function isSameWindow(before: LedgerEntry, after: LedgerEntry): boolean {
  return Math.abs(after.resetMs - before.resetMs) <= SKEW_MS && after.atMs < before.resetMs - SKEW_MS;
}
