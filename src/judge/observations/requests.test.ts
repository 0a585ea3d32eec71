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
] as const)('%s: %j leads to %s', (question, told, choice) => {
  expect(observed(question, [list(), told]).choice).toBe(choice);
});

const lookup = (status: number) => ({ path: '/pets/x', status });
const message = (sends: string, status: number, requestHeaders = { 'Content-Type': 'application/json' }) => ({
  method: 'POST',
  path: '/messages',
  sends,
  status,
  requestHeaders,
});
const extraMessage = (status: number) => message('{"message":"a","note":1}', status);

it('concludes one choice for all operations, and none where they differ', () => {
  const update = patch(3, { path: '/inventory/x', status: 404 });
  expect(observed('malformed-pet-id', [list(), lookup(404), update])).toMatchObject({ choice: 404, sightings: 2 });
  expect(observed('malformed-pet-id', [list(), lookup(400), update])).toMatchObject({
    choice: undefined,
    note: 'an id that is not an int64: got 400, got 404',
  });
  const extra = sent('{"quantity":3,"note":1}', { status: 400 });
  expect(observed('extra-body-fields', [list(), extra, extraMessage(400)]).choice).toBe('refused');
  expect(observed('extra-body-fields', [list(), extra, extraMessage(200)]).choice).toBeUndefined();
});

it('concludes the treatment of messages of another type from messages alone, and not from those without a type', () => {
  const ofType = (type: string, status: number) => message('{"message":"a"}', status, { 'Content-Type': type });
  const told = [list(), typed('text/plain', 200), ofType('text/plain', 415), ofType('', 400)];
  expect(observed('message-content-type', told)).toMatchObject({ choice: 415, sightings: 1 });
  expect(observed('update-content-type', told)).toMatchObject({ choice: 'ignored', sightings: 1 });
});

it('concludes nothing from a type that many services take, or that got two statuses', () => {
  expect(observed('update-content-type', [list(), typed('application/a+json', 200)]).choice).toBeUndefined();
  const told = [list(), typed('text/plain', 415), typed('text/plain', 400)];
  expect(observed('update-content-type', told)).toMatchObject({
    choice: undefined,
    note: 'a body of another type: text/plain got 415, text/plain got 400',
  });
});

const large = (bytes: number, status: number) => sent(`{"quantity":3}${' '.repeat(bytes - 14)}`, { status });

it('sees the size limit if one byte more is rejected', () => {
  expect(observed('body-limit', [list(), large(2048, 200), large(2049, 413)]).choice).toBe(2048);
  expect(observed('body-limit', [list(), large(2048, 200)]).choice).toBeUndefined();
  expect(observed('body-limit', [list(), large(2048, 200), large(2050, 413)])).toMatchObject({
    choice: undefined,
    note: 'most that was accepted: 2048 bytes; least that got 413: 2050 bytes',
  });
  expect(observed('body-limit', [list(), large(2048, 200), large(2049, 413), large(4096, 200)]).choice).toBeUndefined();
});

it('concludes no size from a body that is rejected for its contents', () => {
  const told = [list(), message(`{"message":${' '.repeat(988)}1}`, 400), large(1001, 413)];
  expect(observed('body-limit', told).choice).toBeUndefined();
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
