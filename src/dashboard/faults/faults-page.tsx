import { useEffect, useRef, useState } from 'preact/hooks';
import type { FaultState } from '../../admin/schemas/faults.js';
import type { Live } from '../live/live.js';
import { Badge } from '../parts/badge.js';
import { Card, EmptyState, ErrorNotice } from '../parts/card.js';
import { Button, Switch } from '../parts/controls.js';
import { nameOfKey } from '../parts/format.js';
import { useAction } from '../parts/use-action.js';
import { describeFault, describeProgress, shadowedBy } from './describe-fault.js';
import { FaultForm } from './fault-form.js';
import { activeFault, type FaultPreset, faultPresets } from './fault-presets.js';
import { ScenariosCard } from './scenarios-card.js';

/** What goes wrong in a world, and what can be made to. */
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

/** The faults that are asked for often, one click away. */
function FaultSwitches({ live }: { readonly live: Live }) {
  return (
    <Card title="Switches" aside={<span class="small faint">all requests of this world</span>}>
      <ul class="fault-switches">
        {faultPresets.map((ready) => (
          <FaultSwitch key={ready.id} live={live} ready={ready} />
        ))}
      </ul>
    </Card>
  );
}

interface FaultSwitchProps {
  readonly live: Live;
  readonly ready: FaultPreset;
}

/** One ready-made fault: on where the world has it. It follows a click at once, and what is really on as soon as that is told. */
function FaultSwitch({ live, ready }: FaultSwitchProps) {
  const { run, error } = useAction();
  const [wanted, setWanted] = useState<boolean>();
  const wish = useRef(false);
  const isSettling = useRef(false);
  /** What is on by the last answer, until it is told. */
  const responded = useRef<{ readonly id: string | undefined }>(undefined);
  const told = live.faults.value;
  const on = activeFault(ready, told?.items ?? []);
  // Whatever is told counts more than what was wanted, once nothing of it is on its way.
  useEffect(() => {
    if (isSettling.current) return;
    responded.current = undefined;
    setWanted(undefined);
  }, [told]);

  /** Turns it on or off; returns the id of what is on then. */
  const turn = async (isOn: boolean, id: string | undefined): Promise<string | undefined> => {
    const { faults } = live.client;
    if (isOn) return (await faults.add(ready.options)).id;
    if (id !== undefined) await faults.remove({ id });
    return undefined;
  };
  /** Goes on until it is as it was wished last: who clicks again before an answer has come is served after it. */
  const settle = async (first: string | undefined) => {
    let id = first;
    while (wish.current !== (id !== undefined)) {
      const call = async () => {
        id = await turn(wish.current, id);
      };
      if (!(await run(call, `${ready.title}: ${wish.current ? 'on' : 'off'}.`))) return setWanted(undefined);
      responded.current = { id };
    }
  };
  const toggle = async () => {
    wish.current = !(wanted ?? on !== undefined);
    setWanted(wish.current);
    if (isSettling.current) return;
    isSettling.current = true;
    await settle(responded.current === undefined ? on?.id : responded.current.id);
    isSettling.current = false;
  };
  return (
    <li>
      <Switch isOn={wanted ?? on !== undefined} onToggle={toggle}>
        <strong>{ready.title}</strong>
        <span class="soft">{ready.what}</span>
      </Switch>
      <ErrorNotice message={error} />
    </li>
  );
}

/** The faults that are on, in the order in which a request meets them. */
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
