import { type Evidence, oncePer } from '../evidence.js';
import { type Listing, listingOf } from '../stock/stock-history.js';
import { distinct, type Seen, seen, unseen } from './seen.js';

/** Two pets are in some order by chance. */
const FEWEST_PETS = 3;

/** Observes the order of the list (§4.1). */
export function listOrder({ readings }: Evidence): Seen {
  const all = readings.flatMap((reading) => listingOf(reading) ?? []).filter(({ stock }) => stock.size >= FEWEST_PETS);
  const [first] = all;
  if (first === undefined) return unseen(`no list of ${FEWEST_PETS} pets or more was seen`);
  const [order, ...others] = distinct(all.map(({ stock }) => orderOf(stock)));
  const exchanges = all.map(({ reading }) => reading);
  const note = `${all.length === 1 ? 'one list' : `${all.length} lists`}: ${[order, ...others].join(', ')}`;
  const isClear = others.length === 0 && order !== undefined && order !== 'in no order';
  return isClear ? seen(order, note, exchanges) : unseen(note, exchanges);
}

const orderOf = oncePer((stock: Listing['stock']): 'ascending' | 'descending' | 'in no order' => {
  const ids = [...stock.keys()];
  const isInOrder = (follows: (id: number | bigint, last: number | bigint) => boolean) =>
    ids.every((id, index) => index === 0 || follows(id, ids[index - 1] ?? id));
  if (isInOrder((id, last) => id > last)) return 'ascending';
  return isInOrder((id, last) => id < last) ? 'descending' : 'in no order';
});
