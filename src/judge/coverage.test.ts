import { expect, test } from 'vitest';
import { type ExchangeInit, recorded, settings } from '../../tests/recorded.js';
import { statementIds, statements } from '../spec/statements.js';
import { coverStatements, unverifiable } from './coverage.js';
import { judge } from './judge.js';
import { rules } from './rules/rules.js';

const promises = statementIds.filter((id) => statements[id].party === 'service');
const judged = new Set(rules.flatMap((rule) => [...rule.statements]));
const cover = (...told: ExchangeInit[]) => coverStatements(judge(recorded(...told), settings));

test('every statement about the service has a rule, or a reason why no request can show it', () => {
  expect(promises.filter((id) => !judged.has(id) && unverifiable[id] === undefined)).toEqual([]);
});

test('only statements that a rule covers in part have both a rule and a reason', () => {
  expect(promises.filter((id) => judged.has(id) && unverifiable[id] !== undefined)).toEqual([
    'limits.free-plan',
    'limits.pro-plan',
    'limits.business-plan',
  ]);
});

test('reasons belong to statements about the service, in whole sentences', () => {
  expect(Object.keys(unverifiable).filter((id) => !promises.some((promise) => promise === id))).toEqual([]);
  for (const reason of Object.values(unverifiable)) expect(reason).toMatch(/^[A-Z].*\.$/);
});

test('every statement about the service is covered once, in the order of the document, and none about a client', () => {
  expect(cover().map(({ statement }) => statement.id)).toEqual(promises);
});

test('a statement is judged when one of its rules reached a verdict', () => {
  const covered = cover({ body: [] });
  expect(covered.find(({ statement }) => statement.id === 'service.http-with-json-bodies')).toEqual({
    statement: {
      id: 'service.http-with-json-bodies',
      section: '1',
      sentence: statements['service.http-with-json-bodies'].sentence,
    },
    state: 'judged',
    rules: ['body/json'],
    reason: null,
  });
});

test('a statement whose rules reached no verdict is not judged', () => {
  const orders = cover().find(({ statement }) => statement.id === 'orders.exists');
  expect(orders).toMatchObject({ state: 'not-judged', rules: ['orders/answers'], reason: null });
});

test('a statement that no request can show has a reason', () => {
  const account = cover().find(({ statement }) => statement.id === 'auth.key-from-account');
  expect(account).toMatchObject({
    state: 'cannot-be-shown',
    rules: [],
    reason: 'Accounts and keys are created outside the interface.',
  });
});
