import { expect, test } from 'vitest';
import { parseFixture } from '../fixtures/parse-fixture.js';
import { InputError } from '../src/validation/input-error.js';
import { openCatalogue } from './open-catalogue.js';

test('a store has 100 pets unless it is told otherwise', () => {
  expect(openCatalogue({}).inventory).toHaveLength(100);
  expect(openCatalogue({ pets: 3 }).inventory).toHaveLength(3);
  expect(openCatalogue({ pets: 0 }).inventory).toEqual([]);
});

test('the seed is 1 unless it is told otherwise', () => {
  expect(openCatalogue({ pets: 20 }).inventory).toEqual(openCatalogue({ pets: 20, seed: 1 }).inventory);
  expect(openCatalogue({ pets: 20, seed: 2 }).inventory).not.toEqual(openCatalogue({ pets: 20 }).inventory);
});

test('a fixture in code takes the place of generated stock', () => {
  const { inventory } = openCatalogue({ fixture: { inventory: [{ petId: 7, quantity: 2, status: 'pending' }] } });
  expect(inventory).toEqual([{ petId: '7', quantity: 2, status: 'pending' }]);
});

test('an id beyond 2^53 is written in code as a bigint', () => {
  const { inventory } = openCatalogue({
    fixture: { inventory: [{ petId: 9007199254740993n, quantity: 2, status: 'sold' }] },
  });
  expect(inventory[0]?.petId).toBe('9007199254740993');
});

test.each([2 ** 53, 1e18, -(2 ** 53)])('the id %d in code may have been rounded and is refused', (petId) => {
  const open = () => openCatalogue({ fixture: { inventory: [{ petId, quantity: 2, status: 'sold' }] } });
  expect(open).toThrow('/inventory/0/petId is a number beyond 2^53 and may have been rounded.');
  expect(open).toThrow('Write it as a bigint, such as 9007199254740993n.');
});

test('a fixture that was read from a file is taken as it is', () => {
  const fixture = parseFixture('{"inventory": [{"petId": 7, "quantity": 2, "status": "pending"}]}', 'store.json');
  expect(openCatalogue({ fixture }).inventory).toBe(fixture.inventory);
});

test('a wrong fixture in code is refused like a file', () => {
  const open = () => openCatalogue({ fixture: { inventory: [{ petId: 1.5, quantity: 2, status: 'sold' }] } });
  expect(open).toThrow(InputError);
  expect(open).toThrow('Reading the fixture of the option: /inventory/0/petId must be');
});

test.each([-1, 1.5, 1_000_001, Number.NaN])('%d is no number of pets', (pets) => {
  expect(() => openCatalogue({ pets })).toThrow(
    `Generating pets: ${pets} is no number of pets. Try any from 0 to 1000000.`,
  );
});

test.each([-1, 1.5, 2 ** 32, Number.NaN])('%d is no seed', (seed) => {
  expect(() => openCatalogue({ seed })).toThrow(`${seed} is no seed. Try any whole number from 0 to 4294967295.`);
});

test.each([0, 2 ** 32 - 1])('%d is a seed', (seed) => {
  expect(openCatalogue({ seed, pets: 1 }).inventory).toHaveLength(1);
});
