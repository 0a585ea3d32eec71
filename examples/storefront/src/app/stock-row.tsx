import type { InventoryItem } from 'petstore-mock';
import { memo, type ReactNode } from 'react';
import { ActionButton } from './action-button';
import { Stepper } from './stepper';

interface Props {
  readonly item: InventoryItem;
  /** What the user wants and the service has not confirmed yet. */
  readonly wanted: number | undefined;
  /** Why nothing can be asked of the service now. */
  readonly unavailable: string | undefined;
  /** What is shown below the row; undefined while that is closed. */
  readonly details: ReactNode;
  onQuantity(petId: number, quantity: number): void;
  onToggle(petId: number, isOpen: boolean): void;
}

/** Ids are 64 bits wide (§2.1), and JSON.parse rounds the largest: a change could reach another pet. */
const rounded = 'This id is too large for this page to be sure of';

export const StockRow = memo(function StockRow({ item, wanted, unavailable, details, onQuantity, onToggle }: Props) {
  const { petId, quantity, status } = item;
  const isOpen = details !== undefined;
  const isExact = Number.isSafeInteger(petId);
  const reason = isExact ? unavailable : rounded;
  return (
    <>
      <tr aria-busy={wanted !== undefined}>
        <th scope="row" className={isExact ? undefined : 'rounded'}>
          {petId}
        </th>
        <td>
          <span className="status" data-status={status}>
            {status}
          </span>
        </td>
        <td>
          <Stepper
            label={`pet ${petId}`}
            quantity={wanted ?? quantity}
            unavailable={reason}
            onChange={(next) => onQuantity(petId, next)}
          />
        </td>
        <td>
          <ActionButton
            className="toggle"
            aria-expanded={isOpen}
            aria-label={`Details of pet ${petId}`}
            unavailable={isOpen ? undefined : reason}
            onClick={() => onToggle(petId, isOpen)}
          />
        </td>
      </tr>
      {isOpen && (
        <tr className="details">
          <td colSpan={4}>{details}</td>
        </tr>
      )}
    </>
  );
});
