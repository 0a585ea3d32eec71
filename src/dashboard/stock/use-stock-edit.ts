import { useRef, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/stock.js';
import type { Live } from '../live/live.js';
import { useAnnounce } from '../parts/announcer.js';
import { problemOf } from '../parts/problem-of.js';
import { findPet } from './find-pet.js';
import { readDraft, type StockDraft } from './read-draft.js';
import { beginEdit, changeOf, isTouched, type StockEdit } from './stock-edit.js';

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
      const read = readDraft(edit.draft);
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
        const entry = await live.client.inventory.set(petId, change);
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
