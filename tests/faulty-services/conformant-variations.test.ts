// Long: that every conformant service of the catalogue passes at every level. learned-once.test.ts has a quarter of them at one.
import { expect, it } from 'vitest';
import type { ConformantVariation } from './faulty-service.js';
import { conformantVariations } from './faulty-services.js';
import { type Run, runsOf, tryToAccuse } from './score.js';

it.each(conformantVariations)('has no violations: $name', async (variation) => {
  for (const run of fewRunsOf(variation)) {
    const alarm = await tryToAccuse(variation, run);
    expect(alarm?.problems, JSON.stringify(run)).toBeUndefined();
  }
});

/** Each level once; tests/fidelity has the highest one with `isExclusive`, and `npm run mutation-score` tries all. */
function fewRunsOf(variation: ConformantVariation): Run[] {
  const runs = runsOf(variation, [11]);
  return runs.filter(({ level, isExclusive }) => variation.isShared || (level === 'exhaust') !== isExclusive);
}
