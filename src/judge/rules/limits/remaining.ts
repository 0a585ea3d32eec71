import { isoMoment } from '../../../json/times.js';
import { type LedgerEntry, openTracks, pairs, type Track } from '../../ledger.js';
import { type Evidence, inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../../rule.js';
import { hasRisen, isSameWindow, mayHaveLeft } from '../../windows.js';

/** How Remaining changes from one response to the next. */
export const limitRemainingRules = ruleFamily({ severity: 'implied', class: 'read' }, [
  {
    id: 'limits/remaining-falls',
    title: 'Remaining falls with the requests that are sent, and rises only when the window is refilled',
    statements: ['limits.remaining-is-requests-left'],
    judge: judgeEach(openTracks, judgeTrack),
  },
]);

/** So many successes in a row, sent so shortly after each other, cannot each begin a window. */
const BURST = 5;
const BURST_MS = 10_000;

const SLIDING = 'requests from before the recording may have left a sliding window';

/** One cause shows in several ways: the first one is reported. */
function* judgeTrack(track: Track, evidence: Evidence): Iterable<Note> {
  const { entries, successes } = track;
  const rejected = pairs(entries).filter(([before, after]) => !before.isAccepted || !after.isAccepted);
  const judges: readonly (() => Iterable<Note>)[] = [
    () => judgeBursts(track),
    () => pairs(successes).flatMap(([before, after]) => judgeStep(before, after, 0, track, evidence) ?? []),
    () =>
      rejected.flatMap(([before, after]) => judgeStep(before, after, refunds(before, after), track, evidence) ?? []),
    () => successes.flatMap(judgeFirst),
  ];
  for (const judge of judges) {
    const notes = [...judge()];
    yield* notes;
    if (notes.some(({ kind }) => kind === 'violation')) return;
  }
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

/** Returns whether no fixed window can have begun in between, and minute and day are not described in turn under one Limit. */
function isOneWindow(burst: readonly LedgerEntry[]): boolean {
  return pairs(burst).every(([before, after]) => !hasRisen(before, after) && isSameWindow(before, after));
}

/** A service may give back what a rejected request cost, even after its response (`refused-requests-count`). */
function refunds(before: LedgerEntry, after: LedgerEntry): number {
  return (before.isAccepted ? 0 : 1) + (after.position - before.position - 1);
}

/** Within a window, Remaining falls by every success, and by no more than what anybody sent. */
function judgeStep(
  before: LedgerEntry,
  after: LedgerEntry,
  refunded: number,
  track: Track,
  { settings }: Evidence,
): Note | undefined {
  if (!isSameWindow(before, after)) return undefined;
  const { acceptedUpTo } = track.account;
  const charged = Math.max(0, acceptedUpTo(after.position) - acceptedUpTo(before.position) - refunded);
  const fell = before.remaining - after.remaining;
  const received = `X-RateLimit-Remaining: ${after.remaining}, after ${before.remaining}`;
  if (fell < charged) {
    const change = fell < 0 ? 'rose' : 'fell too little';
    if (mayHaveLeft(charged - fell, before, after, track)) {
      return inconclusive(after, `Remaining ${change}, but ${SLIDING}`);
    }
    const resetsAt = isoMoment(before.resetMs);
    return violates(after, {
      problem: `Remaining ${change} although the window had not been reset`,
      expected: `at most ${before.remaining - charged} requests left until ${resetsAt}`,
      received,
      related: [before],
    });
  }
  // Whether a 429 counts is open, so its own response may not show it yet.
  const late = before.status === 429 ? 1 : 0;
  const sent = late + Math.max(after.position - before.position, after.number - before.number);
  if (settings.isExclusive && fell > sent) {
    return violates(after, {
      problem: 'Remaining fell by more than what was sent',
      expected: `at least ${before.remaining - sent} requests left, ${sent === 1 ? 'one request' : `${sent} requests`} later`,
      received,
      related: [before],
    });
  }
  return undefined;
}

/** Whichever window it is, the request of the response is in it. */
function judgeFirst(entry: LedgerEntry): Note[] {
  if (entry.used !== 0) return [];
  return [
    violates(entry, {
      problem: 'Remaining does not count the request that it responds to',
      expected: `at most ${entry.limit - 1} requests left of ${entry.limit}`,
      received: `X-RateLimit-Remaining: ${entry.remaining}`,
    }),
  ];
}
