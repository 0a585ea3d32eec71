import { expect, test } from 'vitest';
import {
  answering,
  arrayOf,
  integer,
  jsonAnswers,
  moment,
  objectOf,
  sideOf,
  text,
  tookMs,
} from '../../../tests/profile-for-tests.js';
import { compareProfiles } from './compare-profiles.js';

type Told = Parameters<typeof sideOf>[1];

const compare = (left: Told, right: Told, ignored: readonly string[] = []) =>
  compareProfiles(sideOf('staging', left), sideOf('production', right), { ignored });

test('tells nothing of two that are alike, and counts what it compared', () => {
  const told = {
    questions: answering({ 'list-order': 'ascending', 'retry-after-format': 'seconds' }),
    rules: { 'errors/shape': 'pass' },
    responses: { 'updateInventory 200': jsonAnswers(objectOf({ petId: integer, note: text })) },
    latency: { listInventory: tookMs(80) },
  } as const;
  const { differences, alike } = compare(told, told);
  expect(differences).toEqual([]);
  expect(alike).toEqual({ rule: 1, question: 2, limit: 0, field: 2, header: 0, response: 1, latency: 1 });
});

test('tells what differs by kind, in the order of the kinds', () => {
  const { left, right, differences } = compare(
    {
      latency: { getPet: tookMs(20) },
      questions: answering({ 'malformed-pet-id': 400 }),
      rules: { 'errors/shape': 'violation' },
    },
    {
      latency: { getPet: tookMs(400) },
      questions: answering({ 'malformed-pet-id': 404 }),
      rules: { 'errors/shape': 'pass' },
    },
  );
  expect({ left, right }).toEqual({ left: 'staging', right: 'production' });
  expect(differences).toEqual([
    { kind: 'rule', id: 'errors/shape', left: 'violated', right: 'kept' },
    { kind: 'question', id: 'malformed-pet-id', left: '400', right: '404' },
    {
      kind: 'latency',
      id: 'getPet',
      left: '20 ms at the median, 40 ms at the 90th percentile',
      right: '400 ms at the median, 800 ms at the 90th percentile',
    },
  ]);
});

test('does not compare a rule that one side could not tell', () => {
  const { differences, uncompared } = compare(
    { rules: { 'update/stored': 'violation', 'limits/plan': 'pass' }, source: { level: 'write' } },
    { rules: { 'update/stored': 'skipped', 'limits/plan': 'inconclusive' }, source: { level: 'read' } },
  );
  expect(differences).toEqual([]);
  expect(uncompared.map(({ why }) => why)).toContain('left: violated; right: not run at level read');
  expect(uncompared.map(({ why }) => why)).toContain('left: kept; right: could not be told');
});

test.each([
  ['question', 'retry-after-format'],
  ['latency', 'getPet'],
] as const)('leaves out a %s that is to be ignored, by kind, by id or by both', (kind, id) => {
  const left = { questions: answering({ 'retry-after-format': 'seconds' }), latency: { getPet: tookMs(9) } } as const;
  const right = {
    questions: answering({ 'retry-after-format': 'http-date' }),
    latency: { getPet: tookMs(900) },
  } as const;
  for (const name of [kind, id, `${kind}:${id}`, id.toUpperCase()]) {
    const { differences, ignored } = compare(left, right, [name]);
    expect(differences.map((one) => one.kind)).toEqual([kind === 'question' ? 'latency' : 'question']);
    expect(ignored.map((one) => one.id)).toEqual([id]);
  }
});

test('a field can be ignored wherever it stands', () => {
  const left = { responses: { 'listInventory 200': jsonAnswers(arrayOf(objectOf({ updatedAt: moment }))) } } as const;
  const right = { responses: { 'listInventory 200': jsonAnswers(arrayOf(objectOf({ updatedAt: integer }))) } } as const;
  expect(compare(left, right, ['field:/items/updatedAt']).differences).toEqual([]);
  expect(compare(left, right, ['listInventory 200 /items/updatedAt']).differences).toEqual([]);
  expect(compare(left, right, ['header:/items/updatedAt']).differences).toHaveLength(1);
});

test('takes its own address for no difference', () => {
  const linking = (host: string) => ({
    source: { baseUrl: `https://${host}/v1` },
    questions: answering({
      'deprecation-headers': { Link: `<https://${host}/v1/inventory>; rel="successor-version"` },
    }),
  });
  expect(compare(linking('a.test'), linking('b.test')).differences).toEqual([]);
  const elsewhere = { ...linking('b.test'), source: { baseUrl: 'https://c.test/v1' } };
  expect(compare(linking('a.test'), elsewhere).differences).toHaveLength(1);
});
