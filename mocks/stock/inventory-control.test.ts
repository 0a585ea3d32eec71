import { expect, test } from 'vitest';
import { InputError } from '../../src/json/input-error.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { WorldOptions } from '../world-options.js';
import { checkedChange, createInventoryControl, petIdText, petIdValue } from './inventory-control.js';

const rex = { petId: 1, quantity: 12, status: 'available' } as const;
const tom = { petId: 9007199254740993n, quantity: 0, status: 'sold' } as const;

function shop(options: WorldOptions = { fixture: { inventory: [rex, tom] } }) {
  const world = new World(options);
  return { world, inventory: createInventoryControl(world.inventory) };
}

const listed = (world: ReturnType<typeof shop>['world']) => ask(world, 'GET', '/inventory').body;

test('stock is listed in insertion order, with exact ids', () => {
  expect(shop().inventory.list()).toEqual([rex, tom]);
});

test('a pet is found by its number, bigint or digits', () => {
  const { inventory } = shop();
  expect([inventory.get(1), inventory.get(1n), inventory.get('1')]).toEqual([rex, rex, rex]);
  expect(inventory.get('9007199254740993')).toEqual(tom);
  expect(inventory.get(3)).toBeUndefined();
});

test('a number sets the quantity, and clients see it', () => {
  const { world, inventory } = shop();
  listed(world);
  expect(inventory.set(1, 5)).toEqual({ ...rex, quantity: 5 });
  expect(listed(world)).toContain('{"petId":1,"quantity":5,"status":"available"}');
});

test('a status can be set alone, and clients see it', () => {
  const { world, inventory } = shop();
  listed(world);
  expect(inventory.set(1, { status: 'pending' })).toEqual({ ...rex, status: 'pending' });
  expect(listed(world)).toContain('{"petId":1,"quantity":12,"status":"pending"}');
  expect(ask(world, 'GET', '/pets/1').body).toContain('"status":"pending"');
});

test('a returned item can be written back with one field changed', () => {
  const { inventory } = shop();
  for (const item of inventory.list()) inventory.set(item.petId, { ...item, quantity: 0 });
  expect(inventory.list()).toEqual([{ ...rex, quantity: 0 }, tom]);
});

test('a new pet is added, and clients can read and update it', () => {
  const { world, inventory } = shop();
  listed(world);
  expect(inventory.set(7, { quantity: 3, status: 'available' })).toEqual({
    petId: 7,
    quantity: 3,
    status: 'available',
  });
  expect(inventory.list().map(({ petId }) => petId)).toEqual([1, 9007199254740993n, 7]);
  expect(
    JSON.parse(listed(world) ?? '')
      .map(({ petId }: { petId: number }) => petId)
      .slice(0, 2),
  ).toEqual([1, 7]);
  expect(ask(world, 'GET', '/pets/7').status).toBe(200);
  expect(ask(world, 'PATCH', '/inventory/7', { json: { quantity: 2 } }).status).toBe(200);
  expect(inventory.get(7)?.quantity).toBe(2);
});

test('a test may set quantities that the service rejects', () => {
  const { inventory } = shop({ pets: 1, behaviour: { 'quantity-range': { minimum: 0, maximum: 10 } } });
  expect(inventory.set(1, -1).quantity).toBe(-1);
});

test('earlier responses do not change', () => {
  const { inventory } = shop();
  const before = inventory.get(1);
  const list = inventory.list();
  inventory.set(1, 5);
  expect(before).toEqual(rex);
  expect(list).toEqual([rex, tom]);
});

test('a new pet needs both fields', () => {
  const { inventory } = shop({ pets: 7 });
  const message =
    "Setting the stock: the pet 8 is not in stock; adding it needs quantity and status. Try { quantity: 5, status: 'available' }.";
  expect(() => inventory.set(8, 5)).toThrow(message);
  expect(() => inventory.set(8, { status: 'sold' })).toThrow(InputError);
  expect(inventory.list()).toHaveLength(7);
});

test('a pet beyond 2^53 can be added', () => {
  const { inventory } = shop({ pets: 0 });
  inventory.set(9007199254740993n, { quantity: 5, status: 'available' });
  expect(inventory.get(9007199254740993n)?.quantity).toBe(5);
});

test.each([
  ['rex', 5],
  [1, 1.5],
  [1, { quantity: 5, status: 'lost' }],
  [1, Promise.resolve(5)],
  [Promise.resolve(1), 5],
])('%j set to %j is rejected, and nothing changes', (petId, change) => {
  const { inventory } = shop();
  expect(() => inventory.set(petId as number, change as number)).toThrow(InputError);
  expect(inventory.list()).toEqual([rex, tom]);
});

test('looking up an invalid id is rejected', () => {
  expect(() => shop().inventory.get('rex')).toThrow('Reading the stock: "rex" is not a pet id.');
});

test.each([
  [5, { quantity: 5 }],
  [-0, { quantity: 0 }],
  [{ quantity: -3 }, { quantity: -3 }],
  [{ status: 'sold' }, { status: 'sold' }],
  [
    { quantity: Number.MAX_SAFE_INTEGER, status: 'pending' },
    { quantity: Number.MAX_SAFE_INTEGER, status: 'pending' },
  ],
  [{}, {}],
  [
    { petId: 1, quantity: 5, status: 'sold' },
    { quantity: 5, status: 'sold' },
  ],
])('%j changes %j', (change, expected) => {
  expect(checkedChange('Setting', '1', change)).toStrictEqual(expected);
});

test.each([
  [1.5, '1.5 is not a quantity. Try 5'],
  [2 ** 53, '9007199254740992 is not a quantity. Try 5'],
  [{ quantity: '5' }, '"5" is not a quantity. Try 5'],
  [{ quantity: null }, 'null is not a quantity. Try 5'],
  [{ status: 'lost' }, '"lost" is not a status. Statuses: available, pending, sold.'],
  [
    { quantity: 5, state: 'sold' },
    "there is no such field in the change. Did you mean 'status'? Fields: quantity, status, petId.",
  ],
  [{ petId: 2, quantity: 5 }, 'the id of a pet cannot change, and this is the pet 1. Try 5'],
  [undefined, "the change should be an object. Try 5, or { quantity: 5, status: 'sold' }."],
  [Promise.resolve(5), 'the change object is a promise. Write await before it.'],
])('%j is rejected: %s', (change, problem) => {
  expect(() => checkedChange('Setting', '1', change)).toThrow(`Setting: ${problem}`);
});

test.each([
  [7, '7'],
  [-0, '0'],
  [7n, '7'],
  ['7', '7'],
  [9007199254740993n, '9007199254740993'],
  ['-9223372036854775808', '-9223372036854775808'],
])('%s is the pet %s', (petId, text) => {
  expect(petIdText('Looking', petId)).toBe(text);
});

test.each([
  ['rex', '"rex" is not a pet id'],
  ['07', '"07" is not a pet id'],
  ['', '"" is not a pet id'],
  [1.5, '1.5 is not a pet id'],
  [Number.NaN, 'NaN is not a pet id'],
  ['9223372036854775808', '"9223372036854775808" is not a pet id'],
  [2n ** 63n, '9223372036854775808 is not a pet id'],
  [2 ** 53, 'the pet id 9007199254740992 is a number beyond 2^53 and may have been rounded'],
  [undefined, 'undefined is not a pet id'],
  [{ petId: 7 }, 'an object is not a pet id'],
  [Promise.resolve(7), 'the pet id is a promise'],
])('%s is rejected: %s', (petId, problem) => {
  expect(() => petIdText('Looking', petId as number)).toThrow(`Looking: ${problem}. `);
});

test.each([
  ['7', 7],
  ['9007199254740991', 9007199254740991],
  ['9007199254740993', 9007199254740993n],
  ['-9223372036854775808', -9223372036854775808n],
])('the id of the pet %s is %s', (text, value) => {
  expect(petIdValue(text)).toBe(value);
});
