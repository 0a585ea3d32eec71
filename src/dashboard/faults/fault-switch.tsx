import { useEffect, useState } from 'preact/hooks';
import type { Live } from '../live/live.js';
import { ErrorNotice } from '../parts/notice.js';
import { Switch } from '../parts/switch.js';
import { useAction } from '../parts/use-action.js';
import { activeOf, type ReadyFault } from './ready-faults.js';

interface FaultSwitchProps {
  readonly live: Live;
  readonly ready: ReadyFault;
}

/** One ready-made fault: on where the world has it. It follows a click at once, and what is really on as soon as that is told. */
export function FaultSwitch({ live, ready }: FaultSwitchProps) {
  const { run, error } = useAction();
  const [wanted, setWanted] = useState<boolean>();
  const told = live.faults.value;
  const on = activeOf(ready, told?.items ?? []);
  // Whatever is told counts more than what was wanted.
  useEffect(() => setWanted(undefined), [told]);

  const toggle = async () => {
    // The last click is still on its way.
    if (wanted !== undefined) return;
    const { faults } = live.client;
    setWanted(on === undefined);
    const isDone =
      on === undefined
        ? await run(() => faults.add(ready.ask), `${ready.title}: on.`)
        : await run(() => faults.remove(on.id), `${ready.title}: off.`);
    if (!isDone) setWanted(undefined);
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
