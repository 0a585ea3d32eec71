import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import { useRoom } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { choicesOf } from '../parts/controls.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';
import { changeDuring, changeOf, parseDraft, parsePetId } from './stock-edit.js';

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
  const check = (values: FormValues) => {
    const entry = parseEntry(values);
    if ('problem' in entry) return entry.problem;
    if (findPet(live.stock.peek() ?? [], entry.value.petId) === undefined) return undefined;
    return `Pet ${entry.value.petId} is already in the store. Edit it in the table, or choose another id.`;
  };
  const add = async (values: FormValues) => {
    const entry = parseEntry(values);
    if ('value' in entry) await live.client.inventory.set(entry.value);
    return values.petId?.trim() ?? '';
  };
  return (
    <DialogForm
      fields={() => [idField, ...stockFields({ quantity: 1, status: 'available' })]}
      submitLabel="Add"
      check={check}
      onSubmit={add}
      done={({ petId = '' }) => `Added pet ${petId.trim()}.`}
      onDone={onAdded}
    />
  );
}

function parseEntry(values: FormValues) {
  const id = parsePetId(values.petId ?? '');
  if ('problem' in id) return id;
  const stock = parseDraft(values);
  return 'problem' in stock ? stock : { value: { petId: id.value, ...stock.value } };
}

/** A form that changes the stock of a pet. `before`: the pet when the form was opened. */
export function EditPetForm({ before }: { readonly before: StockEntry }) {
  const { live } = useRoom();
  const { petId } = before;
  const now = findPet(live.stock.value ?? [], petId);
  const check = (values: FormValues) => {
    const stock = parseDraft(values);
    return 'problem' in stock ? stock.problem : undefined;
  };
  const save = async (values: FormValues) => {
    const stock = parseDraft(values);
    if ('problem' in stock) return;
    // A pet that was removed is a new one to the server, which then needs both fields.
    const change = now === undefined ? stock.value : changeOf(before, stock.value);
    if (change === undefined) return;
    const known = live.stock.peek();
    const entry = await live.client.inventory.set({ petId, ...change });
    // Its event may arrive later.
    if (live.stock.peek() === known) live.changeStock([entry]);
  };
  return (
    <DialogForm
      intro={changeDuring(before, now)}
      fields={() => stockFields(before)}
      submitLabel="Save"
      check={check}
      onSubmit={save}
      done={() => `Saved pet ${petId}.`}
    />
  );
}
