import type { StockChange, StockEntry } from '../../admin/schemas/stock.js';
import type { StockDraft } from './read-draft.js';

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

/** Tells whether leaving the edit would lose something. */
export function isTouched({ before, draft }: StockEdit): boolean {
  return draft.quantity !== String(before.quantity) || draft.status !== before.status;
}

/** Answers only what was changed, so that what somebody else changed meanwhile stays; undefined where that is nothing. */
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
