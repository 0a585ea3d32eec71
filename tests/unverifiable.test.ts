import { expect, test } from 'vitest';
import { unverifiable } from '../scripts/unverifiable.js';
import { rules } from '../src/judge/rules/index.js';
import { statementIds, statements } from '../src/service/statements.js';

const promises = statementIds.filter((id) => statements[id].party === 'service');
const judged = new Set(rules.flatMap((rule) => [...rule.statements]));

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
