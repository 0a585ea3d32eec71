import type { StockRecord } from '../../../../fixtures/stock-record.js';
import type { StockNews } from '../../../admin/schemas/stock.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { tellStockEntry } from '../tell/tell-stock.js';
import type { Topic } from './topic.js';

/** More changes than this, and the stock is to be read again. */
const MOST_TOLD = 500;

/** Makes the topic of the stock: what changed from look to look. Who missed a look, or is new, reads the stock again. */
export function createStockTopic({ world: { inventory } }: ServedWorld): Topic {
  const findChanges = createComparison();
  let version: number | undefined;
  let before: number | undefined;
  /** What leads from the version before to this one. */
  let changes: string | undefined;
  let allNew = '';

  return {
    name: 'stock',
    look() {
      if (inventory.version === version) return;
      before = version;
      version = inventory.version;
      const records = inventory.list();
      const news = { version, total: records.length };
      const changed = findChanges(records);
      const tell = (rest: Pick<StockNews, 'isAllNew' | 'changes'>) => JSON.stringify({ ...news, ...rest });
      changes = changed && tell({ isAllNew: false, changes: changed.map(tellStockEntry) });
      allNew = tell({ isAllNew: true, changes: [] });
    },
    follow() {
      let told: number | undefined;
      return () => {
        if (told === version) return undefined;
        const isNext = told !== undefined && told === before;
        told = version;
        return (isNext ? changes : undefined) ?? allNew;
      };
    },
  };
}

/** Answers what compares the records with how they were when it was last called; undefined where too much is another. */
function createComparison(): (records: readonly StockRecord[]) => StockRecord[] | undefined {
  let known: readonly StockRecord[] = [];
  // Records are live, so that what they were has to be kept apart; by place, which is faster than by id.
  const quantities: number[] = [];
  const statuses: string[] = [];

  return (records) => {
    // Pets come at the end; where one has gone, all have.
    const isSameStore = records === known || known.every((record, place) => record === records[place]);
    const changed: StockRecord[] = [];
    for (let place = 0; place < records.length; place++) {
      const record = records[place] as StockRecord;
      const { quantity, status } = record;
      if (place < known.length && quantities[place] === quantity && statuses[place] === status) continue;
      quantities[place] = quantity;
      statuses[place] = status;
      if (changed.length <= MOST_TOLD) changed.push(record);
    }
    known = records;
    return isSameStore && changed.length <= MOST_TOLD ? changed : undefined;
  };
}
