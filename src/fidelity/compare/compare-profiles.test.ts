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
} from '../../../tests/profile-for-tests.js';
import { compareProfiles } from './compare-profiles.js';
import { groupDifferences } from './comparison.js';

type SideInit = Parameters<typeof sideOf>[1];

const compare = (left: SideInit, right: SideInit, ignored: readonly string[] = []) =>
  compareProfiles(sideOf('staging', left), sideOf('production', right), ignored);

test('reports no difference between equal profiles, and counts what it compared', () => {
  const told = {
    questions: observedChoices({ 'list-order': 'ascending', 'retry-after-format': 'seconds' }),
    rules: { 'errors/shape': 'pass' },
    responses: { 'other 200': jsonResponses(objectOf({ note: text })) },
  } as const;
  const { differences, alike } = compare(told, told);
  expect(differences).toEqual([]);
  // The rule, two questions, a body, and its field.
  expect(alike).toBe(5);
});

test('reports differences by kind, in the order of the kinds', () => {
  const { left, right, differences } = compare(
    {
      questions: observedChoices({ 'malformed-pet-id': 400 }),
      rules: { 'errors/shape': 'violation' },
    },
    {
      questions: observedChoices({ 'malformed-pet-id': 404 }),
      rules: { 'errors/shape': 'pass' },
    },
  );
  expect({ left, right }).toEqual({ left: 'staging', right: 'production' });
  expect(differences).toMatchObject([
    { path: 'rule/errors/shape', left: 'violated', right: 'passed' },
    { path: 'question/malformed-pet-id', left: '400', right: '404' },
  ]);
});

test('does not compare a rule that was inconclusive on one side', () => {
  const { differences, rules } = compare(
    { rules: { 'update/stored': 'violation', 'limits/plan': 'pass' }, source: { level: 'write' } },
    { rules: { 'update/stored': 'skipped', 'limits/plan': 'inconclusive' }, source: { level: 'read' } },
  );
  expect(differences).toEqual([]);
  expect(rules).toEqual({ compared: 0, of: 2 });
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

test('ignores a question by any beginning of its path', () => {
  const left = { questions: observedChoices({ 'retry-after-format': 'seconds', 'list-order': 'ascending' }) };
  const right = { questions: observedChoices({ 'retry-after-format': 'http-date', 'list-order': 'descending' }) };
  const path = 'question/retry-after-format';
  for (const name of [path, 'question/RETRY-AFTER-FORMAT', '*/retry-after-format']) {
    const { differences, ignored } = compare(left, right, [name]);
    expect(differences.map((one) => one.path)).toEqual(['question/list-order']);
    expect(ignored.map((one) => one.path)).toEqual([path]);
  }
  expect(compare(left, right, ['question']).differences).toEqual([]);
});

test('lists the questions that a side does not show', () => {
  const both = { questions: observedChoices({ 'list-order': 'ascending', 'malformed-pet-id': 400 }) };
  const { questions } = compare(both, { questions: observedChoices({ 'list-order': 'ascending' }) });
  expect(questions).toMatchObject({ compared: 1, of: questions.notCompared.length + 2, missing: ['malformed-pet-id'] });
  expect(questions.notCompared).not.toContain('list-order');
});

test('groups the members of a question, and a header that several kinds of responses have', () => {
  const of = (path: string, left = 'a', right = 'b') => ({ path, left, right });
  const groups = groupDifferences([
    of('rule/errors/shape'),
    of('rule/errors/code'),
    of('question/error-codes/not_found', 'x', 'y'),
    of('question/error-codes/unauthorized'),
    of('response/getPet/404/header/x-hint'),
    of('response/listOrders/401/header/x-hint'),
    of('response/listOrders/401/header/x-hint2'),
    of('response/other/404/header/x-hint', 'a', 'c'),
  ]);
  expect(groups.map(({ path, others }) => [path, others.length])).toEqual([
    ['rule/errors/shape', 0],
    ['rule/errors/code', 0],
    ['question/error-codes/not_found', 1],
    ['response/*/*/header/x-hint', 1],
    ['response/listOrders/401/header/x-hint2', 0],
    ['response/other/404/header/x-hint', 0],
  ]);
});
