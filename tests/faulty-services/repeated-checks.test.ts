// Long: the verdict does not depend on the seed.
import { expect, it } from 'vitest';
import { checkRepeatedly, repeatedServices, repeatedText, USUAL_FAULT } from './repeated-checks.js';

it('returns the same verdict with every seed', async () => {
  const texts = [];
  for (const service of repeatedServices(USUAL_FAULT)) texts.push(repeatedText(await checkRepeatedly(service, 30)));
  expect(texts).toEqual([
    'the conformant service: the same verdict in all of 30 checks: no violation',
    'has no limit headers on 401: the same verdict in all of 30 checks: limits/headers-present',
  ]);
});

it('names the seeds of checks that differ', () => {
  const seeds = new Map([
    ['no violation', [3]],
    ['update/answer', [1, 2, 4, 5, 6, 7, 8, 9, 10]],
  ]);
  expect(repeatedText({ name: 'a service', seeds }).split('\n')).toEqual([
    'a service: 2 verdicts in 10 checks',
    '  9 of 10: update/answer (seed 1, 2, 4, 5, 6, 7, 8, 9, …)',
    '  1 of 10: no violation (seed 3)',
  ]);
});
