import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry } from '../../admin/schemas/world.js';
import { withChanges } from './stock-order.js';
import { pause } from '../live/watch-events.js';

const PAGE_SIZE = 1_000;
/** After each read, so that a stock that changes all the time is not read all the time. */
const REST_MS = 400;

/** Loads the stock page by page, with a pause after each time. `onRead` receives all of it, with the changes made during the read. */
export class StockReader {
  readonly #client: AdminClient;
  readonly #onRead: (stock: readonly StockEntry[]) => void;
  readonly #signal: AbortSignal;
  readonly #meanwhile = new Map<string, StockEntry>();
  #isReading = false;
  #isWanted = false;

  /** Reads until `signal` aborts. */
  constructor(client: AdminClient, onRead: (stock: readonly StockEntry[]) => void, signal: AbortSignal) {
    this.#client = client;
    this.#onRead = onRead;
    this.#signal = signal;
  }

  /** Reads the whole stock at once, or after the pause since the last read. */
  async request(): Promise<void> {
    this.#isWanted = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isWanted && !this.#signal.aborted) {
      await this.#read();
      await pause(REST_MS, this.#signal);
    }
    this.#isReading = false;
  }

  /** Records changes that are newer than the read under way. */
  note(changes: readonly StockEntry[]): void {
    for (const change of changes) this.#meanwhile.set(change.petId, change);
  }

  async #read(): Promise<void> {
    this.#isWanted = false;
    this.#meanwhile.clear();
    try {
      const stock = await this.#readAll();
      if (!this.#signal.aborted) this.#onRead(withChanges(stock, this.#meanwhile.values()));
    } catch {
      // If the server is gone, the event stream reports it; otherwise the next read may succeed.
      this.#isWanted = true;
    }
  }

  async #readAll(): Promise<StockEntry[]> {
    const stock: StockEntry[] = [];
    let after: string | undefined;
    do {
      const page = await this.#client.inventory.list({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
      stock.push(...page.items);
      after = page.next ?? undefined;
    } while (after !== undefined && !this.#signal.aborted);
    return stock;
  }
}
