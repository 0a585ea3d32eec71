import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';

const list = (...ids: string[]): ExchangeInit => ({
  body: `[${ids.map((petId) => `{"petId":${petId},"quantity":1,"status":"sold"}`).join(',')}]`,
});

it.each([
  ['ascending', [list('2', '10', '9007199254740993')]],
  ['descending', [list('9007199254740993', '9007199254740992', '2')]],
  [undefined, [list('1', '2', '3'), list('1', '2', '3', '0')]],
  [undefined, [list('2', '1', '3')]],
  [undefined, [list('1', '2')]],
])('sees the order %s', (response, told) => {
  expect(observed('list-order', told).choice).toBe(response);
});
