import type { Petstore } from 'petstore-mock';
import { useState } from 'react';
import type { Shop } from '../shop';
import './try-strip.css';

const scenarios = ['sold-out', 'empty-store', 'rate-limited', 'flaky', 'slow', 'down', 'key-revoked'] as const;

/** A key that every fake knows from the start. */
export const KNOWN_KEY = 'test_free';

/** Steers the fake by hand; only `npm run dev` shows it. */
export function TryStrip({ petstore, shop }: { petstore: Petstore; shop: Shop }) {
  const [chosen, setChosen] = useState<string>();
  const [freshKey, setFreshKey] = useState<string>();

  const choose = (scenario: (typeof scenarios)[number] | undefined) => {
    petstore.reset();
    shop.keys.give(KNOWN_KEY);
    if (scenario !== undefined) petstore.scenario(scenario);
    setChosen(scenario);
    setFreshKey(scenario === 'key-revoked' ? petstore.keys.mint() : undefined);
    void shop.stock.load();
  };

  return (
    <aside className="try-strip" aria-label="The fake service">
      <p>
        <strong>petstore-mock</strong> answers this page. Try:
      </p>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        all is well
      </button>
      {scenarios.map((scenario) => (
        <button key={scenario} type="button" aria-pressed={chosen === scenario} onClick={() => choose(scenario)}>
          {scenario}
        </button>
      ))}
      {freshKey !== undefined && (
        <p>
          A key that works: <code>{freshKey}</code>
        </p>
      )}
    </aside>
  );
}
