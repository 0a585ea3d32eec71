import type { ScenarioList } from '../../admin/schemas/world.js';
import { useRoom } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ResetButton } from '../parts/reset-button.js';
import { useAction } from '../parts/use-action.js';
import { useLoaded } from '../parts/use-loaded.js';

/** The scenarios, and a button that resets the world. */
export function ScenariosCard() {
  const { client } = useRoom().live;
  const { run, error } = useAction();
  const { value, problem } = useLoaded(() => client.scenarios.list(), [client]);
  return (
    <Card title="Scenarios" aside={<ResetButton isSmall run={run} />} isFlush>
      <p class="scenarios-words small soft">
        A scenario changes the current state of the world, until you reset the world or restore a snapshot.
      </p>
      <ErrorNotice message={error ?? problem} />
      <ul class="scenarios">
        {value?.items.map((scenario) => (
          <ScenarioItem key={scenario.name} {...scenario} />
        ))}
      </ul>
    </Card>
  );
}

function ScenarioItem({ name, description }: ScenarioList['items'][number]) {
  const { live } = useRoom();
  const { run, error, isRunning } = useAction();
  const play = () => run(() => live.client.scenarios.play({ name }), `Ran: ${description}.`);
  return (
    <li class="scenario">
      <div class="row">
        <h3>{name}</h3>
        <span class="push" />
        <Button isSmall aria-label={`Run ${name}`} disabled={isRunning} onClick={play}>
          Run
        </Button>
      </div>
      <p class="small soft">{`${description.charAt(0).toUpperCase()}${description.slice(1)}.`}</p>
      <ErrorNotice message={error} />
    </li>
  );
}
