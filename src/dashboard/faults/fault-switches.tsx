import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { FaultSwitch } from './fault-switch.js';
import { readyFaults } from './ready-faults.js';

/** The faults that are asked for often, one click away. */
export function FaultSwitches({ live }: { readonly live: Live }) {
  return (
    <Card title="Switches" aside={<span class="small faint">every request of this world</span>}>
      <ul class="fault-switches">
        {readyFaults.map((ready) => (
          <FaultSwitch key={ready.id} live={live} ready={ready} />
        ))}
      </ul>
    </Card>
  );
}
