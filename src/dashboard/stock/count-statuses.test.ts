import { expect, test } from 'vitest';
import { countStatuses } from './count-statuses.js';

test('the pets of each status are counted, those of none as 0', () => {
  const stock = (['sold', 'available', 'sold'] as const).map((status, index) => ({
    petId: String(index),
    quantity: 1,
    status,
  }));
  expect(countStatuses(stock)).toEqual({ available: 1, pending: 0, sold: 2 });
});
