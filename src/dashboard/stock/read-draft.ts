import type { StockChange, StockEntry } from '../../admin/schemas/stock.js';
import { isInt64Text } from '../../spec/int64.js';

/** What somebody is typing about a pet. */
export interface StockDraft {
  readonly quantity: string;
  readonly status: StockEntry['status'];
}

export type Read<Value> = { readonly value: Value } | { readonly problem: string };

/** Reads a draft into a change. Whether the number may be sent at all is for the server to say. */
export function readDraft(draft: StockDraft): Read<Required<StockChange>> {
  const text = draft.quantity.trim();
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text)) return { problem: 'The quantity is a whole number, such as 12.' };
  if (!Number.isSafeInteger(quantity)) return { problem: 'The quantity is at most 9007199254740991.' };
  return { value: { quantity, status: draft.status } };
}

/** Reads the id of a new pet: any integer of 64 bits. */
export function readPetId(text: string): Read<string> {
  const petId = text.trim();
  if (isInt64Text(petId)) return { value: petId };
  return { problem: 'The id is a whole number of 64 bits without leading zeros, such as 9007199254740993.' };
}
