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

it('concludes nothing from a pet that is not listed', () => {
  const told = [list({ '7': null }), sent('{"quantity":3,"note":1}', { status: 400 })];
  expect(observed('extra-body-fields', told).exchanges).toEqual([]);
});
