import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { answer } from '../answer.js';
import { createWorld, type World } from '../world.js';

const type = [['content-type', 'application/json']] as const;
/** A body of exactly so many bytes that would set the quantity to 1. */
const bodyOf = (bytes: number) => '{"quantity":1}'.padEnd(bytes, ' ');
const patch = (world: World, body: string) => ask(world, 'PATCH', '/inventory/1', { headers: type, body });

test('a body of 1 MiB is read, and one byte more gets 413', () => {
  const world = createWorld();
  expect(patch(world, bodyOf(1_048_576)).status).toBe(200);
  const refused = patch(world, bodyOf(1_048_577));
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.body ?? '')).toEqual({
    code: 'payload_too_large',
    message: 'The body is larger than 1048576 bytes.',
    status: 413,
  });
});

test('the limit counts bytes, not characters', () => {
  const world = createWorld({ behaviour: { 'body-limit': 30 } });
  expect(patch(world, '{"quantity":1,"note":"aaaaaa"}').status).toBe(200);
  expect(patch(world, '{"quantity":1,"note":"ääääää"}').status).toBe(413);
});

test('an edge that stopped reading is believed', () => {
  const world = createWorld();
  const headers = [['authorization', 'Bearer test_free'], ...type] as const;
  const request = { method: 'PATCH', path: '/v1/inventory/1', headers, body: 'too-large', callerAddress: '' } as const;
  expect(answer(request, world).status).toBe(413);
});

test('an operation that takes no body does not look at one', () => {
  const world = createWorld({ behaviour: { 'body-limit': 5 } });
  expect(ask(world, 'GET', '/inventory', { body: 'more than five' }).status).toBe(200);
});

test('messages have the same limit', () => {
  const world = createWorld({ behaviour: { 'body-limit': 5 } });
  expect(ask(world, 'POST', '/messages', { json: { message: 'hello' } }).status).toBe(413);
  expect(world.messages.list()).toEqual([]);
});
