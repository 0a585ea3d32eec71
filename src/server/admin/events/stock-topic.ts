import type { StockRecord } from '../../../../fixtures/stock.js';
import type { StockUpdate } from '../../../admin/schemas/world.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { serialiseStockEntry } from '../serialise.js';
import type { Topic } from './topic.js';

/** Above this number of changes subscribers read the whole stock again. */
const MOST_CHANGES = 2_000;

/** Comes before every look. */
const NEVER = -1;

/** Creates the topic of the stock: what changed since a subscriber's last event. A new subscriber reads the whole stock. */
export function createStockTopic({ world: { inventory } }: ServedWorld): Topic {
  const comparison = createComparison();
  let version: number | undefined;
  /** Most subscribers are at the same point. */
  const written = new Map<number, string>();

  const newsSince = (look: number): string => {
    const known = written.get(look);
    if (known !== undefined) return known;
    const records = inventory.list();
    const changed = comparison.changedSince(look, records);
    const changes = changed?.map(serialiseStockEntry) ?? [];
    const news: StockUpdate = {
      version: version ?? 0,
      total: records.length,
      isAllNew: changed === undefined,
      changes,
    };
    const text = JSON.stringify(news);
    written.set(look, text);
    return text;
  };

  return {
    name: 'stock',
    look() {
      if (inventory.version === version) return;
      version = inventory.version;
      comparison.look(inventory.list());
      written.clear();
    },
    follow() {
      let sent = NEVER;
      return () => {
        const { looks } = comparison;
        if (sent === looks) return undefined;
        const text = newsSince(sent);
        sent = looks;
        return text;
      };
    },
  };
}

/** Remembers for each record the look that found it changed, so that a slow subscriber need not start again. */
function createComparison() {
  let known: readonly StockRecord[] = [];
  let looks = 0;
  /** The look that found another store. */
  let began = 0;
  // Records are live, so their last values are copied; by index, which is faster than by id.
  const quantities: number[] = [];
  const statuses: string[] = [];
  const changedAt: number[] = [];

  return {
    /** How many looks found a change. */
    get looks() {
      return looks;
    },
    look(records: readonly StockRecord[]): void {
      looks += 1;
      // Pets are added at the end, and only removed all at once.
      const isSameStore = records === known || known.every((record, place) => record === records[place]);
      if (!isSameStore) began = looks;
      for (let place = 0; place < records.length; place++) {
        const { quantity, status } = records[place] as StockRecord;
        if (place < known.length && quantities[place] === quantity && statuses[place] === status) continue;
        quantities[place] = quantity;
        statuses[place] = status;
        changedAt[place] = looks;
      }
      known = records;
    },
    /** Returns what changed since a look; undefined if that is too much, or the store was replaced. */
    changedSince(look: number, records: readonly StockRecord[]): StockRecord[] | undefined {
      if (look < began) return undefined;
      const changed: StockRecord[] = [];
      for (let place = 0; place < records.length; place++) {
        if ((changedAt[place] ?? 0) > look) changed.push(records[place] as StockRecord);
        if (changed.length > MOST_CHANGES) return undefined;
      }
      return changed;
    },
  };
}
