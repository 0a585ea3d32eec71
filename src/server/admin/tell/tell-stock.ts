import type { StockRecord } from '../../../../fixtures/stock-record.js';
import type { StockEntry, StockPage } from '../../../admin/schemas/stock.js';
import type { Int64Text } from '../../../spec/int64.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { cutPart, type ListPart } from './cut-part.js';

/** Tells the stock in the order of ids; on request only pets whose id has certain digits in it. */
export function tellStock(
  { world: { inventory } }: ServedWorld,
  { search, ...part }: ListPart & { readonly search?: string | undefined } = {},
): StockPage {
  const all = inventory.list();
  const found = search === undefined ? [...all] : all.filter(({ petId }) => petId.includes(search));
  const page = cutPart(
    found.sort((one, other) => compareIds(one.petId, other.petId)),
    part,
    ({ petId }) => petId,
  );
  return { ...page, items: page.items.map(tellStockEntry) };
}

/** The record is a live one: what is told stays as it was. */
export function tellStockEntry({ petId, quantity, status }: StockRecord): StockEntry {
  return { petId, quantity, status };
}

/** By their digits: a store may hold a million ids, and each BigInt costs. */
function compareIds(one: Int64Text, other: Int64Text): number {
  const isBelowZero = one.startsWith('-');
  if (isBelowZero !== other.startsWith('-')) return isBelowZero ? -1 : 1;
  const order = one.length - other.length || (one < other ? -1 : Number(one > other));
  return isBelowZero ? -order : order;
}
