import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { ErrorNotice } from '../parts/notice.js';
import { Switch } from '../parts/switch.js';
import { useAction } from '../parts/use-action.js';
import { activeOf, type ReadyFault, readyFaults } from './ready-faults.js';

/** The faults that are asked for often, one click away. */
export function FaultSwitches({ live }: { readonly live: Live }) {
  const { run, error } = useAction();
  const active = live.faults.value?.items ?? [];
  const toggle = (ready: ReadyFault) => {
    const { faults } = live.client;
    const on = activeOf(ready, active);
    if (on === undefined) void run(() => faults.add(ready.ask), `${ready.title}: on.`);
    else void run(() => faults.remove(on.id), `${ready.title}: off.`);
  };
  return (
    <Card title="Switches" aside={<span class="small faint">every request of this world</span>}>
      <ul class="fault-switches">
        {readyFaults.map((ready) => (
          <li key={ready.id}>
            <Switch isOn={activeOf(ready, active) !== undefined} onToggle={() => toggle(ready)}>
              <strong>{ready.title}</strong>
              <span class="soft">{ready.what}</span>
            </Switch>
          </li>
        ))}
      </ul>
      <ErrorNotice message={error} />
    </Card>
  );
}
