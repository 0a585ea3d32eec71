import { useMemo, useState } from 'preact/hooks';
import { schemas } from '../../spec/schemas.js';
import { useRoom } from '../live/live.js';
import { EmptyState } from '../parts/card.js';
import { Button, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { AddPetForm } from './pet-forms.js';
import { countStatuses, everyPet, isSearching, type StockSearch, searchStock, statusTone } from './stock-list.js';
import { StockTable } from './stock-table.js';

/** The stock, live, and its editor. */
export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState(everyPet);
  const stock = live.stock.value;
  const pets = useMemo(() => searchStock(stock ?? [], search), [stock, search]);

  // Otherwise another search could hide the new pet.
  const showAdded = (petId: string) => setSearch({ text: petId, status: undefined });
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
            value={search.text}
            onValue={(text) => setSearch({ ...search, text })}
          />
        </div>
        <StatusFilter search={search} onSearch={setSearch} />
        <span class="push" />
        <Button kind="main" onClick={() => open('Add a pet', <AddPetForm onAdded={showAdded} />)}>
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
            <Button onClick={() => setSearch(everyPet)}>Show all pets</Button>
          </EmptyState>
        )}
        {pets.length > 0 && <StockTable pets={pets} />}
        <p class="card-foot" role="status">
          {isSearching(search)
            ? `${countOf(pets.length)} of ${countOf(stock.length)} pets`
            : `${countOf(stock.length)} pets`}
        </p>
      </section>
    </div>
  );
}

interface StatusFilterProps {
  readonly search: StockSearch;
  readonly onSearch: (search: StockSearch) => void;
}

function StatusFilter({ search, onSearch }: StatusFilterProps) {
  const counts = countStatuses(useRoom().live.stock.value ?? []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div class="row" role="group" aria-label="Filter by status">
      {schemas.PetStatus.enum.map((status) => (
        <Button
          key={status}
          class={`is-${statusTone[status]}`}
          aria-pressed={search.status === status}
          onClick={() => onSearch({ ...search, status: search.status === status ? undefined : status })}
        >
          <span class="dot" />
          {status} <span class="status-count">{countOf(counts[status])}</span>
        </Button>
      ))}
    </div>
  );
}
