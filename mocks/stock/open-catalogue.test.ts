import { expect, test } from 'vitest';
import { generateStock } from '../../fixtures/catalogue.js';
import { parseFixture } from '../../fixtures/parse-fixture.js';
import { InputError } from '../../src/json/input-error.js';
import { defaultBehaviour } from '../../src/service/behaviour.js';
import { World } from '../world.js';
import type { SeedOptions } from '../world-options.js';
import { fitStock, openStore } from './open-catalogue.js';

test('a store has 100 pets by default', () => {
  expect(openStore({}).catalogue.inventory).toHaveLength(100);
  expect(openStore({ pets: 3 }).catalogue.inventory).toHaveLength(3);
  expect(openStore({ pets: 0 }).catalogue.inventory).toEqual([]);
});

test('the seed is 1 by default', () => {
  expect(openStore({ pets: 20 }).catalogue.inventory).toEqual(openStore({ pets: 20, seed: 1 }).catalogue.inventory);
  expect(openStore({ pets: 20, seed: 2 }).catalogue.inventory).not.toEqual(openStore({ pets: 20 }).catalogue.inventory);
});

test('worlds share a store that is made from the same, and no other', () => {
  const open = openStore({ pets: 20 });
  expect(openStore({ pets: 20, seed: 1 })).toBe(open);
  const fixture = parseFixture('{"inventory":[{"petId":1,"quantity":2,"status":"sold"}]}', 'of the test');
  const isShared = (options: SeedOptions, behaviour = defaultBehaviour) => {
    const first = openStore({ pets: 20 });
    return openStore({ pets: 20, ...options }, behaviour) === first;
  };
  expect([isShared({}), isShared({ pets: 21 }), isShared({ seed: 2 }), isShared({ fixture })]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect(isShared({}, { ...defaultBehaviour, 'quantity-range': { minimum: 0, maximum: 5 } })).toBe(false);
});

test('a change in one world does not reach the store that it shares with another', () => {
  const [one, other] = [new World({ pets: 3 }), new World({ pets: 3 })];
  expect(one.catalogue).toBe(other.catalogue);
  const before = other.inventory.snapshot();
  one.inventory.put({ petId: '1', quantity: 77, status: 'sold' });
  expect(other.inventory.snapshot()).toEqual(before);
  one.reset();
  expect(one.inventory.snapshot()).toEqual(before);
});

test('a fixture in code replaces generated stock', () => {
  const { inventory } = openStore({ fixture: { inventory: [{ petId: 7, quantity: 2, status: 'pending' }] } }).catalogue;
  expect(inventory).toEqual([{ petId: '7', quantity: 2, status: 'pending' }]);
});

test('an id beyond 2^53 is written as a bigint in code', () => {
  const { inventory } = openStore({
    fixture: { inventory: [{ petId: 9007199254740993n, quantity: 2, status: 'sold' }] },
  }).catalogue;
  expect(inventory[0]?.petId).toBe('9007199254740993');
});

test.each([2 ** 53, 1e18, -(2 ** 53)])('the id %d in code may have been rounded and is rejected', (petId) => {
  const open = () => openStore({ fixture: { inventory: [{ petId, quantity: 2, status: 'sold' }] } });
  expect(open).toThrow('/inventory/0/petId is a number beyond 2^53 and may have been rounded.');
  expect(open).toThrow('Write it as a bigint, such as 9007199254740993n.');
});

test('a parsed fixture file is accepted unchanged', () => {
  const fixture = parseFixture('{"inventory": [{"petId": 7, "quantity": 2, "status": "pending"}]}', 'store.json');
  expect(openStore({ fixture }).catalogue.inventory).toBe(fixture.inventory);
});

test('an invalid fixture in code is rejected like a file', () => {
  const open = () => openStore({ fixture: { inventory: [{ petId: 1.5, quantity: 2, status: 'sold' }] } });
  expect(open).toThrow(InputError);
  expect(open).toThrow('Reading the fixture of the option: /inventory/0/petId must be');
});

test.each([-1, 1.5, 1_000_001, Number.NaN])('%d is not a valid number of pets', (pets) => {
  expect(() => openStore({ pets })).toThrow(
    `Generating pets: ${pets} is not a number of pets. Try any whole number from 0 to 1000000.`,
  );
});

test.each([-1, 1.5, 2 ** 32, Number.NaN])('%d is not a valid seed', (seed) => {
  expect(() => openStore({ seed })).toThrow(`${seed} is not a seed. Try any whole number from 0 to 4294967295.`);
});

test.each([0, 2 ** 32 - 1])('%d is a valid seed', (seed) => {
  expect(openStore({ seed, pets: 1 }).catalogue.inventory).toHaveLength(1);
});

const stock = generateStock(50, 1);
const idsOf = (records: ReturnType<typeof fitStock>) => records.map(({ petId }) => Number(petId));

test('generated stock is unchanged without constraints', () => {
  expect(fitStock(stock, defaultBehaviour)).toBe(stock);
});

test('quantities stay within the bounds of the service', () => {
  const fitted = fitStock(stock, { ...defaultBehaviour, 'quantity-range': { minimum: 1, maximum: 20 } });
  const quantities = fitted.map(({ quantity }) => quantity);
  expect(Math.min(...quantities)).toBe(1);
  expect(Math.max(...quantities)).toBe(20);
  expect(idsOf(fitted)).toEqual(idsOf(stock));
});

test('a world generates its stock with these options, and leaves a fixture unchanged', () => {
  const behaviour = { 'quantity-range': { minimum: 1, maximum: 20 } } as const;
  const generated = new World({ pets: 50, behaviour }).inventory.list();
  expect(generated.every(({ quantity }) => quantity >= 1 && quantity <= 20)).toBe(true);
  const fixture = { inventory: [{ petId: 1, quantity: 99, status: 'available' }] } as const;
  expect(new World({ fixture, behaviour }).inventory.list()[0]?.quantity).toBe(99);
});
