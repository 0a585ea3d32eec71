import { expect, test } from 'vitest';
import { findPet } from './find-pet.js';

const stock = ['-3', '1', '7', '9007199254740992', '9007199254740993'].map((petId, index) => ({
  petId,
  quantity: index,
  status: 'available' as const,
}));

test('finds each pet by its id', () => {
  expect(stock.map(({ petId }) => findPet(stock, petId)?.quantity)).toEqual([0, 1, 2, 3, 4]);
});

test('finds no pet that there is not', () => {
  expect(findPet(stock, '8')).toBeUndefined();
  expect(findPet([], '8')).toBeUndefined();
});
