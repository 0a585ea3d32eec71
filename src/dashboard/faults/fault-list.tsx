import type { FaultState } from '../../admin/schemas/faults.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { Card } from '../parts/card.js';
import { EmptyState } from '../parts/empty-state.js';
import { nameOfKey } from '../parts/name-of-key.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';
import { comesFirst } from './comes-first.js';
import { faultInWords, progressInWords } from './fault-in-words.js';

/** The faults that are on, in the order in which a request meets them. */
export function FaultList({ live }: { readonly live: Live }) {
  const { run, error } = useAction();
  const { client } = live;
  const faults = live.faults.value?.items ?? [];
  const clear = () => run(() => client.faults.clear(), 'No fault is on any more.');
  const remove = ({ id }: FaultState) => run(() => client.faults.remove(id), `Fault ${id} is removed.`);
  return (
    <Card
      title="What is on"
      aside={
        faults.length > 0 && (
          <Button isSmall onClick={clear}>
            Clear all
          </Button>
        )
      }
      isFlush
    >
      {faults.length === 0 && (
        <EmptyState title="Nothing goes wrong">
          <p>
            Throw a switch, describe a fault of your own, or play a scenario. Clients meet it with their next request.
          </p>
        </EmptyState>
      )}
      <ul class="fault-list">
        {faults.map((fault) => (
          <FaultLine
            key={fault.id}
            fault={fault}
            words={faultInWords(fault, (alias) => nameOfKey(live.keys.value, alias))}
            first={comesFirst(fault, faults)}
            onRemove={() => void remove(fault)}
          />
        ))}
      </ul>
      {error !== undefined && (
        <div class="card-body">
          <ErrorNotice message={error} />
        </div>
      )}
    </Card>
  );
}

interface FaultLineProps {
  readonly fault: FaultState;
  readonly words: string;
  readonly first: FaultState | undefined;
  readonly onRemove: () => void;
}

function FaultLine({ fault, words, first, onRemove }: FaultLineProps) {
  const isDrawn = (fault.probability ?? 1) < 1 || typeof fault.delayMs === 'object';
  return (
    <li class="fault-line">
      <span class="fault-id mono" title="The number that the journal names it by">
        {fault.id}
      </span>
      <div class="fault-words">
        <p>{words}</p>
        <p class="small soft">
          {progressInWords(fault)}
          {isDrawn && `, seed ${fault.seed ?? 1}`}
        </p>
      </div>
      {first !== undefined && (
        <Badge tone="refused" title="A request meets one fault at most.">
          waits for fault {first.id}
        </Badge>
      )}
      <Button kind="quiet" isSmall aria-label={`Remove fault ${fault.id}: ${words}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
