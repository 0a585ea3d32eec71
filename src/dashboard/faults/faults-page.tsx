import type { FaultState } from '../../admin/schemas/faults.js';
import { useRoom } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyState, ErrorNotice } from '../parts/card.js';
import { Button, Switch } from '../parts/controls.js';
import { nameOfKey } from '../parts/format.js';
import { type Run, useAction } from '../parts/use-action.js';
import { useOptimistic } from '../parts/use-optimistic.js';
import { describeFault, describeProgress, shadowedBy } from './describe-fault.js';
import { FaultForm } from './fault-form.js';
import { activeFault, type FaultPreset, faultPresets } from './fault-presets.js';
import { ScenariosCard } from './scenarios-card.js';

/** The faults of a world, presets, a form for others, and scenarios. */
export function FaultsPage() {
  return (
    <div class="faults-page">
      <div class="stack">
        <Card title="Switches" aside={<span class="small faint">all requests of this world</span>}>
          <ul class="fault-switches">
            {faultPresets.map((preset) => (
              <FaultSwitch key={preset.title} preset={preset} />
            ))}
          </ul>
        </Card>
        <FaultList />
        <FaultForm />
      </div>
      <ScenariosCard />
    </div>
  );
}

function FaultSwitch({ preset }: { readonly preset: FaultPreset }) {
  const { live } = useRoom();
  const { faults } = live.client;
  const { run, error } = useAction();
  const isActive = activeFault(preset, live.faults.value?.items ?? []) !== undefined;
  const [isOn, turn] = useOptimistic(isActive, (isWanted) =>
    run(
      async () => {
        const fault = activeFault(preset, (await faults.list()).items);
        if (isWanted && fault === undefined) await faults.add(preset.options);
        if (!isWanted && fault !== undefined) await faults.remove({ id: fault.id });
      },
      `${preset.title}: ${isWanted ? 'on' : 'off'}.`,
      { mayBeUndone: !isWanted },
    ),
  );
  return (
    <li>
      <Switch isOn={isOn} onToggle={() => turn(!isOn)}>
        <strong>{preset.title}</strong>
        <span class="soft">{preset.description}</span>
      </Switch>
      <ErrorNotice message={error} />
    </li>
  );
}

function FaultList() {
  const { live } = useRoom();
  const { client } = live;
  const { run, error } = useAction();
  const faults = live.faults.value?.items ?? [];
  const clear = () => run(() => client.faults.clear(), 'All faults were removed.', { mayBeUndone: true });
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
          <p>Turn on a fault, define one, or run a scenario. It applies from the next request.</p>
        </EmptyState>
      )}
      <ul class="fault-list">
        {faults.map((fault) => (
          <FaultLine key={fault.id} fault={fault} first={shadowedBy(fault, faults)} run={run} />
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
  /** The fault that leaves it no requests. */
  readonly first: FaultState | undefined;
  readonly run: Run;
}

function FaultLine({ fault, first, run }: FaultLineProps) {
  const { live } = useRoom();
  const { id } = fault;
  const text = describeFault(fault, (alias) => nameOfKey(live.keys.value, alias));
  const remove = () => run(() => live.client.faults.remove({ id }), `Fault ${id} was removed.`, { mayBeUndone: true });
  const isDrawn = (fault.probability ?? 1) < 1 || typeof fault.delayMs === 'object';
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
      {first !== undefined && (
        <Badge tone="refused" title="At most one fault applies to a request.">
          shadowed by fault {first.id}
        </Badge>
      )}
      <Button kind="quiet" isSmall aria-label={`Remove fault ${id}: ${text}`} onClick={remove}>
        Remove
      </Button>
    </li>
  );
}
