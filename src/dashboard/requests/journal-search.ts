import { signal } from '@preact/signals';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live } from '../live/live.js';
import { momentOfInput } from '../parts/shown-time.js';
import { problemOf } from '../parts/use-action.js';

/** Lines per page: more would take the server long at once. */
const PAGE_SIZE = 200;

/** What is searched for; empty texts are left out. Times are those of a `datetime-local` input. */
export const noTerms = { text: '', from: '', to: '' };

export type SearchTerms = Readonly<typeof noTerms>;

interface Found {
  /** Newest first. */
  readonly lines: readonly RequestLine[];
  readonly total: number;
  /** How often the text was found; null without one. */
  readonly matches: number | null;
  readonly next: string | null;
}

/**
 * A search of the server's whole journal, of which the page has only the newest requests. What is searched for may be a key: it is
 * kept in memory only, in no address and no storage.
 */
export class JournalSearch {
  /** Undefined while nothing is searched for: the list is live. */
  readonly found = signal<Found>();
  readonly isRunning = signal(false);
  readonly problem = signal<string>();
  readonly #client: Pick<Live['client'], 'requests'>;
  #query = queryOf(noTerms);
  /** Results of earlier searches are ignored. */
  #run = 0;

  constructor(client: Pick<Live['client'], 'requests'>) {
    this.#client = client;
  }

  /** Replaces what was found. */
  async start(terms: SearchTerms): Promise<void> {
    this.#query = queryOf(terms);
    await this.#load(undefined);
  }

  /** Adds the next page. */
  async loadMore(): Promise<void> {
    const found = this.found.peek();
    if (found?.next != null) await this.#load(found);
  }

  /** Returns to the live list. */
  end(): void {
    this.#run++;
    this.found.value = undefined;
    this.isRunning.value = false;
    this.problem.value = undefined;
  }

  async #load(before: Found | undefined): Promise<void> {
    const run = ++this.#run;
    this.isRunning.value = true;
    this.problem.value = undefined;
    try {
      const query = { ...this.#query, limit: PAGE_SIZE, ...(before?.next != null && { after: before.next }) };
      const { items, total, matches, next } = await this.#client.requests.list(query);
      if (run === this.#run) this.found.value = { lines: [...(before?.lines ?? []), ...items], total, matches, next };
    } catch (error) {
      if (run === this.#run) this.problem.value = problemOf(error);
    }
    if (run === this.#run) this.isRunning.value = false;
  }
}

/** Inputs leave out seconds that are zero; the end of a range contains its last second. */
export function queryOf({ text, from, to }: SearchTerms) {
  const withSeconds = (moment: string) => (moment.length === 'YYYY-MM-DDThh:mm'.length ? `${moment}:00` : moment);
  return {
    ...(text.trim() !== '' && { text }),
    ...(from !== '' && { from: momentOfInput(withSeconds(from)) }),
    ...(to !== '' && { to: momentOfInput(`${withSeconds(to)}.999`) }),
  };
}
