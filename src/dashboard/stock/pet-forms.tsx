import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../service/petstore.js';
import { useRoom } from '../live/live.js';
import { choicesOf } from '../parts/controls.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';
import { changeOf, parseDraft, parsePetId } from './stock-edit.js';

const idField: FormField = {
  name: 'petId',
  label: 'Id',
  hint: 'Any 64-bit integer; exact beyond 2⁵³.',
  kind: 'integer',
};

function stockFields({ quantity, status }: Omit<StockEntry, 'petId'>): FormField[] {
  return [
    { name: 'quantity', label: 'Quantity', kind: 'integer', initial: String(quantity) },
    { name: 'status', label: 'Status', initial: status, choices: choicesOf(schemas.PetStatus.enum) },
  ];
}

/** A form that adds a pet to the stock. */
export function AddPetForm({ onAdded }: { readonly onAdded: (petId: string) => void }) {
  const { live } = useRoom();
  const add = async (values: FormValues) => {
    const petId = parsePetId(values);
    if (live.stock.peek()?.some((pet) => pet.petId === petId)) {
      throw new Error(`Pet ${petId} is already in the store. Edit it in the table, or choose another id.`);
    }
    await live.client.inventory.set({ petId, ...parseDraft(values) });
    return petId;
  };
  return (
    <DialogForm
      fields={() => [idField, ...stockFields({ quantity: 1, status: 'available' })]}
      submitLabel="Add"
      onSubmit={add}
      done={({ petId = '' }) => `Added pet ${petId.trim()}.`}
      onDone={onAdded}
    />
  );
}

/** A form that changes the stock of a pet. `before`: the pet when the form was opened. */
export function EditPetForm({ before }: { readonly before: StockEntry }) {
  const { live } = useRoom();
  const { petId } = before;
  const save = async (values: FormValues) => {
    const stock = parseDraft(values);
    // A pet that was removed is a new one to the server, which then needs both fields.
    const isThere = live.stock.peek()?.some((pet) => pet.petId === petId);
    const change = isThere ? changeOf(before, stock) : stock;
    if (change !== undefined) await live.client.inventory.set({ petId, ...change });
  };
  return (
    <DialogForm
      fields={() => stockFields(before)}
      submitLabel="Save"
      onSubmit={save}
      done={() => `Saved pet ${petId}.`}
    />
  );
}
