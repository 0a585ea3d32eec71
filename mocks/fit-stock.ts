import type { StockRecord } from '../fixtures/stock-record.js';
import type { Behaviour } from '../src/spec/behaviour.js';

export type StockBehaviour = Pick<Behaviour, 'quantity-range' | 'list-order'>;

/**
 * Answers generated stock in agreement with a behaviour: no quantity is one that the service would refuse, and where pets are listed
 * as they are stored, they are not stored by their ids.
 */
export function fitStock(
  stock: readonly StockRecord[],
  { 'quantity-range': { minimum, maximum }, 'list-order': order }: StockBehaviour,
): readonly StockRecord[] {
  const isWithin = ({ quantity }: StockRecord) => quantity >= minimum && quantity <= maximum;
  const within = stock.every(isWithin)
    ? stock
    : stock.map((record) => ({ ...record, quantity: Math.max(minimum, Math.min(maximum, record.quantity)) }));
  if (order !== 'as-stored') return within;
  const isEven = (_record: StockRecord, index: number) => index % 2 === 0;
  return [...within.filter(isEven), ...within.filter((record, index) => !isEven(record, index))];
}
