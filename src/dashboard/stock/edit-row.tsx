import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/stock.js';
import { schemas } from '../../spec/schemas.js';
import { Button } from '../parts/button.js';
import { GridCell, GridRow, type RowPlace } from '../virtual/grid.js';
import type { StockDraft } from './read-draft.js';
import type { StockEdit } from './stock-edit.js';

interface EditRowProps extends RowPlace {
  readonly edit: StockEdit;
  /** What happened to the pet meanwhile. */
  readonly news: string | undefined;
  readonly onChange: (draft: StockDraft) => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  readonly onHeight: (heightPx: number) => void;
}

/** One pet that is being changed. Enter saves, Escape leaves it as it was. */
export function EditRow({ edit, news, row, startPx, onChange, onSave, onLeave, onHeight }: EditRowProps) {
  const { before, draft, isSaving, problem } = edit;
  const noteId = useId();
  const root = useRef<HTMLDivElement>(null);
  const quantity = useRef<HTMLInputElement>(null);
  const note = problem ?? news;

  // Before the next key comes, which is for the field.
  useLayoutEffect(() => quantity.current?.select(), []);
  useLayoutEffect(() => {
    if (problem !== undefined) quantity.current?.focus();
  }, [problem]);
  useLayoutEffect(() => onHeight(root.current?.offsetHeight ?? 0));

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    else if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) onSave();
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
      <GridCell class="stock-quantity">
        <input
          ref={quantity}
          class="input"
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of pet ${before.petId}`}
          aria-invalid={problem !== undefined}
          aria-describedby={noteId}
          readOnly={isSaving}
          value={draft.quantity}
          onInput={({ currentTarget }) => onChange({ ...draft, quantity: currentTarget.value })}
        />
      </GridCell>
      <GridCell class="stock-status">
        <select
          class="select"
          aria-label={`Status of pet ${before.petId}`}
          value={draft.status}
          onChange={({ currentTarget }) => onChange({ ...draft, status: currentTarget.value as StockEntry['status'] })}
        >
          {schemas.PetStatus.enum.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </GridCell>
      <GridCell class="stock-actions">
        <Button kind="main" isSmall aria-disabled={isSaving} onClick={onSave}>
          {isSaving ? 'Saving…' : 'Save'}
        </Button>
        <Button kind="quiet" isSmall onClick={onLeave}>
          Cancel
        </Button>
      </GridCell>
      <GridCell class={problem === undefined ? 'stock-note' : 'stock-note is-failed'} aria-live="polite">
        <span id={noteId}>{note}</span>
      </GridCell>
    </GridRow>
  );
}
