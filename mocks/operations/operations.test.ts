import { expect, test } from 'vitest';
import type { FixtureInput } from '../../fixtures/stock.js';
import { parseJson } from '../../src/json/json.js';
import { schemas } from '../../src/service/petstore.js';
import { findViolation } from '../../src/service/validate.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';

test('the list has the stock of every pet, ascending by id', () => {
  const { status, body } = ask(new World({ pets: 12 }), 'GET', '/inventory');
  expect(status).toBe(200);
  expect(findViolation(schemas.InventoryList, parseJson(body ?? ''))).toBeUndefined();
  expect(JSON.parse(body ?? '').map(({ petId }: { petId: number }) => petId)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
});

test('an empty store returns an empty list', () => {
  expect(ask(new World({ pets: 0 }), 'GET', '/inventory').body).toBe('[]');
});

test('the list shows the last update', () => {
  const world = new World({ pets: 1 });
  ask(world, 'GET', '/inventory');
  ask(world, 'PATCH', '/inventory/1', { json: { quantity: 12_345 } });
  expect(JSON.parse(ask(world, 'GET', '/inventory').body ?? '')[0].quantity).toBe(12_345);
});

test('reading changes nothing', () => {
  const world = new World({ pets: 5 });
  const first = ask(world, 'GET', '/inventory').body;
  expect(ask(world, 'GET', '/inventory').body).toBe(first);
});

const twoPets: FixtureInput = {
  inventory: [
    { petId: 1, quantity: 12, status: 'available' },
    { petId: 2, quantity: 0, status: 'sold' },
  ],
};

test('an update returns the updated entry', () => {
  const world = new World({ fixture: twoPets });
  const { status, body } = ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } });
  expect(status).toBe(200);
  expect(body).toBe('{"petId":1,"quantity":5,"status":"available"}');
});

test('an update changes one pet’s quantity and no status', () => {
  const world = new World({ fixture: twoPets });
  ask(world, 'PATCH', '/inventory/2', { json: { quantity: 5 } });
  expect(world.inventory.snapshot()).toEqual([
    { petId: '1', quantity: 12, status: 'available' },
    { petId: '2', quantity: 5, status: 'sold' },
  ]);
});

test('repeating an update returns the same response', () => {
  const world = new World({ fixture: twoPets });
  const first = ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } });
  expect(ask(world, 'PATCH', '/inventory/1', { json: { quantity: 5 } }).body).toBe(first.body);
});

test.each([
  ['1e2', 100],
  ['5.0', 5],
  ['-0', 0],
])('the quantity %s is stored as %d', (written, stored) => {
  const world = new World({ fixture: twoPets });
  const headers = [['content-type', 'application/json']] as const;
  const { body } = ask(world, 'PATCH', '/inventory/1', { headers, body: `{"quantity":${written}}` });
  expect(body).toBe(`{"petId":1,"quantity":${stored},"status":"available"}`);
});

test('an unknown pet gets 404 and is not created', () => {
  const world = new World({ fixture: twoPets });
  const { status, body } = ask(world, 'PATCH', '/inventory/3', { json: { quantity: 5 } });
  expect(status).toBe(404);
  expect(JSON.parse(body ?? '')).toEqual({ code: 'not_found', message: 'No pet has the id 3.', status: 404 });
  expect(world.inventory.list()).toHaveLength(2);
});

const NOON = '2026-11-21T12:00:00Z';

test('a message is queued', () => {
  const world = new World({ clock: NOON });
  const { status, body } = ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  expect(status).toBe(200);
  expect(findViolation(schemas.Message, parseJson(body ?? ''))).toBeUndefined();
  expect(JSON.parse(body ?? '')).toEqual({
    id: 'msg_1',
    message: 'hello',
    status: 'queued',
    createdAt: '2026-11-21T12:00:00.000Z',
  });
});

test.each(['', ' two  blanks ', '"quoted" \\ and \n broken', 'größer 🐇 \u0000 \uFEFF \u2028'])(
  'the text %j is returned unchanged',
  (message) => {
    const { body } = ask(new World(), 'POST', '/messages', { json: { message } });
    expect(JSON.parse(body ?? '').message).toBe(message);
  },
);

test('each message has its own id and time', () => {
  const world = new World({ clock: NOON });
  ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  world.clock.advance('5s');
  const { body } = ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  expect(JSON.parse(body ?? '')).toMatchObject({ id: 'msg_2', createdAt: '2026-11-21T12:00:05.000Z' });
});

test('a rejected message is not sent', () => {
  const world = new World();
  ask(world, 'POST', '/messages', { json: {} });
  expect(world.messages.list()).toEqual([]);
});
