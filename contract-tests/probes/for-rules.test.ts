import { beforeAll, describe, expect, it } from 'vitest';
import type { Level } from '../../src/exchange/transcript.js';
import { rules } from '../../src/judge/rules/index.js';
import { createService } from '../../tests/conformant-service/create-service.js';
import { type CheckedService, checkService } from '../../tests/conformant-service/in-process.js';
import { planRequests } from '../plan.js';
import { everyExhaustProbe } from './exhaust.js';
import { probesFor } from './for-rules.js';
import { petstoreSuite } from './index.js';

const URL = 'https://a.test/v1';
const chosen = (id: string) => rules.filter((rule) => rule.id === id || id === '*');

/** The names of what a run of one rule plans. */
function planned(id: string, level: Level = 'write', isExclusive = false): string[] {
  const { suite, isExhausting } = probesFor(chosen(id), level);
  const options = { baseUrl: URL, messagesUrl: URL, level, plan: undefined, petId: undefined, maxRequests: undefined };
  return planRequests({ ...options, isExclusive, isExhausting, reserve: 0.2 }, suite).map(({ probe }) => probe);
}

it('names rules that exist as those that judge a probe', () => {
  const named = petstoreSuite.probes.flatMap(({ judgedBy }) => judgedBy ?? []);
  expect(named.filter((id) => chosen(id).length === 0)).toEqual([]);
});

it('sends a handful of requests for one rule about rejections, with those that restore', () => {
  expect(planned('update/rejects/null')).toEqual(['list', 'bad-body-null', 'restore', 'restored']);
  expect(planned('update/rejects/boolean')).toEqual([
    'list',
    'bad-body-boolean',
    'bad-body-false',
    'restore',
    'restored',
  ]);
  expect(planned('messages/rejects/missing-content-type')).toEqual(['list', 'message-without-type']);
});

it('sends requests without a key together with those beside which a run sends them', () => {
  expect(planned('auth/required/listInventory', 'read')).toEqual([
    'list',
    'list-with-none',
    'orders',
    'pet-with-none',
    'pet',
    'list-with-cookie',
    'list-with-empty-key',
    'list-with-empty-header',
  ]);
});

it('sends what the key gets beside wrong keys, and the list after an update', () => {
  expect(planned('auth/invalid-key', 'read')).toEqual(expect.arrayContaining(['list', 'orders', 'pet']));
  expect(planned('update/stored')).toEqual(expect.arrayContaining(['update', 'list-after-update']));
  expect(planned('update/stored')).not.toContain('bad-body-null');
});

it('sends only the list for a rule of a higher level', () => {
  expect(planned('update/answer', 'read')).toEqual(['list']);
});

it('exhausts the limit only for rules that its end shows', () => {
  expect(planned('update/rejects/null', 'exhaust')).toEqual(planned('update/rejects/null'));
  expect(planned('limits/recovers', 'exhaust')).toEqual(expect.arrayContaining(['overrun', 'recovered']));
  expect(planned('limits/recovers', 'exhaust')).not.toContain('update');
});

it('sends everything for all rules', () => {
  const { suite, isExhausting } = probesFor(chosen('*'), 'exhaust');
  expect(suite.probes).toEqual(petstoreSuite.probes);
  expect(isExhausting).toBe(true);
});

describe('of a conformant service', () => {
  const level = 'exhaust';
  let checked: CheckedService;
  beforeAll(async () => {
    checked = await checkService(createService(), {
      level,
      isExclusive: true,
      isFake: true,
      seed: 1,
      maxRequests: 2_000,
    });
  });

  const always = new Set([...everyExhaustProbe, ...petstoreSuite.restoring].map(({ name }) => name));

  it.each(rules)('sends for $id all that it judges', (rule) => {
    const { suite, isExhausting } = probesFor([rule], level);
    const sent = new Set(suite.probes.map(({ name }) => name));
    const judged = checked.verdicts.find((verdict) => verdict.rule === rule)?.exchanges ?? [];
    const names = judged.map((number) => checked.transcript.exchanges[number - 1]?.probe ?? '');
    expect(judged).not.toEqual([]);
    expect(names.filter((name) => !sent.has(name) && !always.has(name))).toEqual([]);
    const isSeenAtEnd = names.some((name) => everyExhaustProbe.some((probe) => probe.name === name));
    expect(isExhausting || !isSeenAtEnd).toBe(true);
  });
});
