import { expect, test } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../tests/recorded.js';
import { decidedIfExclusive, gatherEvidence, judge, judgeEvidence, judgeRule } from './judge.js';
import { inconclusive, passes, suspicious, violates } from './note.js';
import type { Reading } from './reading.js';
import type { JudgeSettings, Note, Rule } from './rule.js';
import { rules } from './rules/index.js';

const mistake = { problem: 'it is wrong', expected: 'right', received: 'wrong' };
const wrong = (reading: Reading) => violates(reading, mistake);
const doubtful = (reading: Reading) => violates(reading, { ...mistake, isExplainable: true });
const unclear = (reading: Reading) => inconclusive(reading, `exchange ${reading.number} was limited`);

/** Judges as many exchanges as there are notes. */
function verdictOf(
  notes: readonly ((reading: Reading) => Note)[],
  changed: Partial<JudgeSettings> = {},
  ruleClass: Rule['class'] = 'write',
) {
  const evidence = gatherEvidence(recorded(...notes.map(() => ({}))), { ...settings, isExclusive: false, ...changed });
  return judgeRule(
    ruleThat((readings) => readings.flatMap((reading, index) => notes[index]?.(reading) ?? []), ruleClass),
    evidence,
  );
}

function ruleThat(judgeReadings: (readings: readonly Reading[]) => Note[], ruleClass: Rule['class'] = 'write'): Rule {
  return {
    id: 'test/rule',
    since: '0.2',
    title: 'A rule',
    statements: ['errors.401'],
    severity: 'documented',
    class: ruleClass,
    judge: ({ readings }) => judgeReadings(readings),
  };
}

test('a rule without violations passes', () => {
  expect(verdictOf([passes, passes])).toMatchObject({
    outcome: 'pass',
    findings: [],
    exchanges: [1, 2],
    reason: undefined,
  });
});

test('one violation counts, however often the rule passed', () => {
  expect(verdictOf([passes, wrong, unclear, passes])).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 2, problem: 'it is wrong', pointer: undefined, related: [], isExplainable: false }],
    exchanges: [1, 2, 3, 4],
    reason: undefined,
  });
});

test('inconclusive notes do not change a pass', () => {
  expect(verdictOf([unclear, passes])).toMatchObject({ outcome: 'pass', reason: undefined });
});

test('a rule does not pass if memory had no room for a body that it judges', () => {
  const list = (pets: number) =>
    JSON.stringify(Array.from({ length: pets }, (_, petId) => ({ petId, quantity: 1, status: 'sold' })));
  const large = { method: 'POST', path: '/messages', sends: `[${'0,'.repeat(5_990_000)}0]` };
  const verdictsOf = (...told: ExchangeInit[]) =>
    new Map(judge(recorded(...told), settings).map((each) => [each.rule.id, each]));
  const verdicts = verdictsOf({ body: list(5_000) }, large, { body: list(2) });
  const reason = expect.stringContaining('over 6,000,000 JSON values');
  expect(verdicts.get('inventory/list-shape')).toMatchObject({ outcome: 'inconclusive', reason });
  expect(verdicts.get('limits/headers-present')?.outcome).toBe('pass');
  expect(verdictsOf({ body: list(5_000) }, { body: list(2) }).get('inventory/list-shape')?.outcome).toBe('pass');
});

test('the first reason is reported if all notes are inconclusive', () => {
  expect(verdictOf([unclear, unclear])).toMatchObject({ outcome: 'inconclusive', reason: 'exchange 1 was limited' });
});

test.each([
  [1, 'once'],
  [2, '2 times'],
])('a finding that another writer could explain is inconclusive when seen %d times', (count, times) => {
  expect(verdictOf([passes, ...Array(count).fill(doubtful)])).toMatchObject({
    outcome: 'inconclusive',
    findings: [],
    unconfirmed: Array(count).fill({ problem: 'it is wrong' }),
    reason: `it is wrong: seen ${times}; another user of the key or the store could explain it`,
  });
});

test('a finding that another writer could explain is a violation when seen three times', () => {
  const verdict = verdictOf([doubtful, doubtful, doubtful]);
  expect(verdict).toMatchObject({ outcome: 'violation', unconfirmed: [] });
  expect(verdict.findings).toHaveLength(3);
});

test('in a recording a finding that another writer could explain is always inconclusive', () => {
  const all = [doubtful, doubtful, doubtful, doubtful];
  expect(verdictOf(all, { level: undefined }).outcome).toBe('inconclusive');
  expect(verdictOf(all, { level: undefined, isExclusive: true }).outcome).toBe('violation');
});

test('a suspicion makes a pass inconclusive, and is never a violation', () => {
  const uneasy = (reading: Reading) => suspicious(reading, 'it shows another quantity');
  expect(verdictOf([passes, uneasy, passes])).toMatchObject({
    outcome: 'inconclusive',
    reason: 'it shows another quantity',
    exchanges: [1, 2, 3],
  });
  expect(verdictOf([uneasy, wrong]).outcome).toBe('violation');
});

test('three findings in one response count once', () => {
  const rule = ruleThat(([reading]) => (reading === undefined ? [] : [1, 2, 3].map(() => doubtful(reading))));
  const verdict = judgeRule(rule, gatherEvidence(recorded({}), { ...settings, isExclusive: false }));
  expect(verdict).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('seen once') });
});

test('in an exclusive store one finding is enough', () => {
  expect(verdictOf([doubtful], { isExclusive: true })).toMatchObject({ outcome: 'violation', unconfirmed: [] });
});

test('a finding that nobody else can explain is a violation, beside one that somebody could explain', () => {
  const verdict = verdictOf([doubtful, wrong]);
  expect(verdict).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 2 }],
    unconfirmed: [{ exchange: 1 }],
  });
});

test('a rule above the level of the run is skipped', () => {
  expect(verdictOf([], { level: 'read' })).toMatchObject({ outcome: 'skipped', reason: 'needs --level write' });
});

test('a rule above the level of the run is judged by the available exchanges', () => {
  expect(verdictOf([wrong], { level: 'read' }).outcome).toBe('violation');
  expect(verdictOf([unclear], { level: 'read' }).outcome).toBe('inconclusive');
});

test.each<[string, Partial<JudgeSettings>, Rule['class']]>([
  ['in a run of its level', { level: 'write' }, 'write'],
  ['in a run beyond its level', { level: 'exhaust' }, 'write'],
  ['in a recording', { level: undefined }, 'exhaust'],
  ['that judges any response', { level: 'read' }, 'passive'],
])('a rule %s without matching exchanges is inconclusive', (_, changed, ruleClass) => {
  expect(verdictOf([], changed, ruleClass)).toMatchObject({
    outcome: 'inconclusive',
    reason: 'no request exercised it',
  });
});

test('a rule about updates without exchanges reports that no list could be read', () => {
  const rule = rules.find(({ id }) => id === 'update/stored') as Rule;
  const reasonWith = (body: string) => judgeRule(rule, gatherEvidence(recorded({ body }), settings)).reason;
  expect(reasonWith('[{"petId":1}]')).toBe('no list had the documented form');
  expect(reasonWith('[]')).toBe('no request exercised it');
});

test('a verdict lists every exchange once, in order', () => {
  const rule = ruleThat(([first, second]) =>
    first === undefined || second === undefined
      ? []
      : [passes(second), inconclusive(undefined, 'x'), passes(first), passes(second)],
  );
  expect(judgeRule(rule, gatherEvidence(recorded({}, {}), settings)).exchanges).toEqual([1, 2]);
});

test('there is one verdict for each rule, in the order of the catalogue', () => {
  expect(judge(recorded(), settings).map(({ rule }) => rule)).toEqual(rules);
});

test('without an exchange no rule passes and none is violated', () => {
  for (const { outcome } of judge(recorded(), settings)) expect(['inconclusive', 'skipped']).toContain(outcome);
});

test('an exchange with another service is not evidence', () => {
  const elsewhere = { ...settings, baseUrl: 'https://other.example.test/v1', messagesUrl: undefined };
  for (const { exchanges } of judge(recorded({ status: 500, body: 'x' }), elsewhere)) expect(exchanges).toEqual([]);
});

test('a transcript of only 429s has no violations, and passes only rules about 429s', () => {
  const limited = { status: 429, headers: { 'Retry-After': '30' } } as const;
  const transcript = recorded(
    limited,
    { ...limited, credential: { kind: 'none' } },
    { ...limited, credential: { kind: 'bearer', name: 'key#2', standing: 'wrong' } },
    { ...limited, credential: { kind: 'misplaced', name: 'key#1', where: 'basic' } },
    { ...limited, path: '/store/orders' },
    { ...limited, path: '/pets/1' },
    { ...limited, method: 'PATCH', path: '/inventory/1', sends: '{"quantity":"five"}' },
    { ...limited, method: 'PATCH', path: '/inventory/1', sends: '{"quantity":5}' },
    { ...limited, method: 'PATCH', path: '/inventory/1', sends: '{"quantity":5}', credential: { kind: 'none' } },
    { ...limited, method: 'POST', path: '/messages', sends: '{"message":"Hello"}' },
  );
  const verdicts = judge(transcript, settings);
  expect(verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id)).toEqual([]);
  const passed = verdicts.filter(({ outcome }) => outcome === 'pass').map(({ rule }) => rule.id);
  expect(passed.filter((id) => !/^(?:body|errors|limits)\//.test(id))).toEqual([]);
});

test('rules about messages are skipped without a messages URL', () => {
  const verdictOn = (id: string, messagesUrl: string | undefined, level: JudgeSettings['level']) =>
    judge(recorded(), { ...settings, messagesUrl, level }).find(({ rule }) => rule.id === id);
  expect(verdictOn('messages/echo', undefined, 'write')).toMatchObject({
    outcome: 'skipped',
    reason: 'needs --messages-url',
  });
  expect(verdictOn('messages/echo', settings.baseUrl, 'write')).toMatchObject({ outcome: 'inconclusive' });
  expect(verdictOn('messages/echo', undefined, undefined)).toMatchObject({ outcome: 'inconclusive' });
  expect(verdictOn('update/stored', undefined, 'write')).toMatchObject({ outcome: 'inconclusive' });
});

test('names the rules that are decided if nobody else uses the key or the store', () => {
  const item = { petId: 1, quantity: 12, status: 'available' };
  const exchanges = [
    { body: [item] },
    { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":3}', body: { ...item, quantity: 3 } },
    { body: [{ ...item, quantity: 5 }] },
  ];
  const decided = (changed: Partial<JudgeSettings>) => {
    const evidence = gatherEvidence(recorded(...exchanges), { ...settings, ...changed });
    return [...decidedIfExclusive(evidence, judgeEvidence(evidence))];
  };
  expect(decided({ isExclusive: false })).toEqual(['update/accepted-means-stored']);
  expect(decided({ isExclusive: true })).toEqual([]);
});
