import { useMemo, useState } from 'preact/hooks';
import type { StockEntry } from '../../admin/schemas/world.js';
import { schemas } from '../../spec/schemas.js';
import { useRoom } from '../live/live.js';
import { EmptyState } from '../parts/card.js';
import { Button, TextField } from '../parts/controls.js';
import { useDialogs } from '../parts/dialog.js';
import { countOf } from '../parts/format.js';
import { AddPetForm } from './pet-forms.js';
import {
  countStatuses,
  everyPet,
  isSearching,
  type StockSort,
  searchStock,
  sortStock,
  statusTone,
} from './stock-list.js';
import { StockTable } from './stock-table.js';

/** The stock, live, and its editor. */
export function StockPage() {
  const { live } = useRoom();
  const { open } = useDialogs();
  const [search, setSearch] = useState(everyPet);
  const [sort, setSort] = useState<StockSort>({ by: 'petId', isDescending: false });
  const [active, setActive] = useState<string | undefined>(undefined);
  const stock = live.stock.value;
  const pets = useMemo(() => sortStock(searchStock(stock ?? [], search), sort), [stock, sort, search]);

  const showAdded = (petId: string) => {
    // Otherwise the search could hide the new pet.
    setSearch(everyPet);
    setActive(petId);
  };
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
        <Button kind="main" onClick={() => open('Add a pet', <AddPetForm onAdded={showAdded} />)}>
          Add a pet
        </Button>
      </div>
      {stock.length > 0 && (
        <StatusFilter stock={stock} chosen={search.status} onChoose={(status) => setSearch({ ...search, status })} />
      )}
      <section class="card stock-card" aria-label="Pets">
        <StockTable pets={pets} sort={sort} onSort={setSort} active={active} onActivate={setActive}>
          {stock.length === 0 ? (
            <EmptyState title="The store is empty">
              <p>Add a pet, or seed the world with the admin API.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No matching pets">
              <p>None of {countOf(stock.length)} pets matches.</p>
              <Button onClick={() => setSearch(everyPet)}>Show all pets</Button>
            </EmptyState>
          )}
        </StockTable>
        <p class="card-foot" role="status">
          {isSearching(search)
            ? `${countOf(pets.length)} of ${countOf(stock.length)} pets`
            : `${countOf(stock.length)} pets`}
          {pets.length > 0 && <span class="key-hint"> · arrow keys move, Enter edits</span>}
        </p>
      </section>
    </div>
  );
}

interface StatusFilterProps {
  readonly stock: readonly StockEntry[];
  readonly chosen: StockEntry['status'] | undefined;
  readonly onChoose: (status: StockEntry['status'] | undefined) => void;
}

function StatusFilter({ stock, chosen, onChoose }: StatusFilterProps) {
  const counts = countStatuses(stock);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div class="status-filter" role="group" aria-label="Filter by status">
      <div class="status-share" aria-hidden="true">
        {schemas.PetStatus.enum.map((status) => (
          <span key={status} class={`is-${statusTone[status]}`} style={{ flexGrow: counts[status] }} />
        ))}
      </div>
      <div class="row">
        <Button isSmall aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          all <span class="status-count">{countOf(stock.length)}</span>
        </Button>
        {schemas.PetStatus.enum.map((status) => (
          <Button
            key={status}
            isSmall
            class={`is-${statusTone[status]}`}
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <span class="dot" />
            {status} <span class="status-count">{countOf(counts[status])}</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
