import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { GridCell, GridHeading, GridRow, type RowPlace } from '../virtual/grid.js';
import type { StockDraft, StockEdit } from './stock-edit.js';
import { type StockColumn, type StockSort, statusTone } from './stock-list.js';

interface StockRowProps extends RowPlace {
  readonly entry: StockEntry;
  readonly isActive: boolean;
  readonly isChanged: boolean;
  readonly onActivate: (petId: string) => void;
  readonly onEdit: (petId: string) => void;
}

/** One pet. */
export function StockRow({ entry, isActive, isChanged, onActivate, onEdit, ...place }: StockRowProps) {
  const { petId, quantity, status } = entry;
  return (
    <GridRow
      {...place}
      class={isChanged ? 'stock-row is-changed' : 'stock-row'}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(petId)}
      onDblClick={() => onEdit(petId)}
    >
      <GridCell class="stock-id mono">{petId}</GridCell>
      <GridCell class={quantity <= 0 ? 'stock-quantity is-none' : 'stock-quantity'}>
        {quantity < 0 ? `−${countOf(-quantity)}` : countOf(quantity)}
      </GridCell>
      <GridCell class="stock-status">
        <Badge tone={statusTone[status]}>{status}</Badge>
      </GridCell>
      <GridCell class="stock-actions">
        <Button kind="quiet" isSmall tabIndex={-1} aria-label={`Edit pet ${petId}`} onClick={() => onEdit(petId)}>
          Edit
        </Button>
      </GridCell>
    </GridRow>
  );
}

interface EditRowProps extends RowPlace {
  readonly edit: StockEdit;
  /** How the pet changed meanwhile. */
  readonly news: string | undefined;
  readonly onChange: (draft: StockDraft) => void;
  readonly onSave: () => void;
  readonly onLeave: () => void;
  readonly onHeight: (heightPx: number) => void;
}

/** A pet that is being edited. Enter saves, Escape cancels. */
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

interface SortHeadingProps {
  readonly column: StockColumn;
  readonly label: string;
  readonly sort: StockSort;
  readonly onSort: (column: StockColumn) => void;
}

/** A column heading with a button that sorts. */
export function SortHeading({ column, label, sort, onSort }: SortHeadingProps) {
  const isSorted = sort.by === column;
  return (
    <GridHeading
      class={`stock-${headingClass[column]}`}
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" class="sort" onClick={() => onSort(column)}>
        {label}
        <span class="sort-sign" aria-hidden="true">
          {isSorted ? (sort.isDescending ? '↓' : '↑') : '↕'}
        </span>
      </button>
    </GridHeading>
  );
}

const headingClass: Readonly<Record<StockColumn, string>> = { petId: 'id', quantity: 'quantity', status: 'status' };
