import './scenarios.css';
import { useEffect, useState } from 'preact/hooks';
import type { ScenarioList } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { Card } from '../parts/card.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { ErrorNotice } from '../parts/notice.js';
import { problemOf } from '../parts/problem-of.js';
import { useAction } from '../parts/use-action.js';
import { ScenarioItem } from './scenario-item.js';

/** Whole situations by name, and the way back. */
export function ScenariosCard({ live }: { readonly live: Live }) {
  const { run, error } = useAction();
  const { scenarios, problem } = useScenarios(live);
  const reset = () => run(() => live.client.reset(), `The world ${live.world} is as it was in the beginning.`);
  return (
    <Card
      title="Scenarios"
      aside={
        <ConfirmButton isSmall label="Reset the world" question={`Reset the world ${live.world}?`} onConfirm={reset}>
          Stock, keys, quotas, clock and journal are as they were in the beginning, and no fault is on. Keys that were
          minted since are gone. The behaviour and the snapshots stay.
        </ConfirmButton>
      }
      isFlush
    >
      <p class="scenarios-words small soft">
        Each plays on the world as it is now, at once. A reset, or a snapshot that was taken before, brings back what
        was.
      </p>
      <ErrorNotice message={error ?? problem} />
      <ul class="scenarios">
        {scenarios.map((scenario) => (
          <ScenarioItem key={scenario.name} live={live} scenario={scenario} />
        ))}
      </ul>
    </Card>
  );
}

/** The list of scenarios never changes while a server runs, so it is read once. */
function useScenarios({ client }: Live) {
  const [scenarios, setScenarios] = useState<ScenarioList['items']>([]);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    client.scenarios.list().then(
      ({ items }) => setScenarios(items),
      (error: unknown) => setProblem(problemOf(error)),
    );
  }, [client]);
  return { scenarios, problem };
}
