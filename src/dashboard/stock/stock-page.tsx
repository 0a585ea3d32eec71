import { useMemo, useState } from 'preact/hooks';
import { useRoom } from '../live/live.js';
import { EmptyState } from '../parts/card.js';
import { Button, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { AddPetForm } from './pet-forms.js';
import { searchStock } from './stock-list.js';
import { StockTable } from './stock-table.js';

/** The stock, live, and its editor. */
export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState('');
  const stock = live.stock.value;
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
