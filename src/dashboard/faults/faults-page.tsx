import { useEffect, useRef, useState } from 'preact/hooks';
import type { FaultState } from '../../admin/schemas/faults.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyState, ErrorNotice } from '../parts/card.js';
import { Button, Switch } from '../parts/controls.js';
import { nameOfKey } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import { useLatestWish } from '../parts/use-latest-wish.js';
import { describeFault, describeProgress, shadowedBy } from './describe-fault.js';
import { FaultForm } from './fault-form.js';
import { activeFault, type FaultPreset, faultPresets } from './fault-presets.js';
import { ScenariosCard } from './scenarios-card.js';

/** The faults of a world, presets, a form for others, and scenarios. */
export function FaultsPage({ live }: { readonly live: Live }) {
  return (
    <div class="faults-page">
      <div class="stack">
        <FaultSwitches live={live} />
        <FaultList live={live} />
        <FaultForm live={live} />
      </div>
      <ScenariosCard live={live} />
    </div>
  );
}

/** Switches for common faults. */
function FaultSwitches({ live }: { readonly live: Live }) {
  return (
    <Card title="Switches" aside={<span class="small faint">all requests of this world</span>}>
      <ul class="fault-switches">
        {faultPresets.map((preset) => (
          <FaultSwitch key={preset.id} live={live} preset={preset} />
        ))}
      </ul>
    </Card>
  );
}

interface FaultSwitchProps {
  readonly live: Live;
  readonly preset: FaultPreset;
}

/** One preset. It follows a click at once, and the world's list of faults when that arrives. */
function FaultSwitch({ live, preset }: FaultSwitchProps) {
  const { run, error } = useAction();
  const [wanted, setWanted] = useState<boolean>();
  /** Id of the fault after the last call, until the list of faults arrives. */
  const latest = useRef<{ readonly id: string | undefined }>(undefined);
  const list = live.faults.value;
  const on = activeFault(preset, list?.items ?? []);
  const { faults } = live.client;
  const { ask, isSending } = useLatestWish(async (isOn: boolean) => {
    const id = latest.current === undefined ? on?.id : latest.current.id;
    if (isOn === (id !== undefined)) return true;
    return run(
      async () => {
        if (id !== undefined) await faults.remove({ id });
        latest.current = { id: isOn ? (await faults.add(preset.options)).id : undefined };
      },
      `${preset.title}: ${isOn ? 'on' : 'off'}.`,
    );
  });
  // The list overrides the clicked state once no call is under way.
  useEffect(() => {
    if (isSending.current) return;
    latest.current = undefined;
    setWanted(undefined);
  }, [list]);

  const isOn = wanted ?? on !== undefined;
  const toggle = async () => {
    setWanted(!isOn);
    if ((await ask(!isOn)) === false) setWanted(undefined);
  };
  return (
    <li>
      <Switch isOn={isOn} onToggle={toggle}>
        <strong>{preset.title}</strong>
        <span class="soft">{preset.description}</span>
      </Switch>
      <ErrorNotice message={error} />
    </li>
  );
}

/** The active faults, in the order in which they apply. */
function FaultList({ live }: { readonly live: Live }) {
  const { run, error } = useAction();
  const { client } = live;
  const faults = live.faults.value?.items ?? [];
  const clear = () => run(() => client.faults.clear(), 'All faults were removed.');
  const remove = ({ id }: FaultState) => run(() => client.faults.remove({ id }), `Fault ${id} was removed.`);
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
          <FaultLine
            key={fault.id}
            fault={fault}
            words={describeFault(fault, (alias) => nameOfKey(live.keys.value, alias))}
            first={shadowedBy(fault, faults)}
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
      <span class="fault-id mono" title="Id in the journal">
        {fault.id}
      </span>
      <div class="fault-words">
        <p>{words}</p>
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
      <Button kind="quiet" isSmall aria-label={`Remove fault ${fault.id}: ${words}`} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}
