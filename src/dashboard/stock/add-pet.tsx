import { useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import type { Live } from '../live/live.js';
import { findPet } from '../live/stock-order.js';
import { Button } from '../parts/controls.js';
import { FormDialog, type FormField, type FormValues } from '../parts/dialog-form.js';
import { parseDraft, parsePetId } from './stock-edit.js';

const statuses = schemas.PetStatus.enum.map((status) => ({ value: status, label: status }));
const fields: readonly FormField[] = [
  { name: 'petId', label: 'Id', hint: 'Any 64-bit integer; exact beyond 2⁵³.', kind: 'integer', initial: '' },
  { name: 'quantity', label: 'Quantity', kind: 'integer', initial: '1' },
  { name: 'status', label: 'Status', kind: 'select', initial: 'available', choices: statuses },
];

/** A button with a dialog that adds a pet to the stock. */
export function AddPet({ live, onAdded }: { readonly live: Live; readonly onAdded: (petId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const check = (values: FormValues) => {
    const entry = parseEntry(values);
    if ('problem' in entry) return entry.problem;
    if (findPet(live.stock.peek() ?? [], entry.value.petId) === undefined) return undefined;
    return `Pet ${entry.value.petId} is already in the store. Edit it in the table, or choose another id.`;
  };
  const add = async (values: FormValues) => {
    const entry = parseEntry(values);
    if ('value' in entry) await live.client.inventory.set(entry.value);
  };
  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        Add a pet
      </Button>
      <FormDialog
        title="Add a pet"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        fields={() => fields}
        submitLabel="Add"
        check={check}
        onSubmit={add}
        done={({ petId = '' }) => `Added pet ${petId.trim()}.`}
        onDone={({ petId = '' }) => onAdded(petId.trim())}
      />
    </>
  );
}

function parseEntry({ petId = '', quantity = '', status }: FormValues) {
  const id = parsePetId(petId);
  if ('problem' in id) return id;
  const stock = parseDraft({ quantity, status: status as StockEntry['status'] });
  return 'problem' in stock ? stock : { value: { petId: id.value, ...stock.value } };
}
