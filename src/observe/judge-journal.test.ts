import { expect, test } from 'vitest';
import { type ExchangeInit, recorded } from '../../tests/recorded.js';
import { mannersRules } from '../judge/manners/manners.js';
import { rules } from '../judge/rules/index.js';
import type { JournalJudge } from '../server/admin/admin-route.js';
import { judgeManners, judgeService } from './judge-journal.js';

const baseUrl = 'https://api.example.test/v1';
const limited: ExchangeInit = { status: 429, headers: { 'Retry-After': '60' }, atMs: 0 };

const atOnce = () => undefined;

function judged(...told: ExchangeInit[]) {
  return judgeManners({ ...recorded(...told), baseUrl, messagesUrl: baseUrl }, atOnce);
}

test('formats a manners violation in one line, with its request', async () => {
  const [rule] = await judged(limited, { atMs: 30_000 });
  expect(rule).toEqual({
    id: 'manners/waits-for-retry-after',
    title: 'Sends nothing with a key after its 429 until Retry-After has passed',
    section: '8.3',
    sentence: 'It carries a `Retry-After` header, and the client backs off until the time it indicates.',
    outcome: 'violation',
    findings: [
      {
        problem:
          'a request was sent before the time that Retry-After indicates had passed: a request 30 s after that response; expected no request until Retry-After has passed (429, Retry-After: "60")',
        exchanges: [2],
      },
    ],
  });
});

test('groups equal findings, with the number of each request', async () => {
  const [rule] = await judged(limited, { atMs: 30_000 }, { atMs: 31_000 }, { atMs: 32_000 });
  expect(rule?.findings).toEqual([
    {
      problem:
        'a request was sent before the time that Retry-After indicates had passed; expected no request until Retry-After has passed (429, Retry-After: "60")',
      exchanges: [2, 3, 4],
    },
  ]);
});

test('passes a client that waits', async () => {
  const [rule] = await judged(limited, { atMs: 61_000 });
  expect(rule).toMatchObject({ outcome: 'pass', findings: [] });
});

test('without a request, every manners rule is skipped', async () => {
  const rules = await judged();
  expect(rules.map(({ id }) => id)).toEqual(mannersRules.map(({ id }) => id));
  expect(new Set(rules.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
});

test('an uncertain finding is inconclusive, not “not exercised”', async () => {
  const shared: ExchangeInit = { ...limited, headers: { 'Retry-After': 'soon' } };
  const [rule] = await judged(shared, { atMs: 1_000 });
  expect(rule).toMatchObject({ outcome: 'inconclusive', findings: [] });
});

test('recognises a ban by the body of the error response', async () => {
  const banned: ExchangeInit = { status: 403, body: { code: 'key_banned', message: 'Banned.', status: 403 } };
  const rules = await judged({ ...banned, headers: { 'Retry-After': '60' }, atMs: 0 }, { atMs: 30_000 });
  expect(rules).toContainEqual(
    expect.objectContaining({ id: 'manners/silent-while-banned', section: '8.4', outcome: 'violation' }),
  );
});

test('complete and truncated lists lead to the same findings on manners', async () => {
  const long = JSON.stringify(Array.from({ length: 100 }, (_, petId) => ({ petId, quantity: 1, status: 'sold' })));
  expect(await judged({ body: long }, { path: '/pets/1' })).toEqual(await judged({ body: '[' }, { path: '/pets/1' }));
});

const anybodys = { plan: undefined, isExclusive: false };
const judgedForJudgeService = (...told: ExchangeInit[]) =>
  judgeService({ ...recorded(...told), baseUrl, messagesUrl: baseUrl }, atOnce, anybodys);
const ruleOf = async (id: string, ...told: ExchangeInit[]) =>
  (await judgedForJudgeService(...told)).find((rule) => rule.id === id);

test('quotes the document for a violation, with its exchange', async () => {
  expect(await ruleOf('body/json', { body: '[{]' })).toMatchObject({
    section: '1',
    sentence: 'The service is a pet store interface over HTTP with JSON bodies.',
    outcome: 'violation',
    findings: [{ problem: expect.stringMatching(/^the body is not JSON.*; expected /), exchanges: [1] }],
  });
});

test('groups equal violations', async () => {
  const unlimited: ExchangeInit = { headers: { 'X-RateLimit-Limit': 'many' } };
  const broken = (await judgedForJudgeService(unlimited, unlimited, unlimited)).filter(
    ({ outcome }) => outcome === 'violation',
  );
  expect(broken.flatMap(({ findings }) => findings.map(({ exchanges }) => exchanges))).toContainEqual([1, 2, 3]);
});

test('passes a conformant service', async () => {
  expect(await ruleOf('body/json', { body: '[]' })).toMatchObject({ outcome: 'pass', findings: [] });
});

test('without a request, every rule is skipped', async () => {
  const told = await judgedForJudgeService();
  expect(told.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
  expect(new Set(told.map(({ outcome }) => outcome))).toEqual(new Set(['skipped']));
});

test('judges with the known facts about the service', async () => {
  const transcript = { ...recorded({}, {}), baseUrl, messagesUrl: baseUrl };
  const outcomeFor = async (plan: 'free' | 'pro') => {
    const told = await judgeService(transcript, atOnce, { plan, isExclusive: false });
    return told.find(({ id }) => id === 'limits/plan')?.outcome;
  };
  expect([await outcomeFor('free'), await outcomeFor('pro')]).toEqual(['pass', 'violation']);
});

test.each([
  ['manners', mannersRules.length, judgeManners],
  ['the service', rules.length, (...[told, pause]: Parameters<JournalJudge>) => judgeService(told, pause, anybodys)],
])('judging %s, others have a turn after each exchange and each rule', async (_, ruleCount, judge) => {
  let turns = 0;
  const pause = async () => {
    turns += 1;
  };
  await judge({ ...recorded({}, {}, {}), baseUrl, messagesUrl: baseUrl }, pause);
  expect(turns).toBe(3 + ruleCount);
});
