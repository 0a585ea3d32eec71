import type { StockChange, StockEntry } from '../../admin/schemas/world.js';
import { isInt64Text } from '../../json/exact-number.js';
import type { FormValues } from '../parts/form.js';

/** Returns only the changed fields, so that concurrent changes of others stay; undefined if nothing changed. */
export function changeOf(before: StockEntry, wanted: Required<StockChange>): StockChange | undefined {
  const change = {
    ...(wanted.quantity !== before.quantity && { quantity: wanted.quantity }),
    ...(wanted.status !== before.status && { status: wanted.status }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Parses the quantity and the status of a form. The server checks the range. Throws an Error with a valid quantity. */
export function parseDraft({ quantity: typed = '', status }: FormValues): Required<StockChange> {
  const text = typed.trim();
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text)) throw new Error('The quantity is a whole number, such as 12.');
  if (!Number.isSafeInteger(quantity)) throw new Error('The quantity is at most 9007199254740991.');
  return { quantity, status: status as StockEntry['status'] };
}

/** Parses the id of a new pet: any 64-bit integer. Throws an Error with a valid id. */
export function parsePetId({ petId = '' }: FormValues): string {
  if (isInt64Text(petId.trim())) return petId.trim();
  throw new Error('The id is a whole number of 64 bits without leading zeros, such as 9007199254740993.');
}
