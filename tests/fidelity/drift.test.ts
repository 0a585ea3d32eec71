import { describe, expect, it } from 'vitest';
import { compareProfiles } from '../../src/fidelity/compare/compare-profiles.js';
import type { ExplainedDifference } from '../../src/fidelity/compare/comparison.js';
import { openQuestions } from '../../src/spec/open-questions.js';
import { createService } from '../conformant-service/create-service.js';
import type { Changes } from '../conformant-service/steps.js';
import type { Traits } from '../conformant-service/traits.js';
import { plainDeployment } from './deployments.js';
import { learnFrom } from './learning.js';
import { pairs } from './pairs.js';

const level = 'write';
const usual = learnFrom(createService(plainDeployment), { level });

/** Returns the differences after a deployment has changed. */
async function drift(traits: Partial<Traits>, changes: Changes = {}): Promise<readonly ExplainedDifference[]> {
  const [before, after] = await Promise.all([
    usual,
    learnFrom(createService({ ...plainDeployment, ...traits }, changes), { level }),
  ]);
  expect(after.problems).toEqual([]);
  return compareProfiles({ name: 'before', ...before }, { name: 'after', ...after }).differences;
}

const causesOf = (differences: readonly ExplainedDifference[]) =>
  differences.filter(({ cause }) => cause === undefined).map(({ path }) => path);

const onErrors =
  (name: string, value: string): NonNullable<Changes['finish']> =>
  (finish) =>
  (call, response) => {
    const { status, headers, ...rest } = finish(call, response);
    return { ...rest, status, headers: status < 400 ? headers : [...headers, [name, value]] };
  };

it('names a header that errors have now, once', async () => {
  const differences = await drift({}, { finish: onErrors('X-Problem', 'see-docs') });
  expect(differences.length).toBeGreaterThan(3);
  const [cause, ...others] = causesOf(differences);
  expect(cause).toMatch(/^response\/\w+\/4\d\d\/header\/x-problem$/);
  expect(others).toEqual([]);
  expect(differences[0]?.responses?.map(({ headers }) => headers)).toEqual([['no x-problem'], ['x-problem: see-docs']]);
});

it('names a field that errors have now, once', async () => {
  const error: Traits['error'] = (...args) => ({ ...plainDeployment.error(...args), hint: 'read the docs' });
  const [cause, ...others] = causesOf(await drift({ error }));
  expect(cause).toMatch(/^response\/\w+\/4\d\d\/field\/hint$/);
  expect(others).toEqual([]);
});

it('names the status, not its codes, where both changed', async () => {
  const error: Traits['error'] = (situation, ...rest) => {
    const plain = plainDeployment.error(situation, ...rest);
    return situation === 'id malformed' ? { code: 'no_such_id', message: 'There is no such id.' } : plain;
  };
  const differences = await drift({ malformedId: 404, error });
  expect(differences.map(({ path }) => path.split('/')[1])).toEqual(expect.arrayContaining(['error-codes']));
  expect(causesOf(differences)).toEqual(['question/malformed-pet-id']);
});

it('names the plan, not its limits', async () => {
  const quota = { perMinute: 300, perDay: 10_000 };
  expect(causesOf(await drift({ quota }))).toEqual(['limit/plan']);
});

const singles = pairs.filter(({ question, left, right }, index) => {
  const isFirst = pairs.findIndex((pair) => pair.question === question) === index;
  const needsExhaust = openQuestions[question].observable === 'exhaust';
  return isFirst && !needsExhaust && Object.keys(left).length === 0 && right.plan === undefined;
});
const neighbours = singles.map(({ question, right }, index) => {
  const other = singles[(index + 7) % singles.length];
  return { name: `${question}, ${other?.question}`, traits: { ...right, ...other?.right } };
});

describe('two changes are two causes', () => {
  it.each(neighbours)('$name', async ({ name, traits }) => {
    const causes = causesOf(await drift(traits));
    expect(causes.map((path) => path.split('/')[1]).sort()).toEqual(name.split(', ').sort());
  });
});
