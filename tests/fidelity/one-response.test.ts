import { expect, it } from 'vitest';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import { openQuestions, questionIds } from '../../src/spec/open-questions.js';
import { createService } from '../conformant-service/create-service.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { type Learned, learnFrom } from './learning.js';
import { pairs } from './pairs.js';

const numbered = pairs.map((pair, index) => ({ ...pair, name: `${pair.question} (${index + 1})` }));
const learned = new Map<Partial<Traits>, Promise<Learned>>();

/** Traits that several pairs share are learned once. */
function learnChanged(change: Partial<Traits>): Promise<Learned> {
  const traits = { ...plainDeployment, ...change };
  const made = learned.get(change) ?? learnFrom(createService(traits), { plan: traits.plan });
  learned.set(change, made);
  return made;
}

it.each(numbered)('reports $name as one cause, with a response of each side', async (pair) => {
  const [left, right] = await Promise.all([learnChanged(pair.left), learnChanged(pair.right)]);
  expect([...left.problems, ...right.problems]).toEqual([]);
  const found = compareProfiles({ name: 'left', ...left }, { name: 'right', ...right }).differences;
  const causes = found.filter(({ cause }) => cause === undefined);
  const own = `question/${pair.question}`;
  expect(causes.map(({ path }) => path.split('/', 2).join('/'))).toEqual([own]);
  const received = { request: expect.stringMatching(/^[A-Z]+ \//), status: expect.any(Number) };
  expect(causes[0]?.responses).toMatchObject([
    { side: 'left', ...received },
    { side: 'right', ...received },
  ]);
});

/** Questions of which no run can observe two choices, and why. */
const unobservable = {
  'messages-base-url': 'the user gives it',
  'after-sunset': 'it takes longer than any run',
  'ban-threshold': 'a run must never earn a ban',
  'ban-duration-seconds': 'a run must never earn a ban',
  'ban-status': 'a run must never earn a ban',
} as const;

it('has a pair for every question that a run can observe', () => {
  const seen = new Set([...pairs.map(({ question }) => question), ...Object.keys(unobservable)]);
  expect(questionIds.filter((id) => !seen.has(id))).toEqual([]);
  expect(pairs.filter(({ question }) => openQuestions[question].observable === 'never')).toEqual([]);
});
