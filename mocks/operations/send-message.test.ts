import { expect, test } from 'vitest';
import { parseJson } from '../../src/json/parse-json.js';
import { findViolation } from '../../src/validation/validate.js';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test('a message is queued', () => {
  const world = createWorld({ clock: NOON });
  const { status, body } = ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  expect(status).toBe(200);
  expect(findViolation('Message', parseJson(body ?? ''))).toBeUndefined();
  expect(JSON.parse(body ?? '')).toEqual({
    id: 'msg_1',
    message: 'hello',
    status: 'queued',
    createdAt: '2026-11-21T12:00:00.000Z',
  });
});

test.each(['', ' two  blanks ', '"quoted" \\ and \n broken', 'größer 🐇 \u0000 \uFEFF \u2028'])(
  'the text %j comes back as it was sent',
  (message) => {
    const { body } = ask(createWorld(), 'POST', '/messages', { json: { message } });
    expect(JSON.parse(body ?? '').message).toBe(message);
  },
);

test('each message has an id and a time of its own', () => {
  const world = createWorld({ clock: NOON });
  ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  world.clock.advance('5s');
  const { body } = ask(world, 'POST', '/messages', { json: { message: 'hello' } });
  expect(JSON.parse(body ?? '')).toMatchObject({ id: 'msg_2', createdAt: '2026-11-21T12:00:05.000Z' });
});

test.each([
  ['12', '12'],
  ['9007199254740993', '9007199254740993'],
  ['null', 'null'],
  ['{"text": "hello"}', '{"text":"hello"}'],
])('where the behaviour takes %s for a text, it becomes %s', (written, text) => {
  const world = createWorld({ behaviour: { 'message-type-check': 'accepted-as-text' } });
  const headers = [['content-type', 'application/json']] as const;
  const { body } = ask(world, 'POST', '/messages', { headers, body: `{"message":${written}}` });
  expect(JSON.parse(body ?? '').message).toBe(text);
});

test('a refused message is not sent', () => {
  const world = createWorld();
  ask(world, 'POST', '/messages', { json: {} });
  expect(world.messages.list()).toEqual([]);
});
