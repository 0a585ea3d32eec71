import type { InventoryItem } from 'petstore-mock';
import { useCallback, useState } from 'react';
import type { Client } from '../api/client';
import type { Stock } from '../stock/stock';
import { PetDetails } from './pet-details';
import { StockRow } from './stock-row';

interface Props {
  readonly items: readonly InventoryItem[];
  readonly wanted: ReadonlyMap<number, number>;
  readonly client: Client;
  readonly stock: Stock;
  /** Why nothing can be asked of the service now. */
  readonly unavailable: string | undefined;
}

const ROWS_AT_ONCE = 100;

export function StockTable({ items, wanted, client, stock, unavailable }: Props) {
  const [open, setOpen] = useState<{ petId: number; lookup: ReturnType<Client['getPet']> }>();
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const toggle = useCallback(
    (petId: number, isOpen: boolean) => setOpen(isOpen ? undefined : { petId, lookup: client.getPet(petId) }),
    [client],
  );

  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Pet</th>
            <th scope="col">Status</th>
            <th scope="col">Quantity</th>
            <th scope="col">
              <span className="visually-hidden">Details</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.slice(0, rows).map((item, index) => (
            <StockRow
              // Ids that were rounded may be the same.
              key={Number.isSafeInteger(item.petId) ? item.petId : `row ${index}`}
              item={item}
              wanted={wanted.get(item.petId)}
              unavailable={unavailable}
              details={open?.petId === item.petId ? <PetDetails lookup={open.lookup} /> : undefined}
              onQuantity={stock.setQuantity}
              onToggle={toggle}
            />
          ))}
        </tbody>
      </table>
      {items.length > rows && (
        <button type="button" className="more" onClick={() => setRows(rows + ROWS_AT_ONCE)}>
          Show {Math.min(ROWS_AT_ONCE, items.length - rows)} more
        </button>
      )}
    </>
  );
}
