import type { StockRecord } from '../../../../fixtures/stock.js';
import { petIdValue } from '../../../../mocks/stock/inventory-control.js';
import type { StockChange, StockEntry, StockPage } from '../../../admin/stock.js';
import type { Int64Text } from '../../../json/exact-number.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { type AdminRoutes, plainBody } from '../admin-route.js';
import { cutPart, type ListPart } from '../serialise.js';

export const stockRoutes = {
  listStock: ({ served, query }) => serialiseStock(served, query),
  setStock(call) {
    const { steering, world } = call.served;
    // `007` is the pet 7.
    const petId = String(BigInt(call.path.petId ?? ''));
    steering.inventory.set(petId, plainBody<StockChange>(call));
    const record = world.inventory.get(petId);
    return record === undefined ? {} : serialiseStockEntry(record);
  },
} satisfies Partial<AdminRoutes>;

/** Serialises the stock in the order of ids; `search`: only pets that match each word: digits in the id, or the start of the status. */
function serialiseStock(
  { world: { inventory } }: ServedWorld,
  { search, ...part }: ListPart & { readonly search?: string | undefined } = {},
): StockPage {
  const all = inventory.list();
  const words = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const found = all.filter(({ petId, status }) =>
    words.every((word) => (/^-?\d+$/.test(word) ? petId.includes(word) : status.startsWith(word))),
  );
  const page = cutPart(
    found.sort((one, other) => compareIds(one.petId, other.petId)),
    part,
    ({ petId }) => petId,
  );
  return { ...page, items: page.items.map(serialiseStockEntry) };
}

/** Copies the record, which is live. */
export function serialiseStockEntry({ petId, quantity, status }: StockRecord): StockEntry {
  return { petId: petIdValue(petId), quantity, status };
}

/** Compares digits: a store may hold a million ids, and each BigInt costs time. */
function compareIds(one: Int64Text, other: Int64Text): number {
  const isBelowZero = one.startsWith('-');
  if (isBelowZero !== other.startsWith('-')) return isBelowZero ? -1 : 1;
  const order = one.length - other.length || (one < other ? -1 : Number(one > other));
  return isBelowZero ? -order : order;
}
