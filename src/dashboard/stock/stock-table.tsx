import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { GridHeading, type RowPlace } from '../virtual/grid.js';
import { type GridSizes, useVirtualGrid, VirtualGrid } from '../virtual/virtual-grid.js';
import { newsDuring, useStockEdit } from './stock-edit.js';
import { type StockSort, sortAfterClick } from './stock-list.js';
import { EditRow, SortHeading, StockRow } from './stock-rows.js';

interface StockTableProps {
  readonly live: Live;
  /** The pets to show, in their order. */
  readonly pets: readonly StockEntry[];
  readonly sort: StockSort;
  readonly onSort: (sort: StockSort) => void;
  /** The pet that Tab leads to; a new one comes into view. */
  readonly active: string | undefined;
  readonly onActivate: (petId: string) => void;
  /** Shown if there are no pets. */
  readonly children: ComponentChildren;
}

const sizes: GridSizes = { headPx: 36, rowPx: 38, foldBelowPx: 520, foldedHeadPx: 36, foldedRowPx: 60 };

/** All pets, in a table that keeps only the rows in view in the page. */
export function StockTable({ live, pets, sort, onSort, active, onActivate, children }: StockTableProps) {
  const { grid, shown, editing, editedRow, setEditedPx, begin } = useStockGrid({ live, pets, active, onActivate });
  const { edit, saved } = editing;
  const stock = live.stock.value ?? [];
  const changed = live.changedPets.value;
  const latest = (entry: StockEntry) => {
    if (saved?.petId === entry.petId) return saved;
    return edit === undefined ? entry : (findPet(stock, entry.petId) ?? entry);
  };
  const renderRow = (place: RowPlace) => {
    const entry = latest(shown[place.row] as StockEntry);
    if (edit === undefined || place.row !== editedRow) {
      return (
        <StockRow
          key={entry.petId}
          {...place}
          entry={entry}
          isActive={place.row === grid.activeRow}
          isChanged={changed.has(entry.petId)}
          onActivate={onActivate}
          onEdit={begin}
        />
      );
    }
    return (
      <EditRow
        key={`edit ${entry.petId}`}
        {...place}
        edit={edit}
        news={newsDuring(edit, findPet(stock, entry.petId))}
        onChange={editing.type}
        onSave={editing.save}
        onLeave={editing.leave}
        onHeight={setEditedPx}
      />
    );
  };
  return (
    <>
      {shown.length === 0 && children}
      <VirtualGrid
        grid={grid}
        hidden={shown.length === 0}
        class="stock-rows"
        rowClass="stock-row"
        aria-label="Stock"
        columns={4}
        headings={<StockHeadings sort={sort} onSort={(by) => onSort(sortAfterClick(sort, by))} />}
        openKeys={['Enter', 'F2']}
        onOpen={(row) => begin(shown[row]?.petId)}
        renderRow={renderRow}
      />
    </>
  );
}

/** Keeps the active row and the row that is edited. While somebody edits, every pet stays in its place. */
function useStockGrid({
  live,
  pets,
  active,
  onActivate,
}: Pick<StockTableProps, 'live' | 'pets' | 'active' | 'onActivate'>) {
  const [editedPx, setEditedPx] = useState(0);
  const held = useRef<readonly StockEntry[] | undefined>(undefined);
  const editing = useStockEdit(live, () => grid.focus.take());
  const { edit } = editing;
  held.current = edit === undefined ? undefined : (held.current ?? pets);
  const shown = held.current ?? pets;

  const placeOf = (petId: string | undefined) => shown.findIndex((entry) => entry.petId === petId);
  const activePlace = placeOf(active);
  const editedRow = placeOf(edit?.before.petId);
  const grid = useVirtualGrid({
    sizes,
    count: shown.length,
    activeRow: Math.max(0, activePlace),
    onMove: (row) => onActivate((shown[row] as StockEntry).petId),
    tall: editedRow === -1 ? undefined : { row: editedRow, heightPx: editedPx },
  });

  // Brings a pet into view that was added, or that moved after a change.
  const isActiveThere = activePlace !== -1;
  useLayoutEffect(() => {
    if (isActiveThere) grid.rows.show(activePlace);
  }, [active, isActiveThere, edit === undefined, grid.isFolded]);

  const begin = (petId: string | undefined) => {
    const entry = petId === undefined ? undefined : findPet(live.stock.value ?? [], petId);
    if (entry === undefined) return;
    onActivate(entry.petId);
    editing.begin(entry);
  };
  return { grid, shown, editing, editedRow, setEditedPx, begin };
}

function StockHeadings(heading: Pick<Parameters<typeof SortHeading>[0], 'sort' | 'onSort'>) {
  return (
    <>
      <SortHeading column="petId" label="Pet" {...heading} />
      <SortHeading column="quantity" label="Quantity" {...heading} />
      <SortHeading column="status" label="Status" {...heading} />
      <GridHeading class="stock-actions">
        <span class="sr-only">Actions</span>
      </GridHeading>
    </>
  );
}
