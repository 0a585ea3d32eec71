import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { StockPage } from '../../../admin/stock.js';
import { openAdmin } from '../admin-for-tests.js';

const idsOf = ({ items }: StockPage) => items.map(({ petId }) => String(petId));

function openStore(...petIds: bigint[]) {
  return openAdmin({ fixture: { inventory: petIds.map((petId) => ({ petId, quantity: 1, status: 'available' })) } });
}

test('stock is listed by id, however large or small', async () => {
  const { ask } = openStore(10n, 9n, -9n, -10n, 9007199254740993n, 9007199254740992n, 0n);
  expect(idsOf((await ask<StockPage>('GET /inventory')).json)).toEqual([
    '-10',
    '-9',
    '0',
    '9',
    '10',
    '9007199254740992',
    '9007199254740993',
  ]);
});

test('a long stock is paged', async () => {
  const { ask } = openAdmin({ pets: 250 });
  const first = (await ask<StockPage>('GET /inventory')).json;
  expect(first).toMatchObject({ total: 250, next: '100' });
  const last = (await ask<StockPage>('GET /inventory?limit=200&after=100')).json;
  expect(last).toMatchObject({ total: 250, next: null });
  expect([...idsOf(first), ...idsOf(last)]).toEqual(Array.from({ length: 250 }, (_, index) => String(index + 1)));
});

test('pets are found by digits of their ids', async () => {
  const { ask } = openAdmin({ pets: 250 });
  const { json } = await ask<StockPage>('GET /inventory?search=24&limit=2');
  expect(idsOf(json)).toEqual(['24', '124']);
  expect(json).toMatchObject({ total: 13, next: '124' });
});

test('letters match the start of a status, together with digits', async () => {
  const inventory = [
    { petId: 42n, quantity: 5, status: 'sold' },
    { petId: 142n, quantity: 10, status: 'available' },
    { petId: 7n, quantity: 5, status: 'sold' },
  ] as const;
  const { ask } = openAdmin({ fixture: { inventory: [...inventory] } });
  expect(idsOf((await ask<StockPage>('GET /inventory?search=SO')).json)).toEqual(['7', '42']);
  expect(idsOf((await ask<StockPage>('GET /inventory?search=%2042%20sold')).json)).toEqual(['42']);
});

test('a client sees a quantity that was set', async () => {
  const { ask, world } = openStore(9007199254740993n);
  const { json } = await ask('PATCH /inventory/9007199254740993', { body: { quantity: 5 } });
  expect(json).toEqual({ petId: 9007199254740993n, quantity: 5, status: 'available' });
  expect(askService(world, 'GET', '/inventory').body).toContain('"petId":9007199254740993,"quantity":5');
});

test('a status can be set alone', async () => {
  const { json } = await openStore(7n).ask('PATCH /inventory/007', { body: { status: 'sold' } });
  expect(json).toEqual({ petId: 7, quantity: 1, status: 'sold' });
});

test('a pet that is not in stock is added', async () => {
  const { ask, world } = openStore(7n);
  await ask('PATCH /inventory/8', { body: { quantity: 2, status: 'pending' } });
  expect(askService(world, 'GET', '/inventory').body).toContain('{"petId":8,"quantity":2,"status":"pending"}');
});

test.each([
  ['8', '{"quantity":5}', 'needs quantity and status. Pass both.'],
  ['7', '{"quantity":1.5}', '/quantity must be integer'],
  ['7', '{"quantity":9007199254740993}', 'is not a quantity. Try 5'],
  ['7', '{"status":"lost"}', '/status must be one of available, pending, sold'],
  ['9223372036854775808', '{"quantity":5,"status":"sold"}', 'an integer from -2^63 to 2^63-1'],
  ['rex', '{"quantity":5}', 'Try PATCH /__admin/inventory/1.'],
])('the pet %s and %s is rejected, and nothing changes', async (petId, body, message) => {
  const { ask, world } = openStore(7n);
  const { status, json } = await ask(`PATCH /inventory/${petId}`, { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(askService(world, 'GET', '/inventory').body).toBe('[{"petId":7,"quantity":1,"status":"available"}]');
});

test('an invalid after is rejected', async () => {
  const { status, json } = await openStore(7n).ask('GET /inventory?after=rex');
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('of the previous part as after') },
  });
});
