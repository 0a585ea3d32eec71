import { useRef, useState } from 'preact/hooks';
import type { StockChange, StockEntry } from '../../admin/schemas/world.js';
import { isInt64Text } from '../../spec/int64.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { problemOf, useAnnounce } from '../parts/use-action.js';

export interface StockEditing {
  readonly edit: StockEdit | undefined;
  /** What the server made of the last change, until the stock tells it. */
  readonly saved: StockEntry | undefined;
  /** Begins to change a pet, unless that would lose what was typed about another. */
  begin(entry: StockEntry): void;
  type(draft: StockDraft): void;
  save(): Promise<void>;
  leave(): void;
}

/** Keeps what somebody is changing in the stock; `onEnd` is told when the change is saved or left. */
export function useStockEdit(live: Live, onEnd: () => void): StockEditing {
  const announce = useAnnounce();
  const [edit, setEdit] = useState<StockEdit | undefined>(undefined);
  const [told, setTold] = useState<{ entry: StockEntry; stock: unknown } | undefined>(undefined);
  // An answer that comes after the edit was left must not open it again.
  const current = useRef(0);

  const end = () => {
    current.current++;
    setEdit(undefined);
    onEnd();
  };

  return {
    edit,
    saved: told?.stock === live.stock.value ? told?.entry : undefined,
    begin(entry) {
      if (edit?.before.petId === entry.petId) return;
      if (edit !== undefined && (isTouched(edit) || edit.isSaving)) {
        announce(`Save or cancel the change to pet ${edit.before.petId} first.`);
        return;
      }
      current.current++;
      setEdit(beginEdit(entry));
    },
    type(draft) {
      setEdit((now) => (now === undefined || now.isSaving ? now : { ...now, draft, problem: undefined }));
    },
    async save() {
      if (edit === undefined || edit.isSaving) return;
      const read = parseDraft(edit.draft);
      if ('problem' in read) {
        setEdit({ ...edit, problem: read.problem });
        return;
      }
      const { petId } = edit.before;
      // A pet that has gone is a new one to the server, which then needs both fields.
      const isGone = findPet(live.stock.peek() ?? [], petId) === undefined;
      const change = isGone ? read.value : changeOf(edit.before, read.value);
      if (change === undefined) return end();
      const mine = ++current.current;
      setEdit({ ...edit, isSaving: true, problem: undefined });
      try {
        const stock = live.stock.peek();
        const entry = await live.client.inventory.set({ petId, ...change });
        if (live.stock.peek() === stock) setTold({ entry, stock });
        announce(`Saved pet ${petId}.`);
        if (mine === current.current) end();
      } catch (error) {
        const problem = problemOf(error);
        if (mine === current.current) setEdit({ ...edit, isSaving: false, problem });
        else announce(problem);
      }
    },
    leave: end,
  };
}

/** A pet that somebody is changing. */
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

/** Returns whether leaving the edit would lose something. */
export function isTouched({ before, draft }: StockEdit): boolean {
  return draft.quantity !== String(before.quantity) || draft.status !== before.status;
}

/** Returns only what was changed, so that what somebody else changed meanwhile stays; undefined where that is nothing. */
export function changeOf(before: StockEntry, wanted: Required<StockChange>): StockChange | undefined {
  const change = {
    ...(wanted.quantity !== before.quantity && { quantity: wanted.quantity }),
    ...(wanted.status !== before.status && { status: wanted.status }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Says what happened to a pet while it was edited; undefined where nothing did. */
export function newsDuring({ before }: StockEdit, now: StockEntry | undefined): string | undefined {
  if (now === undefined) return 'This pet has gone from the store meanwhile; saving brings it back.';
  if (now.quantity === before.quantity && now.status === before.status) return undefined;
  return `Meanwhile it is ${now.quantity}, ${now.status}.`;
}

/** What somebody is typing about a pet. */
export interface StockDraft {
  readonly quantity: string;
  readonly status: StockEntry['status'];
}

export type Parsed<Value> = { readonly value: Value } | { readonly problem: string };

/** Reads a draft into a change. Whether the number may be sent at all is for the server to say. */
export function parseDraft(draft: StockDraft): Parsed<Required<StockChange>> {
  const text = draft.quantity.trim();
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text)) return { problem: 'The quantity is a whole number, such as 12.' };
  if (!Number.isSafeInteger(quantity)) return { problem: 'The quantity is at most 9007199254740991.' };
  return { value: { quantity, status: draft.status } };
}

/** Reads the id of a new pet: any integer of 64 bits. */
export function parsePetId(text: string): Parsed<string> {
  const petId = text.trim();
  if (isInt64Text(petId)) return { value: petId };
  return { problem: 'The id is a whole number of 64 bits without leading zeros, such as 9007199254740993.' };
}
