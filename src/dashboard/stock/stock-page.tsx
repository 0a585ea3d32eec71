import { useMemo, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Field } from '../parts/field.js';
import { countOf } from '../parts/tell-time.js';
import '../virtual/rows.css';
import { AddPet } from './add-pet.js';
import { everyPet, isSearching, searchStock } from './search-stock.js';
import { StatusFilter } from './status-filter.js';
import './stock.css';
import { createStockSorter, type StockSort } from './stock-sort.js';
import { StockTable } from './stock-table.js';

/** What is in stock, live, and how to change it. */
export function StockPage({ live }: { readonly live: Live }) {
  const [search, setSearch] = useState(everyPet);
  const [sort, setSort] = useState<StockSort>({ by: 'petId', isDescending: false });
  const [active, setActive] = useState<string | undefined>(undefined);
  const [sortStock] = useState(createStockSorter);
  const stock = live.stock.value;
  const pets = useMemo(() => searchStock(sortStock(stock ?? [], sort), search), [stock, sort, search, sortStock]);

  if (stock === undefined) return <p class="soft">Reading the stock…</p>;
  return (
    <div class="stock-page">
      <div class="stock-tools">
        <div class="stock-search">
          <Field label="Search by id or status" isLabelHidden>
            <input
              class="input"
              type="search"
              placeholder="Digits of an id, or a status"
              value={search.text}
              onInput={({ currentTarget }) => setSearch({ ...search, text: currentTarget.value })}
            />
          </Field>
        </div>
        <AddPet
          live={live}
          onAdded={(petId) => {
            // Else a search might hide what was just added.
            setSearch(everyPet);
            setActive(petId);
          }}
        />
      </div>
      {stock.length > 0 && (
        <StatusFilter stock={stock} chosen={search.status} onChoose={(status) => setSearch({ ...search, status })} />
      )}
      <section class="card stock-card" aria-label="Pets">
        <StockTable live={live} pets={pets} sort={sort} onSort={setSort} active={active} onActivate={setActive}>
          {stock.length === 0 ? (
            <EmptyState title="The store is empty">
              <p>Add a pet, or seed the world by the admin API with as many as you like.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No pet fits">
              <p>None of {countOf(stock.length)} pets fits what you are looking for.</p>
              <Button onClick={() => setSearch(everyPet)}>Show all pets</Button>
            </EmptyState>
          )}
        </StockTable>
        <p class="card-foot" role="status">
          {isSearching(search)
            ? `${countOf(pets.length)} of ${countOf(stock.length)} pets`
            : `${countOf(stock.length)} pets`}
          {pets.length > 0 && <span class="key-hint"> · arrow keys move, Enter edits, Escape leaves</span>}
        </p>
      </section>
    </div>
  );
}
