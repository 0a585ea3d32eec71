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

/** Older requests per page; more if the page itself filters them. */
const PART = 200;
const PART_TO_SEARCH = 1_000;
/** Pages searched before the user has to ask again. */
const MOST_PARTS = 5;

/** The list of requests as the page shows it: filtered, held still, and with older requests. */
export interface Feed {
  readonly filter: ReadonlySignal<FeedFilter>;
  /** The requests shown, newest first. */
  readonly shown: ReadonlySignal<readonly RequestLine[]>;
  /** Whether the list is paused. */
  readonly isPaused: ReadonlySignal<boolean>;
  /** Whether the list is held still: it is paused, or somebody is reading it. */
  readonly isHeld: ReadonlySignal<boolean>;
  /** Requests that arrived since the list is held. */
  readonly missed: ReadonlySignal<number>;
  /** Whether the server has requests older than the list. */
  readonly hasOlder: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  /** Why older requests could not be loaded. */
  readonly problem: ReadonlySignal<string | undefined>;
  setFilter(change: Partial<FeedFilter>): void;
  pause(): void;
  /** Returns to the live list. */
  resume(): void;
  /** Holds the list while somebody reads further down than the newest line. */
  lookAway(isAway: boolean): void;
  loadOlder(): Promise<void>;
  /** Drops held requests when the journal is cleared, reset or restored, until the returned function is called. */
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

type FeedSource = Pick<Live, 'client' | 'requests' | 'requestCounts' | 'mannersViolations' | 'contractViolations'>;

function createState() {
  return {
    filter: signal(everyRequest),
    isPaused: signal(false),
    held: signal<Held | undefined>(undefined),
    older: signal<Older | undefined>(undefined),
    isLoading: signal(false),
    problem: signal<string | undefined>(undefined),
    /** Number of the search for older requests; the results of earlier searches are ignored. */
    search: 0,
  };
}

type FeedState = ReturnType<typeof createState>;

/** Creates the list of requests of one page. */
export function createFeed(live: FeedSource): Feed {
  const state = createState();
  const { filter, isPaused, held, isLoading, problem } = state;
  const hold = () => {
    held.value ??= { lines: live.requests.peek(), latest: live.requestCounts.peek().latest };
  };
  const resume = () =>
    batch(() => {
      isPaused.value = false;
      held.value = undefined;
      forgetOlder(state);
    });
  return {
    ...derive(live, state),
    filter,
    isPaused,
    isLoading,
    problem,
    resume,
    setFilter: (change) =>
      batch(() => {
        filter.value = { ...filter.value, ...change };
        forgetOlder(state);
      }),
    pause: () =>
      batch(() => {
        isPaused.value = true;
        hold();
      }),
    lookAway(isAway) {
      if (isAway) hold();
      else if (!isPaused.peek()) resume();
    },
    follow: () =>
      onOtherPast(live, () => {
        if (held.peek() === undefined) return;
        batch(() => {
          held.value = undefined;
          forgetOlder(state);
          hold();
        });
      }),
    async loadOlder() {
      hold();
      await searchOlder(live, state);
    },
  };
}

/** Computes what the page shows. */
function derive(live: FeedSource, { filter, held, older }: FeedState) {
  const lines = computed(() => {
    const recent = held.value?.lines ?? live.requests.value;
    return older.value === undefined ? recent : [...recent, ...older.value.lines];
  });
  return {
    shown: computed(() =>
      filterLines(lines.value, filter.value, isAskingForVerdicts(filter.value) ? verdictsOf(live) : noVerdicts),
    ),
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
  };
}

function verdictsOf(live: FeedSource): Verdicts {
  return {
    contractViolations: live.contractViolations.value,
    mannersViolations: live.mannersViolations.value,
  };
}

function forgetOlder(state: FeedState): void {
  state.search++;
  state.older.value = undefined;
  state.isLoading.value = false;
  state.problem.value = undefined;
}

/** Calls back when the journal was cleared, reset or restored, until the returned function is called. */
function onOtherPast({ requestCounts }: FeedSource, changed: () => void): () => void {
  let before = requestCounts.peek();
  return effect(() => {
    const now = requestCounts.value;
    const isOtherPast = now.latest < before.latest || (now.kept === 0 && before.kept > 0);
    before = now;
    if (isOtherPast) changed();
  });
}

/** Loads pages of older requests until one contains a matching request. */
async function searchOlder(live: FeedSource, state: FeedState): Promise<void> {
  const { filter, held, older, isLoading, problem } = state;
  const search = ++state.search;
  const isCurrent = () => search === state.search;
  let { lines, next }: Older = older.peek() ?? {
    lines: [],
    next: String(held.peek()?.lines.at(-1)?.number ?? ''),
  };
  const query = filterForServer(filter.peek());
  const limit = isFilteredByServer(filter.peek()) ? PART : PART_TO_SEARCH;
  batch(() => {
    isLoading.value = true;
    problem.value = undefined;
  });
  try {
    for (let part = 0; part < MOST_PARTS && next !== null; part++) {
      const page = await live.client.requests.list({ ...query, limit, after: next });
      if (!isCurrent()) return;
      const fitting = filterLines(page.items, filter.peek(), {
        contractViolations: live.contractViolations.peek(),
        mannersViolations: live.mannersViolations.peek(),
      });
      lines = [...lines, ...fitting];
      next = page.next;
      older.value = { lines, next };
      if (fitting.length > 0) break;
    }
  } catch (error) {
    if (isCurrent()) problem.value = problemOf(error);
  } finally {
    if (isCurrent()) isLoading.value = false;
  }
}

/** Keeps new verdicts from recomputing a list that does not filter by them. */
const noVerdicts: Verdicts = { contractViolations: new Map(), mannersViolations: new Map() };
