import { useEffect, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { moveInRows } from '../parts/move-in-rows.js';
import { EditPetForm } from './pet-forms.js';
import { type StockSort, sortAfterClick, statusTone } from './stock-list.js';

interface StockTableProps {
  /** The pets to show, in their order. */
  readonly pets: readonly StockEntry[];
  readonly sort: StockSort;
  readonly onSort: (sort: StockSort) => void;
}

/** Rows in the page: more would make it slow. */
const STEP = 100;

const columns = { petId: 'Pet', quantity: 'Quantity', status: 'Status' } as const;

/** The pets, a hundred at a time. */
export function StockTable({ pets, sort, onSort }: StockTableProps) {
  const [shown, setShown] = useState(STEP);
  useEffect(() => setShown(STEP), [sort]);
  return (
    <>
      <table class="table stock-table" aria-label="Stock">
        <thead>
          <tr>
            {Object.entries(columns).map(([by, label]) => (
              <SortedHeading key={by} by={by as StockSort['by']} label={label} sort={sort} onSort={onSort} />
            ))}
            <th>
              <span class="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={moveInRows}>
          {pets.slice(0, shown).map((pet, index) => (
            <PetRow key={pet.petId} pet={pet} isFirst={index === 0} />
          ))}
        </tbody>
      </table>
      {shown < pets.length && (
        <p class="show-more">
          <Button isSmall onClick={() => setShown(shown + STEP)}>
            Show more ({countOf(shown)} of {countOf(pets.length)})
          </Button>
        </p>
      )}
    </>
  );
}

interface SortedHeadingProps extends Pick<StockTableProps, 'sort' | 'onSort'> {
  readonly by: StockSort['by'];
  readonly label: string;
}

function SortedHeading({ by, label, sort, onSort }: SortedHeadingProps) {
  const order = sort.by !== by ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <th aria-sort={order} class={by === 'quantity' ? 'is-number' : ''}>
      <button type="button" class="sort" onClick={() => onSort(sortAfterClick(sort, by))}>
        {label}
        <span class="sort-sign" aria-hidden="true">
          {{ none: '↕', descending: '↓', ascending: '↑' }[order]}
        </span>
      </button>
    </th>
  );
}

function PetRow({ pet, isFirst }: { readonly pet: StockEntry; readonly isFirst: boolean }) {
  const { live } = useRoom();
  const { open } = useDialogs();
  const { petId, quantity, status } = pet;
  const edit = () => open(`Edit pet ${petId}`, <EditPetForm before={pet} />);
  return (
    <tr class={live.changedPets.value.has(petId) ? 'is-changed' : ''} onDblClick={edit}>
      <td class="mono">{petId}</td>
      <td class={`is-number ${quantity <= 0 ? 'is-none' : ''}`}>
        {quantity < 0 ? `−${countOf(-quantity)}` : countOf(quantity)}
      </td>
      <td>
        <Badge tone={statusTone[status]}>{status}</Badge>
      </td>
      <td class="stock-actions">
        <Button kind="quiet" isSmall tabIndex={isFirst ? 0 : -1} aria-label={`Edit pet ${petId}`} onClick={edit}>
          Edit
        </Button>
      </td>
    </tr>
  );
}
