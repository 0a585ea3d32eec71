import type { StockEntry } from '../../admin/schemas/stock.js';
import { schemas } from '../../spec/schemas.js';
import { Button } from '../parts/button.js';
import { countOf } from '../parts/tell-time.js';
import { countStatuses } from './count-statuses.js';
import { statusTone } from './status-tone.js';

interface StatusFilterProps {
  readonly stock: readonly StockEntry[];
  readonly chosen: StockEntry['status'] | undefined;
  readonly onChoose: (status: StockEntry['status'] | undefined) => void;
}

/** How many pets there are of each status, and a switch for each that shows only them. */
export function StatusFilter({ stock, chosen, onChoose }: StatusFilterProps) {
  const counts = countStatuses(stock);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen.
    <div class="status-filter" role="group" aria-label="Show only pets of a status">
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
