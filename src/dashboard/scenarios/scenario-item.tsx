import { useState } from 'preact/hooks';
import type { ScenarioList } from '../../admin/schemas/world.js';
import type { Live } from '../live/live.js';
import { Button } from '../parts/button.js';
import { ErrorNotice } from '../parts/notice.js';
import { useAction } from '../parts/use-action.js';

interface ScenarioItemProps {
  readonly live: Live;
  readonly scenario: ScenarioList['items'][number];
}

/** The one scenario that is drawn by a seed. */
const DRAWN = 'flaky';

/** One scenario: what it does, and a button that does it. */
export function ScenarioItem({ live, scenario: { name, what } }: ScenarioItemProps) {
  const { run, error, isRunning } = useAction();
  const [seed, setSeed] = useState('');
  const play = (event: Event) => {
    event.preventDefault();
    // What is no number goes as it is: the server says what would work.
    const typed = Number.isNaN(Number(seed)) ? (seed as unknown as number) : Number(seed);
    const options = seed.trim() === '' ? {} : { seed: typed };
    void run(() => live.client.scenarios.play(name, options), `Played: ${what}.`);
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
      <p class="small soft">{`${what.charAt(0).toUpperCase()}${what.slice(1)}.`}</p>
      <ErrorNotice message={error} />
    </li>
  );
}
