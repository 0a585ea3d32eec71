import { useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { moveInRows } from '../parts/move-in-rows.js';
import { EditPetForm } from './pet-forms.js';
import { statusTone } from './stock-list.js';

/** Rows in the page: more would make it slow. */
const STEP = 100;

/** The pets, a hundred at a time. */
export function StockTable({ pets }: { readonly pets: readonly StockEntry[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <table class="table stock-table" aria-label="Stock">
        <thead>
          <tr>
            <th>Pet</th>
            <th class="is-number">Quantity</th>
            <th>Status</th>
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

function PetRow({ pet, isFirst }: { readonly pet: StockEntry; readonly isFirst: boolean }) {
  const { open } = useDialogs();
  const { petId, quantity, status } = pet;
  const edit = () => open(`Edit pet ${petId}`, <EditPetForm before={pet} />);
  return (
    <tr onDblClick={edit}>
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
