import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { type Column, type GridSizes, useVirtualGrid, VirtualGrid } from '../virtual/virtual-grid.js';
import { EditPetForm } from './pet-forms.js';
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

const sizes: GridSizes = { wide: { headPx: 36, rowPx: 38 }, folded: { headPx: 36, rowPx: 60 }, foldBelowPx: 520 };

/** All pets, in a table that keeps only the rows in view in the page. */
export function StockTable({ pets, sort, onSort, active, onActivate, children }: StockTableProps) {
  const { live } = useRoom();
  const { open } = useDialogs();
  const changed = live.changedPets.value;
  const activePlace = pets.findIndex(({ petId }) => petId === active);
  const grid = useVirtualGrid({
    sizes,
    count: pets.length,
    activeRow: Math.max(0, activePlace),
    onMove: (row) => onActivate((pets[row] as StockEntry).petId),
  });
  // Brings a pet into view that was added.
  const isActiveThere = activePlace !== -1;
  useLayoutEffect(() => {
    if (isActiveThere) grid.show(activePlace);
  }, [active, isActiveThere, grid.isFolded]);

  const edit = (pet: StockEntry | undefined) => {
    if (pet === undefined) return;
    onActivate(pet.petId);
    open(`Edit pet ${pet.petId}`, <EditPetForm before={pet} />);
  };
  return (
    <>
      {pets.length === 0 && children}
      <VirtualGrid
        grid={grid}
        hidden={pets.length === 0}
        prefix="stock"
        aria-label="Stock"
        items={pets}
        columns={columnsOf(sort, onSort, edit)}
        rowProps={(pet) => ({
          key: pet.petId,
          class: changed.has(pet.petId) ? 'is-changed' : '',
          onFocus: () => onActivate(pet.petId),
          onDblClick: () => edit(pet),
        })}
        onOpen={(row) => edit(pets[row])}
      />
    </>
  );
}

function columnsOf(
  sort: StockSort,
  onSort: StockTableProps['onSort'],
  onEdit: (pet: StockEntry) => void,
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
      cell: (pet) => ({
        children: (
          <Button kind="quiet" isSmall tabIndex={-1} aria-label={`Edit pet ${pet.petId}`} onClick={() => onEdit(pet)}>
            Edit
          </Button>
        ),
      }),
    },
  ];
}
