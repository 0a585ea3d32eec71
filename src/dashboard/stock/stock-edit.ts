import { useRef, useState } from 'preact/hooks';
import type { StockChange, StockEntry } from '../../admin/schemas/world.js';
import { isInt64Text } from '../../spec/json.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { problemOf, useAnnounce } from '../parts/use-action.js';

export type StockEditing = ReturnType<typeof useStockEdit>;

/** Keeps the entry that is being edited; calls `onEnd` when it is saved or cancelled. */
export function useStockEdit(live: Live, onEnd: () => void) {
  const announce = useAnnounce();
  const [edit, setEdit] = useState<StockEdit>();
  // A response that arrives after the edit was cancelled must not reopen it.
  const current = useRef(0);

  const end = () => {
    current.current++;
    setEdit(undefined);
    onEnd();
  };
  /** Starts editing a pet, unless unsaved changes of another one would be lost. */
  const begin = (entry: StockEntry) => {
    if (edit?.before.petId === entry.petId) return;
    if (edit !== undefined && (isTouched(edit) || edit.isSaving)) {
      announce(`Save or cancel the change to pet ${edit.before.petId} first.`);
      return;
    }
    current.current++;
    setEdit(beginEdit(entry));
  };
  const save = async () => {
    if (edit === undefined || edit.isSaving) return;
    const parsed = parseDraft(edit.draft);
    if ('problem' in parsed) return setEdit({ ...edit, problem: parsed.problem });
    const { petId } = edit.before;
    const stock = live.stock.peek() ?? [];
    // A pet that has gone is a new one to the server, which then needs both fields.
    const isGone = findPet(stock, petId) === undefined;
    const change = isGone ? parsed.value : changeOf(edit.before, parsed.value);
    if (change === undefined) return end();
    const mine = ++current.current;
    setEdit({ ...edit, isSaving: true, problem: undefined });
    try {
      const entry = await live.client.inventory.set({ petId, ...change });
      // Its event may arrive later.
      if (live.stock.peek() === stock) live.changeStock([entry]);
      announce(`Saved pet ${petId}.`);
      if (mine === current.current) end();
    } catch (error) {
      const problem = problemOf(error);
      if (mine === current.current) setEdit({ ...edit, isSaving: false, problem });
      else announce(problem);
    }
  };
  const type = (draft: StockDraft) =>
    setEdit((now) => (now === undefined || now.isSaving ? now : { ...now, draft, problem: undefined }));
  return { edit, begin, type, save, leave: end };
}

/** An entry that is being edited. */
export interface StockEdit {
  /** The pet when it was begun. */
  readonly before: StockEntry;
  readonly draft: StockDraft;
  readonly isSaving: boolean;
  /** Why it could not be saved. */
  readonly problem: string | undefined;
}

export function beginEdit(entry: StockEntry): StockEdit {
  const draft = { quantity: String(entry.quantity), status: entry.status };
  return { before: entry, draft, isSaving: false, problem: undefined };
}

/** Returns whether the edit has unsaved changes. */
export function isTouched({ before, draft }: StockEdit): boolean {
  return draft.quantity !== String(before.quantity) || draft.status !== before.status;
}

/** Returns only the changed fields, so that concurrent changes of others stay; undefined if nothing changed. */
export function changeOf(before: StockEntry, wanted: Required<StockChange>): StockChange | undefined {
  const change = {
    ...(wanted.quantity !== before.quantity && { quantity: wanted.quantity }),
    ...(wanted.status !== before.status && { status: wanted.status }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Returns how the pet changed while it was edited; undefined if it did not. */
export function newsDuring({ before }: StockEdit, now: StockEntry | undefined): string | undefined {
  if (now === undefined) return 'This pet was removed meanwhile; saving adds it again.';
  if (now.quantity === before.quantity && now.status === before.status) return undefined;
  return `It is now ${now.quantity}, ${now.status}.`;
}

/** The text of an edited entry. */
export interface StockDraft {
  readonly quantity: string;
  readonly status: StockEntry['status'];
}

export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

/** Parses the text of an edited entry. The server checks the range. */
export function parseDraft(draft: StockDraft): Parsed<Required<StockChange>> {
  const text = draft.quantity.trim();
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text)) return { problem: 'The quantity is a whole number, such as 12.' };
  if (!Number.isSafeInteger(quantity)) return { problem: 'The quantity is at most 9007199254740991.' };
  return { value: { quantity, status: draft.status } };
}

/** Parses the id of a new pet: any 64-bit integer. */
export function parsePetId(text: string): Parsed<string> {
  const petId = text.trim();
  if (isInt64Text(petId)) return { value: petId };
  return { problem: 'The id is a whole number of 64 bits without leading zeros, such as 9007199254740993.' };
}
