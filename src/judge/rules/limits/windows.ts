import { isoMoment } from '../../../json/times.js';
import {
  hasRisen,
  isBelowOwnUse,
  isOfAMinute,
  isSameWindow,
  type LedgerEntry,
  MINUTE_MS,
  mayBeOfOneLength,
  mayHaveLeft,
  openTracks,
  pairs,
  SKEW_MS,
  type Track,
  whyNoLimits,
} from '../../ledger.js';
import { defineRules, inconclusive, judgeEach, passes, violates } from '../../note.js';
import type { Evidence, Note } from '../../rule.js';
import { hasStoodStill } from './enforcement.js';

/** How Remaining and Reset change from one response to the next, and what follows Reset. */
export const limitWindowRules = defineRules({ severity: 'implied', class: 'read', whyUnexercised: whyNoLimits }, [
  {
    id: 'limits/remaining-falls',
    title: 'Remaining falls with the requests that are sent, and rises only when the window is refilled',
    statements: ['limits.remaining-is-requests-left'],
    judge: judgeEach(openTracks, judgeTrack),
  },
  {
    id: 'limits/reset-steady',
    title: 'Reset stays the same until it has passed',
    statements: ['limits.reset-is-unix-timestamp'],
    class: 'exhaust',
    judge: judgeEach(openTracks, (track) => [
      ...judgeEarlyRefills(track),
      ...judgeMovesBack(track),
      ...judgeRejected(track),
      ...judgeStandstill(track),
    ]),
  },
  {
    id: 'limits/reset-honest',
    title: 'After Reset has passed, requests are available again',
    statements: ['limits.reset-is-unix-timestamp', 'limits.remaining-is-requests-left'],
    class: 'exhaust',
    shownBy: 'all',
    judge: judgeEach(openTracks, judgeHonesty),
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

/** A fixed window ends at its Reset, and a sliding one gives back only what has grown old. */
function judgeEarlyRefills(track: Track): Note[] {
  const counted = allEntries(track).filter(({ isAccepted, isLimited }) => isAccepted || isLimited);
  return pairs(counted).flatMap(([before, after]) => {
    if (!track.entries.includes(after)) return [];
    const isEarly = hasRisen(before, after) && after.latestMs < before.resetMs - SKEW_MS;
    if (!isEarly || after.resetMs <= before.resetMs + SKEW_MS || !isBelowOwnUse(track, after)) return [];
    return violates(after, {
      problem: 'the limit was reset long before the announced Reset',
      expected: `a reset at ${isoMoment(before.resetMs)}`,
      received: `${after.remaining} requests left at ${isoMoment(after.respondedMs)}, after ${before.remaining}`,
      related: [before],
    });
  });
}

function allEntries({ limit, account }: Track): LedgerEntry[] {
  return account.requests.flatMap((request) => {
    const entry = account.entryOf(request);
    return entry?.limit === limit ? entry : [];
  });
}

/** The end of a fixed window stays, and that of a sliding one moves on. A rejection may name when one request is given back, or all are. */
function judgeMovesBack({ entries, successes }: Track): Note[] {
  const alone = new Set(entries);
  let [last, lastButOne]: (LedgerEntry | undefined)[] = [];
  for (const entry of successes) {
    // By more than clocks differ, and by less than the ends of a minute and of a day.
    const isLater = ({ resetMs }: LedgerEntry) =>
      resetMs - entry.resetMs > SKEW_MS && resetMs - entry.resetMs <= MINUTE_MS + SKEW_MS;
    const before = [last, lastButOne].find((one) => one !== undefined && isLater(one));
    if (before !== undefined) {
      return [
        violates(entry, {
          problem: 'Reset moved back',
          expected: `X-RateLimit-Reset: ${before.resetMs / 1000} or later`,
          received: `X-RateLimit-Reset: ${entry.resetMs / 1000}`,
          related: [before],
        }),
      ];
    }
    if (alone.has(entry)) [last, lastButOne] = [entry, last];
  }
  return [];
}

/** A request that is rejected begins no window again. Where all of those sent at once do, the first one does, before which none was. */
function judgeRejected({ successes, account }: Track): Note[] {
  return pairs(account.groups).flatMap(([[request, ...others], group]) => {
    const before = request && account.entryOf(request);
    if (before === undefined || others.length > 0 || before.remaining >= group.length) return [];
    if (!successes.includes(before) || !hasStoodStill(successes, before)) return [];
    const limited = group.flatMap((one) => (one.isLimited ? (account.entryOf(one) ?? []) : []));
    const isMoved = (entry: LedgerEntry) =>
      entry.limit === before.limit &&
      entry.resetMs > before.resetMs + SKEW_MS &&
      entry.latestMs < before.resetMs - SKEW_MS;
    const [first] = limited;
    if (first === undefined || !limited.every(isMoved)) return [];
    return violates(first, {
      problem: 'a request that was rejected moved Reset on',
      expected: `X-RateLimit-Reset: ${before.resetMs / 1000}, as before`,
      received: `X-RateLimit-Reset: ${first.resetMs / 1000}`,
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
    if (apartMs < APART_MS) continue;
    if (movedMs <= Math.min(2_000, apartMs / 2)) yield passes(entry);
    else yield inconclusive(entry, 'Reset moved on with the time, as it may in a sliding window');
  }
}

/** A sliding window gives back a part, and one that weights the last minute as much as is left of that. */
function judgeHonesty(track: Track, { settings }: Evidence): Note[] {
  const isMinuteLong = isOfAMinute(track.limit, settings.plan);
  return pairs(track.successes).flatMap(([before, after]) => {
    if (after.earliestMs <= before.resetMs || !mayBeOfOneLength(before, after)) return [];
    const since = after.position - before.position;
    if (after.used <= since) return passes(after);
    const isPart = hasRisen(before, after);
    const weighted = isPart ? countSince(before.resetMs - MINUTE_MS - SKEW_MS, after, track) : 0;
    const isExplained = after.used <= Math.max(weighted, mostExplained(before, after, since, isMinuteLong, track));
    if (isPart && (isExplained || !settings.isExclusive || !isMinuteLong)) return passes(after);
    // By a new Reset, the service itself says that the old one has passed.
    if (!isPart && after.earliestMs <= before.resetMs + SKEW_MS && after.resetMs <= before.resetMs + SKEW_MS) {
      return inconclusive(after, 'Reset had passed by seconds only');
    }
    if (!settings.isExclusive) return inconclusive(after, 'another user of the key may have spent the new window');
    if (isExplained) return inconclusive(after, 'a sliding window may not have given back more');
    return violates(after, {
      problem: isPart
        ? 'Only a part of the requests came back when the limit was reset'
        : 'Remaining has not risen although the announced Reset has passed',
      expected: `at least ${track.limit - Math.max(since, weighted)} requests left after ${isoMoment(before.resetMs)}`,
      received: `X-RateLimit-Remaining: ${after.remaining} at ${isoMoment(after.respondedMs)}, after ${before.remaining}`,
      related: [before],
    });
  });
}

function countSince(ms: number, { position }: LedgerEntry, { account: { requests } }: Track): number {
  return requests.slice(0, position + 1).filter(({ exchange }) => exchange.startedMs > ms).length;
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
