import { type ReadonlySignal, signal } from '@preact/signals';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry } from '../../admin/schemas/world.js';
import { withChanges } from './stock-order.js';

const PAGE_SIZE = 1_000;
/** Spends at most a tenth of the time on reading a stock that changes all the time. */
const REST_PER_READ = 9;
const SHORTEST_REST_MS = 400;
const REST_AFTER_FAILURE_MS = 2_000;

export interface StockReader {
  /** Reads the whole stock at once, or after the pause since the last read. */
  request(): void;
  /** Ends the pause, because the server may have changed. */
  wake(): void;
  /** Records changes that are newer than the read under way. */
  note(changes: readonly StockEntry[]): void;
  close(): void;
}

/** Creates a reader that loads the stock page by page. `onRead` receives all of it, with the changes made during the read. */
export function createStockReader(client: AdminClient, onRead: (stock: readonly StockEntry[]) => void): StockReader {
  const meanwhile = new Map<string, StockEntry>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let isAskedAgain = false;
  let isClosed = false;

  const rest = (ms: number) => {
    timer = setTimeout(() => {
      timer = undefined;
      if (isAskedAgain) void read();
    }, ms);
  };
  const read = async () => {
    isReading = true;
    isAskedAgain = false;
    meanwhile.clear();
    const startMs = performance.now();
    let restMs = REST_AFTER_FAILURE_MS;
    try {
      const stock = await readAll(client, () => isClosed);
      if (isClosed) return;
      onRead(withChanges(stock, meanwhile.values()));
      restMs = Math.max(SHORTEST_REST_MS, REST_PER_READ * (performance.now() - startMs));
    } catch {
      // If the server is gone, the event stream reports it; otherwise the next read may succeed.
      isAskedAgain = true;
    }
    isReading = false;
    meanwhile.clear();
    if (!isClosed) rest(restMs);
  };

  return {
    request() {
      if (isClosed) return;
      if (isReading || timer !== undefined) isAskedAgain = true;
      else void read();
    },
    wake() {
      clearTimeout(timer);
      timer = undefined;
      if (isAskedAgain && !isReading) void read();
    },
    note(changes) {
      if (!isReading) return;
      for (const change of changes) meanwhile.set(change.petId, change);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

async function readAll(client: AdminClient, isClosed: () => boolean): Promise<StockEntry[]> {
  const stock: StockEntry[] = [];
  let after: string | undefined;
  do {
    const page = await client.inventory.list({ limit: PAGE_SIZE, ...(after !== undefined && { after }) });
    stock.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined && !isClosed());
  return stock;
}

const SHOWN_MS = 2_000;

export interface ChangedPets {
  readonly ids: ReadonlySignal<ReadonlySet<string>>;
  add(ids: readonly string[]): void;
  close(): void;
}

/** Creates a set of the pets that changed within the last two seconds. */
export function createChangedPets(): ChangedPets {
  const ids = signal<ReadonlySet<string>>(new Set());
  const until = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const tell = () => {
    timer = undefined;
    const now = performance.now();
    for (const [id, untilMs] of until) {
      if (untilMs <= now) until.delete(id);
    }
    ids.value = new Set(until.keys());
    wait(now);
  };
  // The map is in the order of the moments: the first one is the next to go.
  const wait = (now: number) => {
    const [next] = until.values();
    if (next !== undefined) timer ??= setTimeout(tell, Math.max(200, next - now));
  };

  return {
    ids,
    add(added) {
      const now = performance.now();
      for (const id of added) {
        until.delete(id);
        until.set(id, now + SHOWN_MS);
      }
      ids.value = new Set(until.keys());
      wait(now);
    },
    close: () => clearTimeout(timer),
  };
}
