import type { InventoryItem, PetStatus } from 'petstore-mock';

const choices: readonly (PetStatus | undefined)[] = [undefined, 'available', 'pending', 'sold'];

interface Props {
  readonly items: readonly InventoryItem[];
  /** Undefined: every status. */
  readonly value: PetStatus | undefined;
  onChange(status: PetStatus | undefined): void;
}

export function StatusFilter({ items, value, onChange }: Props) {
  return (
    <fieldset className="filter">
      <legend className="visually-hidden">Status</legend>
      {choices.map((status) => (
        <label key={status ?? 'all'}>
          <input type="radio" name="status" checked={status === value} onChange={() => onChange(status)} />
          {status ?? 'all'} <b>{count(items, status).toLocaleString('en')}</b>
        </label>
      ))}
    </fieldset>
  );
}

function count(items: readonly InventoryItem[], status: PetStatus | undefined): number {
  return status === undefined ? items.length : items.filter((item) => item.status === status).length;
}
