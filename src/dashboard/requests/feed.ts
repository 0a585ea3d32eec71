import { batch, computed, effect, signal } from '@preact/signals';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { problemOf } from '../parts/use-action.js';
import { JournalSearch } from './journal-search.js';
import { everyRequest, type FeedFilter, filterLines, type Verdicts } from './line-filter.js';
import { openComparison } from './open-request.js';

/** Older requests per page. */
const PAGE_SIZE = 1_000;
/** Pages searched before the user has to ask again. */
const MOST_PAGES = 5;

interface Held {
  readonly lines: readonly RequestLine[];
  readonly latest: number;
}

interface Older {
  readonly lines: readonly RequestLine[];
  readonly next: string | null;
}

type FeedSource = Verdicts & Pick<Live, 'client' | 'requests' | 'requestCounts'>;

/** The list of requests as the page shows it: filtered, held still, and with older requests. */
export class Feed {
  readonly filter = signal(everyRequest);
  readonly isPaused = signal(false);
  readonly isLoading = signal(false);
  /** Why older requests could not be loaded. */
  readonly problem = signal<string>();

  readonly search: JournalSearch;
  /** The first of two requests to compare. */
  readonly chosen = signal<number>();
  readonly #live: FeedSource;
  readonly #held = signal<Held>();
  readonly #older = signal<Older>();
  /** Number of the search for older requests; the results of earlier searches are ignored. */
  #search = 0;

  constructor(live: FeedSource) {
    this.#live = live;
    this.search = new JournalSearch(live.client);
  }

  readonly #recent = computed(() => this.#held.value?.lines ?? this.#live.requests.value);

  readonly #all = computed(
    () => this.search.found.value?.lines ?? [...this.#recent.value, ...(this.#older.value?.lines ?? [])],
  );

  /** The requests shown, newest first. */
  readonly shown = computed(() => filterLines(this.#all.value, this.filter.value, this.#live));

  /** Whether the list is held still: it is paused, or somebody is reading it. */
  readonly isHeld = computed(() => this.#held.value !== undefined);

  /** Requests that arrived since the list is held. */
  readonly missed = computed(() => {
    const held = this.#held.value;
    return held === undefined || this.search.found.value !== undefined
      ? 0
      : Math.max(0, this.#live.requestCounts.value.latest - held.latest);
  });

  /** Whether the server has requests older than the list. */
  readonly hasOlder = computed(() => {
    if (this.search.found.value !== undefined) return this.search.found.value.next !== null;
    if (this.#older.value !== undefined) return this.#older.value.next !== null;
    const { latest, kept } = this.#live.requestCounts.value;
    const oldest = this.#recent.value.at(-1);
    return oldest !== undefined && oldest.number > latest - kept + 1;
  });

  setFilter(change: Partial<FeedFilter>): void {
    batch(() => {
      this.filter.value = { ...this.filter.value, ...change };
      this.#forgetOlder();
    });
  }

  pause(): void {
    this.isPaused.value = true;
    this.#hold();
  }

  /** Returns to the live list. */
  resume(): void {
    batch(() => {
      this.isPaused.value = false;
      this.#held.value = undefined;
      this.#forgetOlder();
    });
  }

  /** Holds the list while somebody reads further down than the newest line. */
  lookAway(isAway: boolean): void {
    if (isAway) this.#hold();
    else if (!this.isPaused.peek()) this.resume();
  }

  /** Chooses the first request to compare, or the second one: that shows both. The first one again chooses none. */
  choose(number: number): void {
    const first = this.chosen.peek();
    this.chosen.value = first === undefined ? number : undefined;
    if (first !== undefined && first !== number) openComparison(first, number);
  }

  /** Drops held requests when the journal is cleared, reset or restored, until the returned function is called. */
  follow(): () => void {
    const { requestCounts } = this.#live;
    let before = requestCounts.peek();
    return effect(() => {
      const now = requestCounts.value;
      const isOtherPast = now.latest < before.latest || (now.kept === 0 && before.kept > 0);
      before = now;
      if (isOtherPast) {
        this.search.end();
        this.chosen.value = undefined;
      }
      if (!isOtherPast || this.#held.peek() === undefined) return;
      batch(() => {
        this.#held.value = undefined;
        this.#forgetOlder();
        this.#hold();
      });
    });
  }

  /** Loads pages of older requests until one contains a matching request. */
  async loadOlder(): Promise<void> {
    if (this.search.found.peek() !== undefined) return this.search.loadMore();
    this.#hold();
    const search = ++this.#search;
    const filter = this.filter.peek();
    let { lines, next }: Older = this.#older.peek() ?? {
      lines: [],
      next: String(this.#recent.peek().at(-1)?.number ?? ''),
    };
    this.isLoading.value = true;
    this.problem.value = undefined;
    try {
      for (let pages = 0; pages < MOST_PAGES && next !== null; pages++) {
        const page = await this.#live.client.requests.list({ limit: PAGE_SIZE, after: next });
        if (search !== this.#search) return;
        const fitting = filterLines(page.items, filter, this.#live);
        lines = [...lines, ...fitting];
        next = page.next;
        this.#older.value = { lines, next };
        if (fitting.length > 0) break;
      }
    } catch (error) {
      if (search === this.#search) this.problem.value = problemOf(error);
    }
    if (search === this.#search) this.isLoading.value = false;
  }

  #hold(): void {
    this.#held.value ??= {
      lines: this.#live.requests.peek(),
      latest: this.#live.requestCounts.peek().latest,
    };
  }

  #forgetOlder(): void {
    this.#search++;
    this.#older.value = undefined;
    this.isLoading.value = false;
    this.problem.value = undefined;
  }
}
