import type { FaultState } from '../../admin/schemas/faults.js';
import { useRoom } from '../live/live.js';
import { Card, EmptyState, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { nameOfKey } from '../parts/format.js';
import { type Run, useAction } from '../parts/use-action.js';
import { describeFault, describeProgress } from './describe-fault.js';
import { FaultForm } from './fault-form.js';
import { faultPresets } from './fault-presets.js';
import { ScenariosCard } from './scenarios-card.js';

/** The faults of a world, presets, a form for others, and scenarios. */
export function FaultsPage() {
  return (
    <div class="faults-page">
      <div class="stack">
        <PresetsCard />
        <FaultList />
        <FaultForm />
      </div>
      <ScenariosCard />
    </div>
  );
}

/** Common faults, each added with one press. */
function PresetsCard() {
  const { faults } = useRoom().live.client;
  const { run, error } = useAction();
  return (
    <Card title="Common faults" aside={<span class="small faint">of all requests of this world</span>}>
      <ul class="fault-presets">
        {faultPresets.map(({ title, description, options }) => (
          <li key={title}>
            <Button
              isSmall
              aria-label={`Add the fault ${title}`}
              onClick={() => run(() => faults.add(options), `${title}: added.`)}
            >
              Add
            </Button>
            <p>
              <strong>{title}</strong>
              <span class="soft">{description}</span>
            </p>
          </li>
        ))}
      </ul>
      <ErrorNotice message={error} />
    </Card>
  );
}

function FaultList() {
  const { live } = useRoom();
  const { client } = live;
  const { run, error } = useAction();
  const faults = live.faults.value?.items ?? [];
  const clear = () => run(() => client.faults.clear(), 'All faults were removed.');
  return (
    <Card
      title="Active faults"
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
        <EmptyState title="No active faults">
          <p>Add a fault, define one, or run a scenario. It applies from the next request.</p>
        </EmptyState>
      )}
      <ul class="fault-list">
        {faults.map((fault) => (
          <FaultLine key={fault.id} fault={fault} run={run} />
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
  readonly run: Run;
}

function FaultLine({ fault, run }: FaultLineProps) {
  const { live } = useRoom();
  const { id } = fault;
  const text = describeFault(fault, (alias) => nameOfKey(live.keys.value, alias));
  const remove = () => run(() => live.client.faults.remove({ id }), `Fault ${id} was removed.`);
  const isDrawn = (fault.probability ?? 1) < 1;
  return (
    <li class="fault-line">
      <span class="fault-id mono" title="Id in the journal">
        {id}
      </span>
      <div class="fault-words">
        <p>{text}</p>
        <p class="small soft">
          {describeProgress(fault)}
          {isDrawn && `, seed ${fault.seed ?? 1}`}
        </p>
      </div>
      <Button kind="quiet" isSmall aria-label={`Remove fault ${id}: ${text}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}
