import { useMemo, useState } from 'preact/hooks';
import type { AdminClient } from '../../admin/client/admin-client.js';
import type { StockEntry } from '../../admin/stock.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { EmptyState } from '../parts/card.js';
import { Button, moveInRows, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { formatCount } from '../parts/format.js';
import type { Tone } from '../parts/tone.js';
import { useLoaded, useNow } from '../parts/use-action.js';
import { AddPetForm, EditPetForm } from './pet-forms.js';

/** Rows in the page at first, and how many more on request: all of a large store would make it slow. */
const STEP = 100;
const PAGE_SIZE = 1_000;

/** The stock, live, and its editor. */
export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(STEP);
  const nowMs = useNow();
  // At most once a second: a server takes long to list a million pets.
  const version = useMemo(() => live.stock.peek()?.version, [live, nowMs]);
  const load = () => readPets(live.client, search.trim(), shown);
  const found = useLoaded(load, [live, live.hello.value, version, search, shown]).value;
  if (found === undefined) return <p class="soft">Loading the stock…</p>;
  const { pets, matching } = found;
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
        {pets.length < matching && (
          <p class="show-more">
            <Button isSmall onClick={() => setShown(shown + STEP)}>
              Show more ({formatCount(pets.length)} of {formatCount(matching)})
            </Button>
          </p>
        )}
        <p class="card-foot" role="status">
          {search.trim() !== '' && `${formatCount(matching)} of `}
          {formatCount(total)} pets
        </p>
      </section>
    </div>
  );
}

/** Reads the first pets that match, page by page, and how many match. */
async function readPets(client: AdminClient, search: string, count: number) {
  const pets: StockEntry[] = [];
  for (let after: string | undefined; ; ) {
    const limit = Math.min(PAGE_SIZE, count - pets.length);
    const query = { limit, ...(search !== '' && { search }), ...(after !== undefined && { after }) };
    const { items, total, next } = await client.inventory.list(query);
    pets.push(...items);
    if (next === null || pets.length >= count) return { pets, matching: total };
    after = next;
  }
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
          const { petId, quantity, status } = pet;
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
