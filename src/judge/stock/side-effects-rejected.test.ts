import { expect, it } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';
import { rules } from '../rules/index.js';

const judged =
  (id: string) =>
  (...told: ExchangeInit[]) =>
    judgedBy(rules, id, told);
const others = judged('update/only-this-pet');
const status = judged('update/keeps-status');
const rejected = judged('update/rejected-changes-nothing');
const shared = (id: string, told: readonly ExchangeInit[]) => judgedBy(rules, id, told, { isExclusive: false }).outcome;

it('accepts an update that changes only its pet, whatever the order of the list', () => {
  expect(others(list(), patch(3), list({ '7': 3 })).outcome).toBe('pass');
  const turned = '[{"petId":8,"quantity":3,"status":"available"},{"petId":7,"quantity":3,"status":"available"}]';
  expect(others(list(), patch(3), { body: turned }).outcome).toBe('pass');
});

it.each([
  ['changed', { '7': 3, '8': 4 }, '/1'],
  ['appeared', { '7': 3, '9': 1 }, '/2'],
  ['vanished', { '7': 3, '8': null }, ''],
])('finds another pet that %s', (_what, after, pointer) => {
  expect(others(list(), patch(3), list(after)).findings).toMatchObject([{ exchange: 3, related: [1, 2], pointer }]);
});

it('does not report changes that another client may have made', () => {
  const told = [1, 2, 4, 6].flatMap((quantity) => [patch(3), list({ '7': 3, '8': quantity })]);
  expect(shared('update/only-this-pet', [list(), ...told])).toBe('inconclusive');
  const undocumented: ExchangeInit = { method: 'POST', path: '/store/orders', sends: '{}', status: 201, body: {} };
  expect(others(list(), patch(3), undocumented, list({ '7': 3, '8': 2 })).outcome).toBe('pass');
});

it('reports the updates if every pet gets the quantities that were sent', () => {
  const told = [3, 5, 3].flatMap((quantity) => [patch(quantity), list({ '7': quantity, '9': quantity })]);
  expect(shared('update/only-this-pet', [list({ '9': 1 }), ...told])).toBe('violation');
});

it('compares no lists without an accepted update between them', () => {
  expect(others(list(), patch(3, { status: 429 }), list({ '8': 4 })).exchanges).toEqual([]);
});

it('accepts an unchanged status', () => {
  expect(status(list(), patch(3), list({ '7': 3 })).outcome).toBe('pass');
});

it('finds a status that changes in the response or in the list', () => {
  const sold = patch(0, { body: { petId: 7, quantity: 0, status: 'sold' } });
  expect(status(list(), sold).findings).toMatchObject([{ exchange: 2, pointer: '/status' }]);
  expect(status(list(), patch(0), list({ '7': 0 }, 'sold')).findings).toMatchObject([{ pointer: '/0/status' }]);
});

it('counts one change of status once, possibly by another client', () => {
  const sold = patch(3, { body: { petId: 7, quantity: 3, status: 'sold' } });
  const told = [list(), sold, sold, sold, list({ '7': 3 }, 'sold')];
  expect(status(...told).findings).toHaveLength(1);
  expect(shared('update/keeps-status', told)).toBe('inconclusive');
  expect(status(list(), list({}, 'sold'), sold).outcome).toBe('pass');
});

it('does not report a status that another request may have changed', () => {
  const order: ExchangeInit = { method: 'POST', path: '/store/orders', sends: '{"petId":7}', status: 201, body: {} };
  const pending = patch(3, { body: { petId: 7, quantity: 3, status: 'pending' } });
  expect(status(list(), order, pending).outcome).toBe('inconclusive');
  expect(status(list(), patch(3), order, list({ '7': 3 }, 'pending')).findings).toEqual([]);
  expect(status(list(), { ...order, status: 400 }, pending).outcome).toBe('violation');
  const underWay = { ...order, atMs: 105 };
  expect(status(list(), { ...pending, atMs: 100 }, underWay).findings).toEqual([]);
  expect(status({ ...list(), atMs: 0 }, { ...pending, atMs: 100 }, { ...underWay, atMs: 150 }).outcome).toBe(
    'violation',
  );
});

it('is inconclusive about the status when the update was limited', () => {
  expect(status(list(), patch(3, { status: 429 }), list({}, 'sold')).outcome).toBe('inconclusive');
});

it('passes a rejected update that changed nothing', () => {
  expect(rejected(list(), patch('"9"', { status: 400 }), list()).outcome).toBe('pass');
});

it.each([
  ['its quantity', list({ '7': 9 }), '/0'],
  ['its status', list({}, 'sold'), '/0'],
  ['another pet', list({ '8': 9 }), '/1'],
  ['nothing but removed the pet', list({ '7': null }), ''],
])('finds a rejected update that changed %s', (_what, after, pointer) => {
  expect(rejected(list(), patch('"9"', { status: 400 }), after).findings).toMatchObject([{ exchange: 3, pointer }]);
});

it('reports only the error response for the value that was stored', () => {
  const told = [list(), patch('null', { status: 400 }), patch(9, { status: 429 }), list({ '7': 9 })];
  expect(rejected(...told).findings).toEqual([]);
});

it('is inconclusive if an accepted or lost update may explain the change, or no list follows', () => {
  const bad = patch('"9"', { status: 400 });
  expect(rejected(list(), bad, patch(3), list({ '7': 3 })).outcome).toBe('inconclusive');
  expect(rejected(list(), bad, patch(3, { status: null }), list({ '7': 3 })).outcome).toBe('inconclusive');
  expect(rejected(list(), bad, { status: 429 }).outcome).toBe('inconclusive');
  expect(shared('update/rejected-changes-nothing', [list(), bad, list({ '7': 4 })])).toBe('inconclusive');
});
