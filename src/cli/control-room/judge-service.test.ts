import { expect, test } from 'vitest';
import { recorded, type Told } from '../../../tests/recorded.js';
import { rules } from '../../judge/rules/rules.js';
import { judgeService } from './judge-service.js';

const baseUrl = 'https://api.example.test/v1';

const anybodys = { plan: undefined, isExclusive: false };
const judged = (...told: Told[]) => judgeService({ ...recorded(...told), baseUrl, messagesUrl: baseUrl }, anybodys);
const ruleOf = async (id: string, ...told: Told[]) => (await judged(...told)).find((rule) => rule.id === id);

test('a broken promise is told in the words of the document, with the exchange that shows it', async () => {
  expect(await ruleOf('body/json', { body: '[{]' })).toMatchObject({
    section: '1',
    sentence: 'The service is a pet store interface over HTTP with JSON bodies.',
    outcome: 'violation',
    findings: [{ what: expect.stringMatching(/^the body is no JSON.*; expected /), exchanges: [1] }],
  });
});

test('what many answers break alike is told once', async () => {
  const unlimited: Told = { headers: { 'X-RateLimit-Limit': 'many' } };
  const broken = (await judged(unlimited, unlimited, unlimited)).filter(({ outcome }) => outcome === 'violation');
  expect(broken.flatMap(({ findings }) => findings.map(({ exchanges }) => exchanges))).toContainEqual([1, 2, 3]);
});

test('a promise that was kept passes', async () => {
  expect(await ruleOf('body/json', { body: '[]' })).toMatchObject({ outcome: 'pass', findings: [] });
});

test('where nothing was asked, no rule was run', async () => {
  const told = await judged();
  expect(told.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
  expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['not-run']));
});

test('what is known of the service is judged by', async () => {
  const transcript = { ...recorded({}, {}), baseUrl, messagesUrl: baseUrl };
  const outcomeFor = async (plan: 'free' | 'pro') => {
    const told = await judgeService(transcript, { plan, isExclusive: false });
    return told.find(({ id }) => id === 'limits/plan')?.outcome;
  };
  expect([await outcomeFor('free'), await outcomeFor('pro')]).toEqual(['pass', 'violation']);
});

test('between two rules others have their turn', async () => {
  let turns = 0;
  const judging = judged({ body: '[]' });
  const take = () => {
    turns += 1;
    if (turns < 5) setImmediate(take);
  };
  setImmediate(take);
  await judging;
  expect(turns).toBe(5);
});
