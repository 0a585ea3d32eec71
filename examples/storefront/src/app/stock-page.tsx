import type { InventoryItem, PetStatus } from 'petstore-mock';
import { useState } from 'react';
import type { Shop } from '../shop';
import { useStore } from '../store';
import { ActionButton } from './action-button';
import { Empty, Failure, READING, Skeleton } from './instead-of-stock';
import { StatusFilter } from './status-filter';
import { StockTable } from './stock-table';
import { clockTime } from './time-in-words';

/** The stock, and what narrows it down; or why there is none to be seen. */
export function StockPage({ shop: { client, stock } }: { shop: Shop }) {
  const { items, problem, isLoading, wanted } = useStore(stock.state);
  const wait = useStore(client.wait);
  const [status, setStatus] = useState<PetStatus>();
  const [idPart, setIdPart] = useState('');

  const failure = problem && (
    <Failure problem={problem} isOutdated={items !== undefined} isLoading={isLoading} onRetry={stock.load} />
  );
  if (items === undefined) return failure ?? <Skeleton />;

  const unavailable = wait && `The service asked for a pause until ${clockTime(wait.untilMs)}`;
  const refresh = (
    <ActionButton unavailable={unavailable ?? (isLoading ? READING : undefined)} onClick={stock.load}>
      Refresh
    </ActionButton>
  );
  if (items.length === 0) {
    return (
      <>
        {failure}
        <Empty title="The shelves are empty">{refresh}</Empty>
      </>
    );
  }

  const fits = (item: InventoryItem) =>
    (status === undefined || item.status === status) && String(item.petId).includes(idPart.trim());
  const found = items.filter(fits);
  const showAll = () => {
    setStatus(undefined);
    setIdPart('');
  };

  return (
    <>
      {failure}
      <div className="toolbar">
        <StatusFilter items={items} value={status} onChange={setStatus} />
        <input
          type="search"
          aria-label="Find by pet id"
          placeholder="Pet id"
          value={idPart}
          onChange={(event) => setIdPart(event.target.value)}
        />
        {refresh}
      </div>
      {found.length === 0 ? (
        <Empty title="No pet fits">
          <button type="button" onClick={showAll}>
            Show all {items.length}
          </button>
        </Empty>
      ) : (
        <>
          <p className="summary" role="status">
            {summary(found, wanted)}
          </p>
          <StockTable items={found} wanted={wanted} client={client} stock={stock} unavailable={unavailable} />
        </>
      )}
    </>
  );
}

function summary(items: readonly InventoryItem[], wanted: ReadonlyMap<number, number>): string {
  const inStock = items.reduce((sum, { petId, quantity }) => sum + (wanted.get(petId) ?? quantity), 0);
  const pets = items.length === 1 ? '1 pet' : `${items.length.toLocaleString('en')} pets`;
  return inStock === 0 ? `${pets}, none left in stock` : `${pets}, ${inStock.toLocaleString('en')} in stock`;
}
