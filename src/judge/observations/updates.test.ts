import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';
import { list, patch } from '../../../tests/stock-told.js';

const sent = (sends: string, changes: Told = {}) => patch(3, { sends, ...changes });
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
] as const)('%s: %j gives %s', (question, told, answer) => {
  expect(observed(question, [list(), told]).answer).toBe(answer);
});

it('sees the bounds of quantity only where a value and its neighbour got different answers', () => {
  const refused = (quantity: number) => patch(quantity, { status: 400 });
  const told = [list(), refused(-1), patch(0), patch(100), refused(101)];
  expect(observed('quantity-range', told).answer).toEqual({ minimum: 0, maximum: 100 });
  expect(observed('quantity-range', told.slice(0, 4))).toMatchObject({
    answer: undefined,
    note: 'accepted: 0, 100; refused: -1',
  });
});

it('concludes nothing from a pet that is not listed', () => {
  const told = [list({ '7': null }), sent('{"quantity":3,"note":1}', { status: 400 })];
  expect(observed('extra-body-fields', told).exchanges).toEqual([]);
});

const nested = (levels: number, status: number) =>
  sent(`{"quantity":3,"x":${'['.repeat(levels - 1)}"[["${']'.repeat(levels - 1)}}`, { status });

it('sees how deep a body may nest where one level more is refused', () => {
  expect(observed('nesting-limit', [list(), nested(100, 200), nested(101, 400)]).answer).toBe(100);
  expect(observed('nesting-limit', [list(), nested(50, 200), nested(101, 400)])).toMatchObject({
    answer: undefined,
    note: 'most that was accepted: 50 levels; least answered 400: 101 levels',
  });
});

const large = (bytes: number, status: number) => sent(`{"quantity":3}${' '.repeat(bytes - 14)}`, { status });

it('sees how large a body may be where one byte more is refused', () => {
  expect(observed('body-limit', [list(), large(2048, 200), large(2049, 413)]).answer).toBe(2048);
  expect(observed('body-limit', [list(), large(2048, 200)]).answer).toBeUndefined();
});

it('concludes nothing of depth from a body that is refused for what it holds', () => {
  expect(observed('nesting-limit', [list(), sent('{"quantity":[5]}', { status: 400 })]).exchanges).toEqual([]);
});
