import { useMemo, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/stock.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { EmptyState } from '../parts/card.js';
import { Button, moveInRows, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import type { Tone } from '../parts/tone.js';
import { AddPetForm, EditPetForm } from './pet-forms.js';

/** The stock, live, and its editor. */
export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState('');
  const stock = live.stock.pets.value;
  const pets = useMemo(() => searchStock(stock ?? [], search), [stock, search]);

  if (stock === undefined) return <p class="soft">Loading the stock…</p>;
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
        {stock.length === 0 && (
          <EmptyState title="The store is empty">
            <p>Add a pet, or seed the world with the admin API.</p>
          </EmptyState>
        )}
        {stock.length > 0 && pets.length === 0 && (
          <EmptyState title="No matching pets">
            <p>None of {countOf(stock.length)} pets matches.</p>
            <Button onClick={() => setSearch('')}>Show all pets</Button>
          </EmptyState>
        )}
        {pets.length > 0 && <StockTable pets={pets} />}
        <p class="card-foot" role="status">
          {search.trim() !== '' && `${countOf(pets.length)} of `}
          {countOf(stock.length)} pets
        </p>
      </section>
    </div>
  );
}

/** Rows in the page: more would make it slow. */
const STEP = 100;

/** The pets, a hundred at a time. */
function StockTable({ pets }: { readonly pets: readonly StockEntry[] }) {
  const { open } = useDialogs();
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
          {pets.slice(0, shown).map((pet, index) => {
            const { petId, quantity, status } = pet;
            const edit = () => open(`Edit pet ${petId}`, <EditPetForm before={pet} />);
            return (
              <tr key={petId} onDblClick={edit}>
                <td class="mono">{petId}</td>
                <td class={`is-number ${quantity <= 0 ? 'is-none' : ''}`}>
                  {quantity < 0 ? `−${countOf(-quantity)}` : countOf(quantity)}
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

/** Returns the pets that match every word: digits match inside the id, other words match the start of the status. */
export function searchStock(stock: readonly StockEntry[], text: string): readonly StockEntry[] {
  if (text.trim() === '') return stock;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return stock.filter((entry) =>
    words.every((word) => (/^-?\d+$/.test(word) ? entry.petId.includes(word) : entry.status.startsWith(word))),
  );
}

/** The colours of each status of a pet, which always stand beside its word. */
const statusTone: Readonly<Record<StockEntry['status'], Tone>> = {
  available: 'ok',
  pending: 'refused',
  sold: 'broken',
};
