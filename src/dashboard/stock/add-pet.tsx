import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import { useRoom } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { choicesOf } from '../parts/controls.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';
import { parseDraft, parsePetId } from './stock-edit.js';

const fields: readonly FormField[] = [
  { name: 'petId', label: 'Id', hint: 'Any 64-bit integer; exact beyond 2⁵³.', kind: 'integer' },
  { name: 'quantity', label: 'Quantity', kind: 'integer', initial: '1' },
  { name: 'status', label: 'Status', initial: 'available', choices: choicesOf(schemas.PetStatus.enum) },
];

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
      fields={() => fields}
      submitLabel="Add"
      check={check}
      onSubmit={add}
      done={({ petId = '' }) => `Added pet ${petId.trim()}.`}
      onDone={onAdded}
    />
  );
}

function parseEntry({ petId = '', quantity = '', status }: FormValues) {
  const id = parsePetId(petId);
  if ('problem' in id) return id;
  const stock = parseDraft({ quantity, status: status as StockEntry['status'] });
  return 'problem' in stock ? stock : { value: { petId: id.value, ...stock.value } };
}
