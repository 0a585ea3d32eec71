import type { StockRecord } from '../../fixtures/stock-record.js';
import type { PetStatus } from '../../src/spec/schemas.js';
import { InputError } from '../../src/validation/input-error.js';
import type { InventoryModel } from '../model.js';
import { codeOfPetId, petIdText, petIdValue } from './pet-id.js';
import { checkedChange } from './stock-change.js';

/** One entry of the stock (§2.1), its id exact: a bigint where a number would be rounded. */
export interface StockItem {
  readonly petId: number | bigint;
  readonly quantity: number;
  readonly status: PetStatus;
}

/** The stock as a test sets and reads it: no key, no quota, no request. Every id may be a number, a bigint or its digits. */
export interface InventoryControl {
  /** Every entry, in the order in which the entries came. */
  list(): StockItem[];
  /** One entry; undefined for a pet that is not in stock. Throws an InputError for what is no id. */
  get(petId: number | bigint | string): StockItem | undefined;
  /**
   * Changes an entry and answers it; a plain number is its quantity. A pet that is not in stock yet needs both fields.
   * A quantity may be any safe integer, whatever requests may store. Throws an InputError, and changes nothing, for a
   * value that cannot be.
   */
  set(petId: number | bigint | string, change: number | Partial<Omit<StockItem, 'petId'>>): StockItem;
}

const MOST_IDS_SHOWN = 5;

export function createInventoryControl(inventory: InventoryModel): InventoryControl {
  return {
    list: () => inventory.list().map(toItem),
    get(petId) {
      const record = inventory.get(petIdText('Looking at the stock', petId));
      return record && toItem(record);
    },
    set(petId, change) {
      const attempted = 'Setting the stock';
      const id = petIdText(attempted, petId);
      const { quantity, status } = { ...inventory.get(id), ...checkedChange(attempted, id, change) };
      if (quantity === undefined || status === undefined) throw notInStock(attempted, id, inventory);
      return toItem(inventory.put({ petId: id, quantity, status }));
    },
  };
}

function toItem({ petId, quantity, status }: StockRecord): StockItem {
  return { petId: petIdValue(petId), quantity, status };
}

function notInStock(attempted: string, petId: string, inventory: InventoryModel): InputError {
  const known = inventory.list();
  const shown = known.slice(0, MOST_IDS_SHOWN).map((record) => record.petId);
  const more = known.length > shown.length ? ` and ${known.length - shown.length} more` : '';
  const inStock = shown.length === 0 ? 'Nothing is in stock' : `In stock: ${shown.join(', ')}${more}`;
  const example = `inventory.set(${codeOfPetId(petId)}, { quantity: 5, status: 'available' })`;
  return new InputError(
    attempted,
    `the pet ${petId} is not in stock, and to be added it needs quantity and status`,
    `${inStock}. To add it: ${example}.`,
  );
}
