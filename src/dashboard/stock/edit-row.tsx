import type { Ref } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import { Button } from '../parts/controls.js';
import { GridCell, GridRow, type RowPlace } from '../virtual/virtual-grid.js';
import { newsDuring, type StockEdit, type StockEditing } from './stock-edit.js';

interface EditRowProps extends RowPlace {
  readonly edit: StockEdit;
  readonly editing: StockEditing;
  /** The pet as it is now. */
  readonly now: StockEntry | undefined;
  readonly onHeight: (heightPx: number) => void;
}

/** A pet that is being edited. Enter saves, Escape cancels. */
export function EditRow({ edit, editing, now, row, startPx, onHeight }: EditRowProps) {
  const { before, isSaving, problem } = edit;
  const { save, leave, type } = editing;
  const noteId = useId();
  const root = useRef<HTMLDivElement>(null);
  const quantity = useRef<HTMLInputElement>(null);

  // Before the next key comes, which is for the field.
  useLayoutEffect(() => quantity.current?.select(), []);
  useLayoutEffect(() => {
    if (problem !== undefined) quantity.current?.focus();
  }, [problem]);
  useLayoutEffect(() => onHeight(root.current?.offsetHeight ?? 0));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <GridRow
      row={row}
      startPx={startPx}
      ref={root}
      class="stock-row is-edited"
      aria-busy={isSaving}
      onKeyDown={onKeyDown}
    >
      <GridCell class="stock-id mono">{before.petId}</GridCell>
      <DraftCells edit={edit} onType={type} inputRef={quantity} noteId={noteId} />
      <GridCell class="stock-actions">
        <Button kind="main" isSmall aria-disabled={isSaving} onClick={save}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button kind="quiet" isSmall onClick={leave}>
          Cancel
        </Button>
      </GridCell>
      <GridCell class={problem === undefined ? 'stock-note' : 'stock-note is-failed'} aria-live="polite">
        <span id={noteId}>{problem ?? newsDuring(edit, now)}</span>
      </GridCell>
    </GridRow>
  );
}

interface DraftCellsProps {
  readonly edit: StockEdit;
  readonly onType: StockEditing['type'];
  readonly inputRef: Ref<HTMLInputElement>;
  readonly noteId: string;
}

/** The controls for quantity and status. */
function DraftCells({ edit, onType, inputRef, noteId }: DraftCellsProps) {
  const { before, draft, isSaving, problem } = edit;
  return (
    <>
      <GridCell class="stock-quantity">
        <input
          ref={inputRef}
          class="input"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of pet ${before.petId}`}
          aria-invalid={problem !== undefined}
          aria-describedby={noteId}
          readOnly={isSaving}
          value={draft.quantity}
          onInput={({ currentTarget }) => onType({ ...draft, quantity: currentTarget.value })}
        />
      </GridCell>
      <GridCell class="stock-status">
        <select
          class="select"
          aria-label={`Status of pet ${before.petId}`}
          value={draft.status}
          onChange={({ currentTarget }) => onType({ ...draft, status: currentTarget.value as StockEntry['status'] })}
        >
          {schemas.PetStatus.enum.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </GridCell>
    </>
  );
}
