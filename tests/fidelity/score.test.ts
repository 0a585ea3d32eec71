import { describe, expect, it } from 'vitest';
import { createService } from '../conformant-service/create-service.js';
import { deployments, plainDeployment } from './deployments.js';
import { type Pair, pairs } from './pairs.js';
import { scorePair } from './score/score-fake.js';
import { countAspects, shareOf } from './score/score-responses.js';

const all = Object.entries(deployments).map(([name, traits]) => ({ name, traits }));
const numbered = pairs.map((pair, index) => ({ ...pair, name: `${pair.question} (${index + 1})` }));

describe('scoring a service against itself', () => {
  it.each(all)('finds every response equal: $name', async ({ traits }) => {
    const score = await scorePair(createService(traits), createService(traits), {
      seed: 7,
      count: 200,
      plan: traits.plan,
    });
    expect(countAspects(score.responses)).toEqual([]);
    expect(score.responses.length).toBeGreaterThanOrEqual(200);
  });
});

const MOST_SEEDS = 40;

/** When a window begins, and how long a limit lasts beyond Reset, is a phase, which is masked; and hardly any body has 70,001 to 71,000 bytes. */
const isUnseen = ({ question, right }: Pair) =>
  question === 'window-start' || question === 'retry-after-delay-seconds' || right.bytes === 71_000;

describe('scoring a service against one that differs in one choice', () => {
  it.each(numbered)('sees the difference: $name', async ({ left, right, question }) => {
    const [one, other] = [left, right].map((change) => ({ ...plainDeployment, ...change }));
    if (one === undefined || other === undefined) throw new Error('A pair has two sides.');
    let isSeen = false;
    for (let seed = 1; seed <= MOST_SEEDS && !isSeen; seed++) {
      const score = await scorePair(createService(one), createService(other), { seed, count: 200, plan: one.plan });
      const { equal, of } = shareOf(score.responses);
      isSeen = equal < of;
    }
    expect(isSeen).toBe(!isUnseen({ question, left, right }));
  });
});
