import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockChange, StockEntry } from '../../admin/stock.js';
import { isInt64Text } from '../../json/exact-number.js';
import { schemas } from '../../service/petstore.js';
import { useRoom } from '../live/live.js';
import { choicesOf } from '../parts/controls.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';

const idHint = 'Any 64-bit integer; exact beyond 2⁵³.';
const idField: FormField = { name: 'petId', label: 'Id', hint: idHint, kind: 'integer' };

function stockFields({ quantity, status }: Omit<StockEntry, 'petId'>): FormField[] {
  return [
    { name: 'quantity', label: 'Quantity', kind: 'integer', initial: String(quantity) },
    { name: 'status', label: 'Status', initial: status, choices: choicesOf(schemas.PetStatus.enum) },
  ];
}

async function hasPet(client: AdminClient, petId: string): Promise<boolean> {
  const { items } = await client.inventory.list({ search: petId, limit: 1_000 });
  return items.some((pet) => pet.petId === petId);
}

/** A form that adds a pet to the stock. */
export function AddPetForm({ onAdded }: { readonly onAdded: (petId: string) => void }) {
  const { live } = useRoom();
  const add = async (values: FormValues) => {
    const petId = parsePetId(values);
    if (await hasPet(live.client, petId)) {
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
    const change = (await hasPet(live.client, petId)) ? changeOf(before, stock) : stock;
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

/** Returns only the changed fields, so that concurrent changes of others stay; undefined if nothing changed. */
export function changeOf(before: StockEntry, wanted: Required<StockChange>): StockChange | undefined {
  const change = {
    ...(wanted.quantity !== before.quantity && { quantity: wanted.quantity }),
    ...(wanted.status !== before.status && { status: wanted.status }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** Parses the quantity and the status of a form. The server checks the range. Throws an Error with a valid quantity. */
export function parseDraft({ quantity: typed = '', status }: FormValues): Required<StockChange> {
  const text = typed.trim();
  const quantity = Number(text);
  if (!/^-?\d+$/.test(text)) throw new Error('The quantity is a whole number, such as 12.');
  if (!Number.isSafeInteger(quantity)) throw new Error('The quantity is at most 9007199254740991.');
  return { quantity, status: status as StockEntry['status'] };
}

/** Parses the id of a new pet: any 64-bit integer. Throws an Error with a valid id. */
export function parsePetId({ petId = '' }: FormValues): string {
  if (isInt64Text(petId.trim())) return petId.trim();
  throw new Error('The id is a whole number of 64 bits without leading zeros, such as 9007199254740993.');
}
