import './faults.css';
import type { Live } from '../live/live.js';
import { ScenariosCard } from '../scenarios/scenarios-card.js';
import { FaultForm } from './fault-form.js';
import { FaultList } from './fault-list.js';
import { FaultSwitches } from './fault-switches.js';

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
