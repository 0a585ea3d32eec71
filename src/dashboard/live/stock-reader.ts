import { signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry } from '../../admin/schemas/world.js';
import { withChanges } from './stock-order.js';

const PAGE_SIZE = 1_000;
/** Spends at most a tenth of the time on reading a stock that changes all the time. */
const REST_PER_READ = 9;
const SHORTEST_REST_MS = 400;
const REST_AFTER_FAILURE_MS = 2_000;

/** Loads the stock page by page, with a pause after each time. `onRead` receives all of it, with the changes made during the read. */
export class StockReader {
  readonly #client: AdminClient;
  readonly #onRead: (stock: readonly StockEntry[]) => void;
  readonly #meanwhile = new Map<string, StockEntry>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isWanted = false;
  #isClosed = false;

  constructor(client: AdminClient, onRead: (stock: readonly StockEntry[]) => void) {
    this.#client = client;
    this.#onRead = onRead;
  }

  /** Reads the whole stock at once, or after the pause since the last read. */
  request(): void {
    this.#isWanted = true;
    if (this.#timer === undefined) void this.#read();
  }

  /** Ends the pause, because the server may have changed. */
  wake(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    void this.#read();
  }

  /** Records changes that are newer than the read under way. */
  note(changes: readonly StockEntry[]): void {
    for (const change of changes) this.#meanwhile.set(change.petId, change);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #read(): Promise<void> {
    if (!this.#isWanted || this.#isReading || this.#isClosed) return;
    this.#isReading = true;
    this.#isWanted = false;
    this.#meanwhile.clear();
    const startMs = performance.now();
    let restMs = REST_AFTER_FAILURE_MS;
    try {
      const stock = await this.#readAll();
      if (this.#isClosed) return;
      this.#onRead(withChanges(stock, this.#meanwhile.values()));
      restMs = Math.max(SHORTEST_REST_MS, REST_PER_READ * (performance.now() - startMs));
    } catch {
      // If the server is gone, the event stream reports it; otherwise the next read may succeed.
      this.#isWanted = true;
    }
    this.#isReading = false;
    if (!this.#isClosed) this.#timer = setTimeout(() => this.wake(), restMs);
  }

  async #readAll(): Promise<StockEntry[]> {
    const stock: StockEntry[] = [];
    let after: string | undefined;
    do {
      const page = await this.#client.inventory.list({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
      stock.push(...page.items);
      after = page.next ?? undefined;
    } while (after !== undefined && !this.#isClosed);
    return stock;
  }
}

const HIGHLIGHT_MS = 2_000;

/** The pets that changed within the last two seconds. */
export class ChangedPets {
  readonly ids = signal<ReadonlySet<string>>(new Set());
  readonly #untilMs = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  add(ids: readonly string[]): void {
    for (const id of ids) this.#untilMs.set(id, performance.now() + HIGHLIGHT_MS);
    this.#update(HIGHLIGHT_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #update(nextMs: number): void {
    for (const [id, untilMs] of this.#untilMs) {
      if (untilMs <= performance.now()) this.#untilMs.delete(id);
    }
    this.ids.value = new Set(this.#untilMs.keys());
    if (this.#untilMs.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#update(200);
    }, nextMs);
  }
}
