import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry } from '../../admin/schemas/stock.js';
import { withChanges } from './with-changes.js';

const PART = 1_000;
/** Of ten moments, at most one is spent on reading: a stock that changes all the time is not read all the time. */
const REST_PER_READ = 9;
const SHORTEST_REST_MS = 400;
const REST_AFTER_FAILURE_MS = 2_000;

export interface StockReader {
  /** Reads the whole stock: at once, or once it has rested from the last time. */
  ask(): void;
  /** Ends the rest: another server is there to be asked, or the same one after a while. */
  wake(): void;
  /** What has changed meanwhile; it is newer than anything that is being read. */
  note(changes: readonly StockEntry[]): void;
  close(): void;
}

/** Makes what reads the stock in parts. `onRead` gets it whole, with everything that changed while it was read. */
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
      // Where the server is gone, the events say so; where it is not, the next time will do.
      isAskedAgain = true;
    }
    isReading = false;
    meanwhile.clear();
    if (!isClosed) rest(restMs);
  };

  return {
    ask() {
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
    const page = await client.inventory.list({ limit: PART, ...(after !== undefined && { after }) });
    stock.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined && !isClosed());
  return stock;
}
