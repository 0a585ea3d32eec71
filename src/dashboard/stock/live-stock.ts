import { signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry, StockUpdate } from '../../admin/stock.js';
import { pause } from '../live/watch-events.js';

const PAGE_SIZE = 1_000;
/** After each read, so that a stock that changes all the time is not read all the time. */
const REST_MS = 400;

/** The stock of one world, read page by page and updated by the server's events. */
export class LiveStock {
  /** All of it in the order of ids; undefined until it was read. A change makes a new array. */
  readonly pets = signal<readonly StockEntry[]>();
  /** Known before the stock was read. */
  readonly count = signal<number>();

  readonly #client: AdminClient;
  readonly #signal: AbortSignal;
  /** Changes that are newer than the read under way. */
  readonly #meanwhile = new Map<string, StockEntry>();
  #isReading = false;
  #isWanted = false;

  /** Reads until `signal` aborts. */
  constructor(client: AdminClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  receive({ total, isAllNew, changes }: StockUpdate): void {
    this.count.value = total;
    if (isAllNew) {
      void this.#request();
      return;
    }
    for (const change of changes) this.#meanwhile.set(change.petId, change);
    if (this.pets.value !== undefined) this.pets.value = withChanges(this.pets.value, changes);
  }

  /** Reads the whole stock at once, or after the pause since the last read. */
  async #request(): Promise<void> {
    this.#isWanted = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isWanted && !this.#signal.aborted) {
      await this.#read();
      await pause(REST_MS, this.#signal);
    }
    this.#isReading = false;
  }

  async #read(): Promise<void> {
    this.#isWanted = false;
    this.#meanwhile.clear();
    try {
      const stock: StockEntry[] = [];
      let after: string | undefined;
      do {
        const page = await this.#client.inventory.list({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
        stock.push(...page.items);
        after = page.next ?? undefined;
      } while (after !== undefined && !this.#signal.aborted);
      if (!this.#signal.aborted) this.pets.value = withChanges(stock, this.#meanwhile.values());
    } catch {
      // If the server is gone, the event stream reports it; otherwise the next read may succeed.
      this.#isWanted = true;
    }
  }
}

/** Returns the stock with some entries changed or added, in the order of ids. */
export function withChanges(stock: readonly StockEntry[], changes: Iterable<StockEntry>): readonly StockEntry[] {
  const entries = new Map(stock.map((entry) => [entry.petId, entry]));
  for (const change of changes) entries.set(change.petId, change);
  const changed = [...entries.values()];
  return changed.length === stock.length ? changed : changed.sort((left, right) => compareIds(left.petId, right.petId));
}

/** Compares ids as integers without converting them to numbers, which would round beyond 2^53. */
export function compareIds(left: string, right: string): number {
  const isLeftBelowZero = left.startsWith('-');
  if (isLeftBelowZero !== right.startsWith('-')) return isLeftBelowZero ? -1 : 1;
  const byDigits = left.length - right.length || (left < right ? -1 : Number(left > right));
  return isLeftBelowZero ? -byDigits : byDigits;
}
