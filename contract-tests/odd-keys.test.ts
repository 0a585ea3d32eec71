// Long: a key that looks like data changes no verdict of a check.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { judge } from '../src/judge/judge.js';
import { petstoreJudge } from '../src/judge/rules/index.js';
import { runSuite } from './run-suite.js';
import {
  API_KEY,
  dependenciesOf,
  options,
  rawResponse,
  type ServiceOptions,
  testService,
} from './service-for-tests.js';
import { requireDistinctKey } from './session.js';

/** Runs the suite with a key; returns the outcomes and how it ended. */
async function check(apiKey: string, others: ServiceOptions = {}) {
  const given = { ...options, apiKey, messagesUrl: options.baseUrl };
  const service = testService({ key: apiKey, ...others });
  const { transcript, leftBehind } = await runSuite(given, dependenciesOf(service));
  const outcomes = judge(transcript, { ...given, judged: petstoreJudge }).map(
    ({ rule, outcome }) => `${rule.id}: ${outcome}`,
  );
  return { outcomes, stopped: transcript.run?.stopped, leftBehind, sent: service.received.length };
}

/** Accepts an id that is no int64. */
const broken: ServiceOptions = {
  twist: ({ url }) => (/\/\d+x$/.test(url) ? rawResponse(200, '{"petId":1,"quantity":1}') : undefined),
};

const odd = [
  '1',
  'x',
  '12',
  '1000',
  'json',
  'available',
  'petId',
  'sold',
  '"quantity":',
  '{',
  'inventory',
  '400',
  'Bearer',
];
const strange = [
  '{"petId":3,"quantity"',
  'application/json',
  'X-RateLimit-Remaining',
  'x-ratelimit-REMAINING',
  '},{',
  'key#1',
  '"status":"available"',
];

it.each([...odd, ...strange])('judges a service with the key %s as with any other', async (key) => {
  expect(await check(key)).toEqual(await check(API_KEY));
  const reference = await check(API_KEY, broken);
  expect(reference.outcomes.filter((outcome) => outcome.endsWith('violation')).length).toBeGreaterThan(0);
  expect(await check(key, broken)).toEqual(reference);
});

it('judges a service as with any other key, whichever part of a list the key looks like', async () => {
  const usual = await check(API_KEY);
  const list = '[{"petId":2,"quantity":0,"status":"available"},{"petId":3,"quantity":17,"status":"available"}]';
  const part = fc
    .tuple(fc.nat(list.length - 1), fc.integer({ min: 1, max: 30 }))
    .map(([start, length]) => list.slice(start, start + length));
  await fc.assert(
    fc.asyncProperty(part, async (key) => {
      expect(() => requireDistinctKey({ ...options, apiKey: key })).not.toThrow();
      expect(await check(key)).toEqual(usual);
    }),
    { seed: 20_261_123, numRuns: 25 },
  );
});

it.each([{ '9007199254740993': '4' }, { '2': '9007199254740993' }])(
  'writes to a pet that shows a number which is also the key: %j',
  async (pets) => expect(await check('9007199254740993', { pets })).toEqual(await check(API_KEY, { pets })),
);
