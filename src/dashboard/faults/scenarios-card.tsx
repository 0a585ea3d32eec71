import { useEffect, useState } from 'preact/hooks';
import type { ScenarioList } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { Card, ErrorNotice } from '../parts/card.js';
import { Button } from '../parts/controls.js';
import { ConfirmButton } from '../parts/dialog.js';
import { problemOf, useAction } from '../parts/use-action.js';

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

interface ScenarioItemProps {
  readonly live: Live;
  readonly scenario: ScenarioList['items'][number];
}

/** The one scenario that is drawn by a seed. */
const DRAWN = 'flaky';

/** One scenario: what it does, and a button that does it. */
function ScenarioItem({ live, scenario: { name, description } }: ScenarioItemProps) {
  const { run, error, isRunning } = useAction();
  const [seed, setSeed] = useState('');
  const play = (event: Event) => {
    event.preventDefault();
    // What is no number goes as it is: the server says what would work.
    const typed = Number.isNaN(Number(seed)) ? (seed as unknown as number) : Number(seed);
    const options = seed.trim() === '' ? {} : { seed: typed };
    void run(() => live.client.scenarios.play({ name, ...options }), `Played: ${description}.`);
  };
  return (
    <li class="scenario">
      <form class="row" onSubmit={play}>
        <h3>{name}</h3>
        <span class="push" />
        {name === DRAWN && (
          <input
            class="input scenario-seed"
            inputMode="numeric"
            aria-label="Seed"
            placeholder="seed 1"
            value={seed}
            onInput={(event) => setSeed(event.currentTarget.value)}
          />
        )}
        <Button isSmall type="submit" aria-label={`Play ${name}`} disabled={isRunning}>
          Play
        </Button>
      </form>
      <p class="small soft">{`${description.charAt(0).toUpperCase()}${description.slice(1)}.`}</p>
      <ErrorNotice message={error} />
    </li>
  );
}
