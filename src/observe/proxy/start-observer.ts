import { resumeHarFile } from './har-file.js';
import { createWaitingRoom, type WaitingRoom } from './intake.js';
import { addIncomplete, NONE_INCOMPLETE, type Tally } from './live-judging.js';
import {
  createObserver,
  type EarlierTraffic,
  type Observer,
  type ObserverListener,
  type ObserverOptions,
  type ObserverSummary,
  type RecordingOptions,
  type SeenSoFar,
} from './observer.js';
import { type ObserverThread, startObserverThread, type ThreadListener } from './observer-thread.js';
import { createSecretMemory } from './secret-memory.js';
import type { WireExchange } from './wire-exchange.js';

/** From sources there is no file that a thread could run. */
const HAS_THREAD = !import.meta.url.endsWith('.ts');

/** Starts an observer, in a thread of its own where it can have one. Rejects where it cannot begin its recording. */
export function startObserver(
  options: ObserverOptions,
  listener: ObserverListener & BreakdownListener,
): Promise<Observer> {
  return HAS_THREAD ? superviseObserver(options, listener, startObserverThread) : createObserver(options, listener);
}

const NOTHING_SEEN: ObserverSummary = {
  exchanges: 0,
  ...NONE_INCOMPLETE,
  unjudged: 0,
  violations: [],
  manners: [],
  har: undefined,
};

/** Puts together what two have seen, one after the other. */
function sumUp(earlier: ObserverSummary, later: ObserverSummary): ObserverSummary {
  return {
    exchanges: earlier.exchanges + later.exchanges,
    ...addIncomplete(earlier, later),
    unjudged: earlier.unjudged + later.unjudged,
    violations: mergeTallies(earlier.violations, later.violations),
    manners: mergeTallies(earlier.manners, later.manners),
    // It counts all that stands in the recording, whoever wrote it.
    har: later.har ?? earlier.har,
  };
}

/** Puts together how often rules were broken in traffic that two have watched, one after the other. */
export function mergeTallies(earlier: readonly Tally[], later: readonly Tally[]): readonly Tally[] {
  const byRule = new Map(earlier.map((tally) => [tally.rule, tally]));
  for (const tally of later) {
    const known = byRule.get(tally.rule);
    byRule.set(tally.rule, known === undefined ? tally : { ...known, exchanges: known.exchanges + tally.exchanges });
  }
  return [...byRule.values()];
}

interface BreakdownListener {
  /** Judging broke down, and so many exchanges were not judged. `isOver`: nothing more is judged or recorded. */
  readonly onBreakdown: (lost: number, isOver: boolean) => void;
}

type StartThread = (options: ObserverOptions, listener: ThreadListener) => Promise<ObserverThread>;

/** A thread that broke down more often does so for a reason that stays. */
const MOST_RESTARTS = 2;

const NOTHING: SeenSoFar = { summary: NOTHING_SEEN, pending: 0 };

type State =
  | { readonly kind: 'running'; readonly thread: ObserverThread; readonly broken: Promise<undefined>; end(): void }
  /** Another one begins; what passes meanwhile waits for it. */
  | {
      readonly kind: 'starting';
      readonly waiting: WireExchange[];
      readonly room: WaitingRoom;
      readonly done: Promise<void>;
    }
  /** Nothing more is judged or recorded. */
  | { readonly kind: 'over' };

/**
 * Keeps an observer at work in a thread: where that breaks down another one goes on, under the same numbers and pseudonyms and in the
 * same recording. What is told at the end is about all of them. Rejects where the first one cannot begin.
 */
export async function superviseObserver(
  options: ObserverOptions,
  listener: ObserverListener & BreakdownListener,
  startThread: StartThread,
): Promise<Observer> {
  const secrets = createSecretMemory(new URL(options.upstreamUrl).origin, listener.onBug);
  /** Of what passed: how many there were, were handed to a thread, found no room, were lost by a breakdown. */
  const counts = { taken: 0, handed: 0, missed: 0, lost: 0 };
  let breakdowns = 0;
  /** What those have seen that broke down, and the one that has not. */
  let earlier = NOTHING_SEEN;
  let seen = NOTHING;
  let state: State = { kind: 'over' };

  const lose = (passed: WireExchange) => {
    counts.lost += 1;
    secrets.learn([passed]);
  };
  const hand = (thread: ObserverThread, passed: WireExchange) => {
    if (thread.take(passed)) {
      counts.handed += 1;
      return;
    }
    counts.missed += 1;
    // What it sends as its key may show in what was recorded.
    thread.learn(secrets.newIn(passed));
  };
  const tellBreakdown = (cause: unknown, lost: number) => {
    counts.lost += lost;
    breakdowns += 1;
    listener.onBug(cause);
    listener.onBreakdown(lost, breakdowns > MOST_RESTARTS);
  };
  const startAnew = async (waiting: readonly WireExchange[]) => {
    const har = options.har && { ...options.har, handle: undefined };
    while (breakdowns <= MOST_RESTARTS) {
      secrets.handOver();
      const before: EarlierTraffic = { latest: counts.handed, secrets: secrets.all };
      const starting = startThread({ ...options, har, earlier: before }, threadListener);
      const thread = await starting.catch((cause: unknown) => void tellBreakdown(cause, 0));
      if (thread === undefined) continue;
      state = running(thread);
      // More may have been learned while it began.
      thread.learn(secrets.all);
      for (const passed of waiting) hand(thread, passed);
      return;
    }
    state = { kind: 'over' };
    for (const passed of waiting) lose(passed);
  };
  const breakDown = (cause: unknown) => {
    if (state.kind !== 'running') return;
    const { thread, end } = state;
    secrets.learn(thread.waiting);
    tellBreakdown(cause, thread.waiting.length + seen.pending);
    earlier = sumUp(earlier, seen.summary);
    seen = NOTHING;
    const waiting: WireExchange[] = [];
    // Nothing waits for a thread that is not going to be.
    state =
      breakdowns > MOST_RESTARTS
        ? { kind: 'over' }
        : { kind: 'starting', waiting, room: createWaitingRoom(), done: startAnew(waiting) };
    end();
  };
  const threadListener: ThreadListener = {
    ...listener,
    onSecret: secrets.remember,
    onSeen: (now) => {
      seen = now;
    },
    onGone: breakDown,
  };
  const summarize = (seenInAll: ObserverSummary): ObserverSummary => {
    const { taken, missed, lost } = counts;
    const { har } = seenInAll;
    return {
      ...seenInAll,
      exchanges: taken,
      unjudged: seenInAll.unjudged + missed,
      har: har && { ...har, missed: taken - har.written },
      ...(breakdowns > 0 && { breakdowns: { times: breakdowns, lost } }),
    };
  };
  /** Returns what the last one has seen; undefined where there is none any more. */
  const finishLast = async (): Promise<ObserverSummary | undefined> => {
    for (;;) {
      const now: State = state;
      if (now.kind === 'over') return undefined;
      if (now.kind === 'starting') {
        await now.done;
        continue;
      }
      const last = await Promise.race([now.thread.finish(), now.broken]);
      if (last !== undefined) return last;
    }
  };

  state = running(await startThread(options, threadListener));
  return {
    take(passed) {
      counts.taken += 1;
      if (state.kind === 'running') hand(state.thread, passed);
      else if (state.kind === 'starting' && state.room.enter(passed)) state.waiting.push(passed);
      else lose(passed);
    },
    async finish() {
      const last = await finishLast();
      if (last !== undefined) return summarize(sumUp(earlier, last));
      const har = options.har && (await cleanUp(options.har, earlier));
      return summarize({ ...earlier, har });
    },
  };

  /** What those left behind who broke down is made whole, and clean, by whoever is still there. */
  async function cleanUp(recording: RecordingOptions, { har }: ObserverSummary) {
    const redactor = secrets.redactor();
    const { onHarProblem: onProblem, onHarUnclean: onUnclean } = listener;
    try {
      const file = await resumeHarFile({ ...recording, baseUrl: options.upstreamUrl, redactor, onProblem, onUnclean });
      await file.close();
      return { written: file.written, missed: file.missed };
    } catch (error) {
      onUnclean((error as Error).message);
      return har;
    }
  }
}

function running(thread: ObserverThread): State {
  let end = () => {};
  const broken = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
  });
  return { kind: 'running', thread, broken, end };
}
