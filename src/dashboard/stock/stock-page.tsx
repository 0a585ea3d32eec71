import { useMemo, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/stock.js';
import { schemas } from '../../service/petstore.js';
import { numberOr } from '../behaviour/questions.js';
import { useRoom } from '../live/live.js';
import { Button, choicesOf, moveInRows, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { Badge, EmptyState, formatCount, type Tone } from '../parts/display.js';
import { DialogForm, type FormField, type FormValues } from '../parts/form.js';
import { useLoaded, useNow } from '../parts/use-action.js';

/** All rows of a large store would make the page slow. */
const MOST_ROWS = 200;

export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState('');
  const nowMs = useNow();
  // At most once a second: a server takes long to list a million pets.
  const version = useMemo(() => live.stock.peek()?.version, [live, nowMs]);
  const load = () => live.client.inventory.list({ limit: MOST_ROWS, search: search.trim() });
  const found = useLoaded(load, [live, live.hello.value, version, search]).value;
  if (found === undefined) return <p class="soft">Loading the stock…</p>;
  const { items: pets, total: matching } = found;
  const total = live.stock.value?.total ?? matching;
  return (
    <div class="stock-page">
      <div class="stock-tools">
        <div class="stock-search">
          <TextField
            label="Search by id or status"
            isLabelHidden
            isSearch
            placeholder="Digits of an id, or a status"
            value={search}
            onValue={setSearch}
          />
        </div>
        <span class="push" />
        <Button kind="main" onClick={() => open('Add a pet', <AddPetForm onAdded={setSearch} />)}>
          Add a pet
        </Button>
      </div>
      <section class="card" aria-label="Pets">
        {total === 0 && (
          <EmptyState title="The store is empty">
            <p>Add a pet, or seed the world with the admin API.</p>
          </EmptyState>
        )}
        {total > 0 && pets.length === 0 && (
          <EmptyState title="No matching pets">
            <p>None of {formatCount(total)} pets matches.</p>
            <Button onClick={() => setSearch('')}>Show all pets</Button>
          </EmptyState>
        )}
        {pets.length > 0 && <StockTable pets={pets} />}
        <p class="card-foot" role="status">
          {pets.length < matching && `The first ${pets.length}. Search for others. `}
          {search.trim() !== '' && `${formatCount(matching)} of `}
          {formatCount(total)} pets
        </p>
      </section>
    </div>
  );
}

function StockTable({ pets }: { readonly pets: readonly StockEntry[] }) {
  const { open } = useDialogs();
  return (
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
        {pets.map((pet, index) => {
          const { quantity, status } = pet;
          const petId = String(pet.petId);
          const edit = () => open(`Edit pet ${petId}`, <EditPetForm before={pet} />);
          return (
            <tr key={petId} onDblClick={edit}>
              <td class="mono">{petId}</td>
              <td class={`is-number ${quantity <= 0 ? 'is-none' : ''}`}>
                {quantity < 0 ? `−${formatCount(-quantity)}` : formatCount(quantity)}
              </td>
              <td>
                <Badge tone={statusTone[status]}>{status}</Badge>
              </td>
              <td class="stock-actions">
                <Button
                  kind="quiet"
                  isSmall
                  tabIndex={index === 0 ? 0 : -1}
                  aria-label={`Edit pet ${petId}`}
                  onClick={edit}
                >
                  Edit
                </Button>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The colours of each status of a pet, which always stand beside its word. */
const statusTone: Readonly<Record<StockEntry['status'], Tone>> = {
  available: 'ok',
  pending: 'refused',
  sold: 'broken',
};

/** The server checks it, and its error names a valid value. */
function changeFrom({ quantity = '', status }: FormValues) {
  return { quantity: numberOr(quantity) as number, status: status as StockEntry['status'] };
}

const idHint = 'Any 64-bit integer; exact beyond 2⁵³.';
const idField: FormField = { name: 'petId', label: 'Id', hint: idHint, kind: 'integer' };

function stockFields({ quantity, status }: Omit<StockEntry, 'petId'>): FormField[] {
  return [
    { name: 'quantity', label: 'Quantity', kind: 'integer', initial: String(quantity) },
    { name: 'status', label: 'Status', initial: status, choices: choicesOf(schemas.PetStatus.enum) },
  ];
}

function AddPetForm({ onAdded }: { readonly onAdded: (petId: string) => void }) {
  const { live } = useRoom();
  const add = async (values: FormValues) => {
    const petId = (values.petId ?? '').trim();
    const { items } = await live.client.inventory.list({ search: petId, limit: 1_000 });
    if (items.some((pet) => String(pet.petId) === petId)) {
      throw new Error(`Pet ${petId} is already in the store. Edit it in the table, or choose another id.`);
    }
    await live.client.inventory.set({ petId, ...changeFrom(values) });
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
function EditPetForm({ before }: { readonly before: StockEntry }) {
  const { live } = useRoom();
  const { petId } = before;
  const save = async (values: FormValues) => live.client.inventory.set({ petId, ...changeFrom(values) });
  return (
    <DialogForm
      fields={() => stockFields(before)}
      submitLabel="Save"
      onSubmit={save}
      done={() => `Saved pet ${petId}.`}
    />
  );
}
