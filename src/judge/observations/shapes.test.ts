import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';

const list = (...ids: string[]): Told => ({
  body: `[${ids.map((petId) => `{"petId":${petId},"quantity":1,"status":"sold"}`).join(',')}]`,
});

it.each([
  ['ascending', [list('2', '10', '9007199254740993')]],
  ['descending', [list('9007199254740993', '9007199254740992', '2')]],
  ['as-stored', [list('2', '1', '3'), list('2', '1', '3')]],
  ['as-stored', [list('1', '2', '3'), list('1', '2', '3', '0')]],
  ['rotating', [list('1', '2', '3'), list('2', '3', '1')]],
  ['rotating', [list('2', '1', '3'), list('3', '1', '2')]],
  [undefined, [list('2', '1', '3')]],
  [undefined, [list('1', '2')]],
])('sees the order %s', (response, told) => {
  expect(observed('list-order', told).choice).toBe(response);
});

it('names the fields of a pet and of an order', () => {
  const pet = { id: 1, name: 'Rex', tags: [], owner: null };
  expect(observed('pet-shape', [{ path: '/pets/1', body: pet }])).toMatchObject({
    choice: undefined,
    note: 'a pet has "id" (number), "name" (string), "tags" (array), "owner" (null)',
    exchanges: [1],
  });
  for (const body of [[{ id: 1 }], { orders: [{ id: 1 }] }]) {
    expect(observed('order-shape', [{ path: '/store/orders', body }]).note).toBe('an order has "id" (number)');
  }
});

it('reports that no record was seen', () => {
  expect(observed('order-shape', [{ path: '/store/orders', body: [] }]).note).toBe('an order was not seen');
  expect(observed('pet-shape', [{ path: '/pets/1', status: 404 }])).toMatchObject({
    note: 'a pet was not seen',
    exchanges: [],
  });
  expect(observed('pet-shape', [{ path: '/pets/1', body: '["Rex"]' }]).note).toBe(
    'no response contained an object that is a pet',
  );
});

it('distinguishes lists that cannot be parsed from lists that were not seen', () => {
  const wrong: Told = { body: '[1,2,3]' };
  expect(observed('list-order', [wrong, wrong]).note).toBe('no list of 3 pets or more had the documented form');
  expect(observed('list-order', [list('1')]).note).toBe('no list of 3 pets or more was seen');
});
