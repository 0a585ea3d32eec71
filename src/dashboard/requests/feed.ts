import { batch, computed, effect, signal } from '@preact/signals';
import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Live, ViolationsByNumber } from '../live/live.js';
import { problemOf } from '../parts/use-action.js';

const PAGE_SIZE = 500;
/** Pages searched before the user has to ask again. */
const MOST_PAGES = 5;

/** What the list shows instead of the newest requests while it does not move. */
interface StillList {
  readonly lines: readonly RequestLine[];
  /** The cursor of older ones; null at the end of the journal. */
  readonly next: string | null;
  /** Of the newest request at that moment. */
  readonly latest: number;
  /** What was searched for in the whole journal. */
  readonly text?: string;
}

type FeedSource = Verdicts & Pick<Live, 'client' | 'requests' | 'requestCounts'>;

/** The list of requests as the page shows it: live, or still, with older requests or the results of a search. */
export class Feed {
  readonly filter = signal(everyRequest);
  readonly isLoading = signal(false);
  readonly problem = signal<string>();

  readonly #live: FeedSource;
  readonly #still = signal<StillList>();
  /** Number of the latest loading; the results of earlier ones are ignored. */
  #loading = 0;

  constructor(live: FeedSource) {
    this.#live = live;
  }

  readonly shown = computed(() =>
    filterLines(this.#still.value?.lines ?? this.#live.requests.value, this.filter.value, this.#live),
  );

  readonly isPaused = computed(() => this.#still.value !== undefined);

  /** What was searched for; undefined unless the list shows the results. */
  readonly searched = computed(() => this.#still.value?.text);

  /** Requests that arrived since the list stands still. */
  readonly missed = computed(() => {
    const { latest } = this.#live.requestCounts.value;
    return Math.max(0, latest - (this.#still.value?.latest ?? latest));
  });

  /** Whether the server has requests older than the list. */
  readonly hasOlder = computed(() => (this.#still.value ?? this.#now()).next !== null);

  setFilter(change: Partial<FeedFilter>): void {
    this.filter.value = { ...this.filter.value, ...change };
  }

  pause(): void {
    this.#still.value ??= this.#now();
  }

  resume(): void {
    this.#loading++;
    batch(() => {
      this.isLoading.value = false;
      this.problem.value = undefined;
      this.#still.value = undefined;
    });
  }

  /** Returns to the live list when the journal is cleared, reset or restored, until the returned function is called. */
  follow(): () => void {
    const { requestCounts } = this.#live;
    let before = requestCounts.peek();
    return effect(() => {
      const now = requestCounts.value;
      if (now.latest < before.latest || (now.kept === 0 && before.kept > 0)) this.resume();
      before = now;
    });
  }

  /** Shows the requests of the whole journal whose URL, headers or bodies contain a text; without one, the live list. */
  async search(text: string): Promise<void> {
    this.resume();
    if (text.trim() === '') return;
    await this.#load({ lines: [], next: '', latest: this.#live.requestCounts.peek().latest, text });
  }

  /** Loads pages of older requests until one contains a matching request. */
  async loadOlder(): Promise<void> {
    await this.#load(this.#still.peek() ?? this.#now());
  }

  async #load(from: StillList): Promise<void> {
    const loading = ++this.#loading;
    this.isLoading.value = true;
    this.problem.value = undefined;
    let list = from;
    this.#still.value = list;
    try {
      for (let pages = 0; pages < MOST_PAGES && list.next !== null; pages++) {
        const { text } = list;
        const query = { limit: PAGE_SIZE, ...(text && { text }), ...(list.next !== '' && { after: list.next }) };
        const { items, next } = await this.#live.client.requests.list(query);
        if (loading !== this.#loading) return;
        list = { ...list, lines: [...list.lines, ...items], next };
        this.#still.value = list;
        if (filterLines(items, this.filter.peek(), this.#live).length > 0) break;
      }
    } catch (error) {
      if (loading === this.#loading) this.problem.value = problemOf(error);
    }
    if (loading === this.#loading) this.isLoading.value = false;
  }

  #now(): StillList {
    const lines = this.#live.requests.value;
    const { latest, kept } = this.#live.requestCounts.value;
    const oldest = lines.at(-1)?.number;
    return { lines, latest, next: oldest !== undefined && oldest > latest - kept + 1 ? String(oldest) : null };
  }
}

export const everyRequest = {
  /** Text in the path or the query. Like the next ones, it filters unless it is empty. */
  text: '',
  method: '',
  /** A status, a class such as `4xx`, or `none` for no response. */
  status: '',
  operation: '',
  /** A pseudonym, or `none`: no valid key was sent. */
  key: '',
  /** Only requests whose response violates a rule. */
  isOnlyViolations: false,
  isOnlyBadManners: false,
};

export type FeedFilter = Readonly<typeof everyRequest>;

export interface Verdicts {
  readonly contractViolations: { readonly value: ViolationsByNumber };
  readonly mannersViolations: { readonly value: ViolationsByNumber };
}

export function isFiltering(filter: FeedFilter): boolean {
  return Object.values(filter).some(Boolean);
}

export function filterLines(
  lines: readonly RequestLine[],
  filter: FeedFilter,
  { contractViolations, mannersViolations }: Verdicts,
): readonly RequestLine[] {
  if (!isFiltering(filter)) return lines;
  const text = filter.text.toLowerCase();
  return lines.filter(
    (line) =>
      (filter.text === '' || line.target.toLowerCase().includes(text)) &&
      (filter.method === '' || line.method === filter.method) &&
      (filter.status === '' || fitsStatus(line.status, filter.status)) &&
      (filter.operation === '' || line.operation === filter.operation) &&
      (filter.key === '' || (line.key ?? 'none') === filter.key) &&
      (!filter.isOnlyViolations || contractViolations.value.has(line.number)) &&
      (!filter.isOnlyBadManners || mannersViolations.value.has(line.number)),
  );
}

function fitsStatus(status: number | null, asked: string): boolean {
  if (status === null) return asked === 'none';
  return asked.endsWith('xx') ? String(status)[0] === asked[0] : String(status) === asked;
}

export interface Mark {
  readonly kind: 'violation' | 'ill-mannered' | 'fault' | 'cut' | 'replay';
  readonly label: string;
  readonly words: readonly string[];
}

export function marksOf(line: RequestLine, { contractViolations, mannersViolations }: Verdicts): readonly Mark[] {
  const { number, cut, fault, replayOf } = line;
  const violations = contractViolations.value.get(number) ?? [];
  const badManners = mannersViolations.value.get(number) ?? [];
  const marks: Mark[] = [];
  if (violations.length > 0) {
    const label = violations.length === 1 ? 'violation' : `${violations.length} violations`;
    marks.push({ kind: 'violation', label, words: violations });
  }
  if (badManners.length > 0) marks.push({ kind: 'ill-mannered', label: 'ill-mannered', words: badManners });
  if (cut !== null) marks.push({ kind: 'cut', ...cuts[cut] });
  if (fault !== null) marks.push({ kind: 'fault', label: `fault ${fault}`, words: [`Fault ${fault} applied.`] });
  if (replayOf !== null) {
    const words = [`Sent again from the control room: a replay of request #${replayOf}.`];
    marks.push({ kind: 'replay', label: `replay of #${replayOf}`, words });
  }
  return marks;
}

const cuts = {
  reset: { label: 'reset', words: ['The connection was reset before a response.'] },
  truncated: { label: 'cut off', words: ['The connection closed halfway through the body.'] },
  left: { label: 'client left', words: ['The client disconnected before the end of the response.'] },
};
