import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-exchanges.js';

const sent = (sends: string, changes: ExchangeInit = {}) => patch(3, { sends, ...changes });
const typed = (type: string, status: number) => patch(3, { requestHeaders: { 'Content-Type': type }, status });

it.each([
  ['malformed-pet-id', patch(3, { path: '/inventory/x', status: 400 }), 400],
  ['malformed-pet-id', patch(3, { path: '/inventory/x', status: 404 }), 404],
  ['malformed-pet-id', patch(3, { path: '/inventory/x', status: 422 }), undefined],
  ['extra-body-fields', sent('{"quantity":3,"note":1}'), 'ignored'],
  ['extra-body-fields', sent('{"quantity":3,"note":1}', { status: 400 }), 'refused'],
  ['extra-body-fields', sent('{"quantity":"3","note":1}', { status: 400 }), undefined],
  ['update-content-type', typed('text/plain', 200), 'ignored'],
  ['update-content-type', typed('text/plain', 400), 400],
  ['update-content-type', typed('text/plain; charset=utf-8', 415), 415],
  ['update-content-type', typed('text/plain', 422), undefined],
  ['update-content-type', typed('application/json; charset=utf-8', 400), undefined],
  ['duplicate-keys', sent('{"quantity":1,"quantity":3}', { status: 400 }), 400],
  ['duplicate-keys', sent('{"quantity":1,"quantity":3}'), 'last-wins'],
  ['duplicate-keys', sent('{"quantity":3,"quantity":1}'), undefined],
  ['byte-order-mark', sent('\uFEFF{"quantity":3}'), 'ignored'],
  ['byte-order-mark', sent('\uFEFF{"quantity":3}', { status: 400 }), 400],
  ['byte-order-mark', sent('\uFEFF{"quantity":3}', { status: 429 }), undefined],
] as const)('%s: %j leads to %s', (question, told, choice) => {
  expect(observed(question, [list(), told]).choice).toBe(choice);
});

const lookup = (status: number) => ({ path: '/pets/x', status });
const message = (status: number): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  sends: '{"message":"a","note":1}',
  status,
});

it.each([
  ['malformed-pet-id', lookup(404), 404, ['updateInventory']],
  ['extra-body-fields', message(400), 'refused', ['updateInventory']],
] as const)(
  'takes other operations for like the one that was seen, and names them: %s',
  (question, told, choice, unseen) => {
    expect(observed(question, [list(), told])).toMatchObject({ choice, unseen });
  },
);

it('concludes a choice for each operation where they differ', () => {
  const update = patch(3, { path: '/inventory/x', status: 400 });
  expect(observed('malformed-pet-id', [list(), update, lookup(404)])).toMatchObject({
    choice: { updateInventory: 400, getPet: 404 },
    unseen: [],
  });
  const extra = sent('{"quantity":3,"note":1}');
  expect(observed('extra-body-fields', [list(), extra, message(400)]).choice).toEqual({
    updateInventory: 'ignored',
    sendMessage: 'refused',
  });
});

const received = (text: string, changes: ExchangeInit): ExchangeInit => ({
  method: 'POST',
  path: '/messages',
  status: 200,
  body: { id: 'a', message: text, status: 'queued', createdAt: '2026-01-31T09:30:00Z' },
  ...changes,
});

it.each([
  ['duplicate-keys', received('b', { sends: '{"message":"a","message":"b"}' }), 'last-wins'],
  ['duplicate-keys', received('a', { sends: '{"message":"a","message":"b"}' }), undefined],
  ['duplicate-keys', { ...message(400), sends: '{"message":"a","message":"b"}' }, 400],
  ['byte-order-mark', received('a', { sends: '\uFEFF{"message":"a"}' }), 'ignored'],
  ['byte-order-mark', { ...message(400), sends: '\uFEFF{"message":"a"}' }, 400],
  ['byte-order-mark', { ...message(400), sends: '\uFEFF{"message":5}' }, undefined],
] as const)('sees %s at messages, too: %j leads to %s', (question, told, choice) => {
  expect(observed(question, [list(), told]).choice).toBe(choice);
});

it('concludes nothing from a pet that is not listed', () => {
  const told = [list({ '7': null }), sent('{"quantity":3,"note":1}', { status: 400 })];
  expect(observed('extra-body-fields', told).exchanges).toEqual([]);
});

const rejected = (quantity: number | string) => patch(quantity, { status: 400 });
const LEAST = Number.MIN_SAFE_INTEGER;
const MOST = Number.MAX_SAFE_INTEGER;

it('sees the bounds of quantity if a value and its neighbour got different responses', () => {
  const told = [list(), rejected(-1), patch(0), patch(100), rejected(101)];
  expect(observed('quantity-range', told)).toMatchObject({ choice: { minimum: 0, maximum: 100 }, unseen: [] });
});

it('sees each bound separately', () => {
  const told = [list(), rejected(-1), patch(0), patch(100), rejected(101)];
  expect(observed('quantity-range', told.slice(0, 4))).toMatchObject({
    choice: { minimum: 0, maximum: MOST },
    unseen: ['maximum'],
    note: 'below: accepted 0 and rejected -1; above: nothing was rejected',
  });
  expect(observed('quantity-range', [list(), ...told.slice(2)])).toMatchObject({
    choice: { minimum: LEAST, maximum: 100 },
    unseen: ['minimum'],
  });
});

it('cites only the quantities that decide: others may be the stock of a pet', () => {
  expect(observed('quantity-range', [list(), patch(14), rejected(1000), patch(MOST - 2)]).note).toBe(
    'a quantity was rejected though it lies between accepted ones',
  );
  expect(observed('quantity-range', [list(), patch(14), rejected(1000), patch(999), patch(0)]).note).toBe(
    'below: nothing was rejected; above: accepted 999 and rejected 1000',
  );
  expect(observed('quantity-range', [list(), patch(14), rejected(1000), rejected(-5)])).toMatchObject({
    choice: undefined,
    note: 'below: rejected, from an unknown bound on; above: rejected, from an unknown bound on',
  });
  expect(observed('quantity-range', [list(), patch(MOST), rejected(-5)]).note).toMatch(/above: accepted as far as/);
});

it.each([
  [[patch(MOST)], { minimum: LEAST, maximum: MOST }, ['minimum']],
  [
    [patch('9007199254740995'), rejected('-9007199254740991'), patch('-9007199254740990')],
    { minimum: 1 - MOST, maximum: MOST },
    [],
  ],
  [[patch(LEAST)], { minimum: LEAST, maximum: MOST }, ['maximum']],
])('sees that there is no bound within the range of a double: %#', (told, choice, unseen) => {
  expect(observed('quantity-range', [list(), ...told])).toMatchObject({ choice, unseen });
});

it.each([
  [[patch(0), patch(100), rejected(1000)]],
  [[rejected(-1)]],
  [[patch(0), rejected(50), patch(100), rejected(101)]],
  [[patch(5), rejected(5), rejected(6)]],
])('concludes no bound from %j', (told) => {
  expect(observed('quantity-range', [list(), ...told]).choice).toBeUndefined();
});
