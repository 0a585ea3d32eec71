import { expect, test } from 'vitest';
import { generateStock } from '../fixtures/generate-stock.js';
import { defaultBehaviour } from '../src/spec/behaviour.js';
import { fitStock } from './fit-stock.js';
import { createWorld } from './world.js';

const stock = generateStock(50, 1);
const idsOf = (records: ReturnType<typeof fitStock>) => records.map(({ petId }) => Number(petId));

test('stock stays as it was generated where nothing is against it', () => {
  expect(fitStock(stock, defaultBehaviour)).toBe(stock);
});

test('no quantity is out of the bounds that the service has', () => {
  const fitted = fitStock(stock, { ...defaultBehaviour, 'quantity-range': { minimum: 1, maximum: 20 } });
  const quantities = fitted.map(({ quantity }) => quantity);
  expect(Math.min(...quantities)).toBe(1);
  expect(Math.max(...quantities)).toBe(20);
  expect(idsOf(fitted)).toEqual(idsOf(stock));
});

test('pets that are listed as stored are stored in no order of their ids', () => {
  const fitted = fitStock(stock, { ...defaultBehaviour, 'list-order': 'as-stored' });
  expect(idsOf(fitted).slice(0, 3)).toEqual([1, 3, 5]);
  expect(idsOf(fitted).sort((a, b) => a - b)).toEqual(idsOf(stock));
});

test('a world generates its stock that way, and leaves a fixture as it is', () => {
  const behaviour = { 'quantity-range': { minimum: 1, maximum: 20 } } as const;
  const generated = createWorld({ pets: 50, behaviour }).inventory.list();
  expect(generated.every(({ quantity }) => quantity >= 1 && quantity <= 20)).toBe(true);
  const fixture = { inventory: [{ petId: 1, quantity: 99, status: 'available' }] } as const;
  expect(createWorld({ fixture, behaviour }).inventory.list()[0]?.quantity).toBe(99);
});
