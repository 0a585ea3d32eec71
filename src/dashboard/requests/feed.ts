import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { problemOf } from '../parts/use-action.js';
import {
  everyRequest,
  type FeedFilter,
  filterForServer,
  filterLines,
  isAskingForVerdicts,
  isFilteredByServer,
  type Verdicts,
} from './line-filter.js';

/** How many older requests come at a time; more where the page itself looks for those that fit. */
const PART = 200;
const PART_TO_SEARCH = 1_000;
/** How many parts are searched at most until somebody asks again. */
const MOST_PARTS = 5;

/** The list of requests as somebody looks at it: filtered, held still, reaching further back than what is live. */
export interface Feed {
  readonly filter: ReadonlySignal<FeedFilter>;
  /** What is shown, newest first. */
  readonly shown: ReadonlySignal<readonly RequestLine[]>;
  /** Whether somebody paused the list. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Whether the list stands still: it is paused, or somebody looks further down in it. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** How many requests came since the list stands still. */
  readonly missed: ReadonlySignal<number>;
  /** Whether the server has requests that are older than the list. */
  readonly hasOlder: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Why older requests could not be read. */
  readonly problem: ReadonlySignal<string | undefined>;
  setFilter(change: Partial<FeedFilter>): void;
  pause(): void;
  /** Goes on with the live list. */
  resume(): void;
  /** Returns whether somebody looks further down than the newest line. */
  lookAway(isAway: boolean): void;
  loadOlder(): Promise<void>;
  /** Lets go of what it holds still where that is cleared, reset or restored on the server, until it is told to stop. */
  follow(): () => void;
}

interface Held {
  readonly lines: readonly RequestLine[];
  readonly latest: number;
}

interface Older {
  readonly lines: readonly RequestLine[];
  readonly next: string | null;
}

export function createFeed(
  live: Pick<Live, 'client' | 'requests' | 'requestCounts' | 'mannersViolations' | 'contractViolations'>,
): Feed {
  const filter = signal(everyRequest);
  const isPaused = signal(false);
  const held = signal<Held | undefined>(undefined);
  const older = signal<Older | undefined>(undefined);
  const isLoading = signal(false);
  const problem = signal<string | undefined>(undefined);
  // An answer to a question that nobody asks any more is thrown away.
  let questions = 0;

  const lines = computed(() => {
    const recent = held.value?.lines ?? live.requests.value;
    return older.value === undefined ? recent : [...recent, ...older.value.lines];
  });
  const verdicts = computed(() => ({
    contractViolations: live.contractViolations.value,
    mannersViolations: live.mannersViolations.value,
  }));
  const shown = computed(() =>
    filterLines(lines.value, filter.value, isAskingForVerdicts(filter.value) ? verdicts.value : noVerdicts),
  );

  function hold(): void {
    held.value ??= { lines: live.requests.peek(), latest: live.requestCounts.peek().latest };
  }

  function forgetOlder(): void {
    questions++;
    older.value = undefined;
    isLoading.value = false;
    problem.value = undefined;
  }

  function resume(): void {
    batch(() => {
      isPaused.value = false;
      held.value = undefined;
      forgetOlder();
    });
  }

  return {
    filter,
    shown,
    isPaused,
    isHeld: computed(() => held.value !== undefined),
    missed: computed(() =>
      held.value === undefined ? 0 : Math.max(0, live.requestCounts.value.latest - held.value.latest),
    ),
    hasOlder: computed(() => {
      if (older.value !== undefined) return older.value.next !== null;
      const { latest, kept } = live.requestCounts.value;
      const oldest = (held.value?.lines ?? live.requests.value).at(-1);
      return oldest !== undefined && oldest.number > latest - kept + 1;
    }),
    isLoading,
    problem,
    setFilter(change) {
      batch(() => {
        filter.value = { ...filter.value, ...change };
        forgetOlder();
      });
    },
    pause() {
      batch(() => {
        isPaused.value = true;
        hold();
      });
    },
    resume,
    lookAway(isAway) {
      if (isAway) hold();
      else if (!isPaused.peek()) resume();
    },
    follow() {
      let before = live.requestCounts.peek();
      return effect(() => {
        const now = live.requestCounts.value;
        const isOtherPast = now.latest < before.latest || (now.kept === 0 && before.kept > 0);
        before = now;
        if (!isOtherPast || held.peek() === undefined) return;
        batch(() => {
          held.value = undefined;
          forgetOlder();
          hold();
        });
      });
    },
    async loadOlder() {
      hold();
      const question = ++questions;
      let { lines: read, next }: Older = older.peek() ?? {
        lines: [],
        next: String(held.peek()?.lines.at(-1)?.number ?? ''),
      };
      const asked = filterForServer(filter.peek());
      const limit = isFilteredByServer(filter.peek()) ? PART : PART_TO_SEARCH;
      batch(() => {
        isLoading.value = true;
        problem.value = undefined;
      });
      try {
        for (let part = 0; part < MOST_PARTS && next !== null; part++) {
          const page = await live.client.requests.list({ ...asked, limit, after: next });
          if (question !== questions) return;
          const fitting = filterLines(page.items, filter.peek(), verdicts.peek());
          read = [...read, ...fitting];
          next = page.next;
          older.value = { lines: read, next };
          if (fitting.length > 0) break;
        }
      } catch (error) {
        if (question === questions) problem.value = problemOf(error);
      } finally {
        if (question === questions) isLoading.value = false;
      }
    },
  };
}

/** So that marks that come in do not make anew a list that does not look at them. */
const noVerdicts: Verdicts = { contractViolations: new Map(), mannersViolations: new Map() };
