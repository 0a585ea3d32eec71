import type { StockEntry } from '../../admin/schemas/stock.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { countOf } from '../parts/tell-time.js';
import { GridCell, GridRow, type RowPlace } from '../virtual/grid.js';
import { statusTone } from './status-tone.js';

interface StockRowProps extends RowPlace {
  readonly entry: StockEntry;
  readonly isActive: boolean;
  readonly isChanged: boolean;
  readonly onActivate: (petId: string) => void;
  readonly onEdit: (petId: string) => void;
}

/** One pet. */
export function StockRow({ entry, isActive, isChanged, onActivate, onEdit, ...place }: StockRowProps) {
  const { petId, quantity, status } = entry;
  return (
    <GridRow
      {...place}
      class={isChanged ? 'stock-row is-changed' : 'stock-row'}
      tabIndex={isActive ? 0 : -1}
      onFocus={() => onActivate(petId)}
      onDblClick={() => onEdit(petId)}
    >
      <GridCell class="stock-id mono">{petId}</GridCell>
      <GridCell class={quantity <= 0 ? 'stock-quantity is-none' : 'stock-quantity'}>
        {quantity < 0 ? `−${countOf(-quantity)}` : countOf(quantity)}
      </GridCell>
      <GridCell class="stock-status">
        <Badge tone={statusTone[status]}>{status}</Badge>
      </GridCell>
      <GridCell class="stock-actions">
        <Button kind="quiet" isSmall tabIndex={-1} aria-label={`Edit pet ${petId}`} onClick={() => onEdit(petId)}>
          Edit
        </Button>
      </GridCell>
    </GridRow>
  );
}
