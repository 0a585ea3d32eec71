// Long: services that differ in two to four ordinary ways at once. No short test combines these ways.
import { expect, it } from 'vitest';
import { fakeOf, learnFrom } from './learning.js';
import { drawMixture } from './score/mixtures.js';
import { scoreLearned } from './score/score-fake.js';
import { shareOf } from './score/score-responses.js';

const LEAST_SHARE = 0.95;
const mixtures = Array.from({ length: 24 }, (_, index) => ({ seed: 501 + index, ...drawMixture(501 + index) }));

it.each(mixtures)('accuses neither $name nor its fake, which responds as it does', async (mixture) => {
  const { profile, problems } = await learnFrom(mixture.make(), { level: 'write', plan: mixture.plan });
  expect(problems).toEqual([]);
  const again = await learnFrom(fakeOf(profile), { level: 'write', plan: mixture.plan });
  expect(again.problems).toEqual([]);
  const { responses } = await scoreLearned(mixture, profile, 'write', { seed: mixture.seed, count: 100 });
  const { equal, of } = shareOf(responses);
  expect(equal / of).toBeGreaterThanOrEqual(LEAST_SHARE);
});
