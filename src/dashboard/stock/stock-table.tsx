import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { useRoom } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/controls.js';
import { countOf } from '../parts/format.js';
import { type Column, type GridSizes, type RowPlace, useVirtualGrid, VirtualGrid } from '../virtual/virtual-grid.js';
import { EditRow } from './edit-row.js';
import { useStockEdit } from './stock-edit.js';
import { type StockSort, sortAfterClick, statusTone } from './stock-list.js';

interface StockTableProps {
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
export function StockTable({ pets, sort, onSort, active, onActivate, children }: StockTableProps) {
  const { live } = useRoom();
  const { grid, shown, editing, editedRow, setEditedPx, begin } = useStockGrid({ pets, active, onActivate });
  const { edit } = editing;
  const stock = live.stock.value ?? [];
  const changed = live.changedPets.value;
  const editRow = (entry: StockEntry, place: RowPlace) =>
    edit !== undefined && place.row === editedRow ? (
      <EditRow
        key={`edit ${entry.petId}`}
        {...place}
        edit={edit}
        editing={editing}
        now={findPet(stock, entry.petId)}
        onHeight={setEditedPx}
      />
    ) : undefined;
  // While somebody edits, the rows keep their places, but not their values.
  const isHeld = edit !== undefined;
  const latest = useMemo(
    () => (isHeld ? shown.map((entry) => findPet(stock, entry.petId) ?? entry) : shown),
    [isHeld, shown, stock],
  );
  return (
    <>
      {shown.length === 0 && children}
      <VirtualGrid
        grid={grid}
        hidden={shown.length === 0}
        prefix="stock"
        aria-label="Stock"
        items={latest}
        columns={columnsOf(sort, onSort, begin)}
        rowProps={({ petId }) => ({
          key: petId,
          class: changed.has(petId) ? 'is-changed' : '',
          onFocus: () => onActivate(petId),
          onDblClick: () => begin(petId),
        })}
        renderRow={editRow}
        openKeys={['Enter', 'F2']}
        onOpen={(row) => begin(shown[row]?.petId)}
      />
    </>
  );
}

function columnsOf(
  sort: StockSort,
  onSort: StockTableProps['onSort'],
  onEdit: (petId: string) => void,
): Column<StockEntry>[] {
  const sortedBy = (by: StockSort['by'], label: string): Pick<Column<StockEntry>, 'label' | 'sort'> => {
    const order = sort.by !== by ? 'none' : sort.isDescending ? 'descending' : 'ascending';
    const button = (
      <button type="button" class="sort" onClick={() => onSort(sortAfterClick(sort, by))}>
        {label}
        <span class="sort-sign" aria-hidden="true">
          {{ none: '↕', descending: '↓', ascending: '↑' }[order]}
        </span>
      </button>
    );
    return { label: button, sort: order };
  };
  return [
    { name: 'id', ...sortedBy('petId', 'Pet'), cell: ({ petId }) => ({ class: 'mono', children: petId }) },
    {
      name: 'quantity',
      ...sortedBy('quantity', 'Quantity'),
      cell: ({ quantity }) => ({
        class: quantity <= 0 ? 'is-none' : '',
        children: quantity < 0 ? `−${countOf(-quantity)}` : countOf(quantity),
      }),
    },
    {
      name: 'status',
      ...sortedBy('status', 'Status'),
      cell: ({ status }) => ({ children: <Badge tone={statusTone[status]}>{status}</Badge> }),
    },
    {
      name: 'actions',
      label: <span class="sr-only">Actions</span>,
      cell: ({ petId }) => ({
        children: (
          <Button kind="quiet" isSmall tabIndex={-1} aria-label={`Edit pet ${petId}`} onClick={() => onEdit(petId)}>
            Edit
          </Button>
        ),
      }),
    },
  ];
}

/** Keeps the active row and the row that is edited. While somebody edits, every pet stays in its place. */
function useStockGrid({ pets, active, onActivate }: Pick<StockTableProps, 'pets' | 'active' | 'onActivate'>) {
  const { live } = useRoom();
  const [editedPx, setEditedPx] = useState(0);
  const held = useRef<readonly StockEntry[] | undefined>(undefined);
  const editing = useStockEdit(live, () => grid.takeFocus());
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
