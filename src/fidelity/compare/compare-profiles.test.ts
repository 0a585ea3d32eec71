import { expect, test } from 'vitest';
import {
  arrayOf,
  integer,
  jsonResponses,
  moment,
  objectOf,
  observedChoices,
  sideOf,
  text,
  tookMs,
} from '../../../tests/profile-for-tests.js';
import { compareProfiles } from './compare-profiles.js';
import { kindOf } from './comparison.js';

type SideInit = Parameters<typeof sideOf>[1];

const compare = (left: SideInit, right: SideInit, ignored: readonly string[] = []) =>
  compareProfiles(sideOf('staging', left), sideOf('production', right), ignored);

test('reports no difference between equal profiles, and counts what it compared', () => {
  const told = {
    questions: observedChoices({ 'list-order': 'ascending', 'retry-after-format': 'seconds' }),
    rules: { 'errors/shape': 'pass' },
    responses: { 'updateInventory 200': jsonResponses(objectOf({ petId: integer, note: text })) },
    latency: { listInventory: tookMs(80) },
  } as const;
  const { differences, alike } = compare(told, told);
  expect(differences).toEqual([]);
  // The rule, two questions, a body, one field that the document does not name, and the latency.
  expect(alike).toBe(6);
});

test('reports differences by kind, in the order of the kinds', () => {
  const { left, right, differences } = compare(
    {
      latency: { getPet: tookMs(20) },
      questions: observedChoices({ 'malformed-pet-id': 400 }),
      rules: { 'errors/shape': 'violation' },
    },
    {
      latency: { getPet: tookMs(400) },
      questions: observedChoices({ 'malformed-pet-id': 404 }),
      rules: { 'errors/shape': 'pass' },
    },
  );
  expect({ left, right }).toEqual({ left: 'staging', right: 'production' });
  expect(differences).toMatchObject([
    { path: 'rule/errors/shape', left: 'violated', right: 'passed' },
    { path: 'question/malformed-pet-id', left: '400', right: '404' },
    {
      path: 'latency/getPet',
      left: '20 ms at the median, 40 ms at the 90th percentile',
      right: '400 ms at the median, 800 ms at the 90th percentile',
    },
  ]);
});

test('does not compare a rule that was inconclusive on one side', () => {
  const { differences, uncompared } = compare(
    { rules: { 'update/stored': 'violation', 'limits/plan': 'pass' }, source: { level: 'write' } },
    { rules: { 'update/stored': 'skipped', 'limits/plan': 'inconclusive' }, source: { level: 'read' } },
  );
  expect(differences).toEqual([]);
  expect(uncompared.map(({ why }) => why)).toContain('left: violated; right: skipped at level read');
  expect(uncompared.map(({ why }) => why)).toContain('left: passed; right: inconclusive');
});

test.each([
  ['question', 'retry-after-format'],
  ['latency', 'getPet'],
] as const)('ignores a %s by any beginning of its path', (kind, id) => {
  const left = {
    questions: observedChoices({ 'retry-after-format': 'seconds' }),
    latency: { getPet: tookMs(9) },
  } as const;
  const right = {
    questions: observedChoices({ 'retry-after-format': 'http-date' }),
    latency: { getPet: tookMs(900) },
  } as const;
  for (const name of [kind, `${kind}/${id}`, `${kind}/*`, `${kind}/${id}`.toUpperCase()]) {
    const { differences, ignored } = compare(left, right, [name]);
    expect(differences.map((one) => kindOf(one))).toEqual([kind === 'question' ? 'latency' : 'question']);
    expect(ignored.map(({ path }) => path)).toEqual([`${kind}/${id}`]);
  }
});

test('ignores a field at any depth', () => {
  const left = { responses: { 'listInventory 200': jsonResponses(arrayOf(objectOf({ updatedAt: moment }))) } } as const;
  const right = {
    responses: { 'listInventory 200': jsonResponses(arrayOf(objectOf({ updatedAt: integer }))) },
  } as const;
  expect(compare(left, right, ['response/*/*/field/items/updatedAt']).differences).toEqual([]);
  expect(compare(left, right, ['response/listInventory/200']).differences).toEqual([]);
  expect(compare(left, right, ['response/*/*/header']).differences).toHaveLength(1);
});

test('does not report the different base URLs', () => {
  const linking = (host: string) => ({
    source: { baseUrl: `https://${host}/v1` },
    questions: observedChoices({
      'deprecation-headers': { Link: `<https://${host}/v1/inventory>; rel="successor-version"` },
    }),
  });
  expect(compare(linking('a.test'), linking('b.test')).differences).toEqual([]);
  const elsewhere = { ...linking('b.test'), source: { baseUrl: 'https://c.test/v1' } };
  expect(compare(linking('a.test'), elsewhere).differences).toHaveLength(1);
});
