import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { createWorld } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test('messages use the same quota as everything else', () => {
  const world = createWorld({ clock: NOON });
  ask(world, 'GET', '/inventory');
  expect(ask(world, 'POST', '/messages', { json: { message: 'hello' } }).headers).toMatchObject({
    'X-RateLimit-Limit': '60',
    'X-RateLimit-Remaining': '58',
  });
});

test('messages that are not limited carry none of the headers and use no quota', () => {
  const world = createWorld({ clock: NOON, behaviour: { 'messages-rate-limited': false } });
  const answers = Array.from({ length: 70 }, () => ask(world, 'POST', '/messages', { json: { message: 'hello' } }));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(Object.keys(answers[0]?.headers ?? {}).filter((name) => name.startsWith('X-RateLimit'))).toEqual([]);
  expect(ask(world, 'GET', '/inventory').headers['X-RateLimit-Remaining']).toBe('59');
});

test('refused messages are as free of the headers as sent ones', () => {
  const world = createWorld({ clock: NOON, behaviour: { 'messages-rate-limited': false } });
  const unauthorized = ask(world, 'POST', '/messages', { key: null, json: { message: 'hello' } });
  const invalid = ask(world, 'POST', '/messages', { json: {} });
  expect([unauthorized.status, invalid.status]).toEqual([401, 400]);
  expect(unauthorized.headers).not.toHaveProperty('X-RateLimit-Limit');
  expect(invalid.headers).not.toHaveProperty('X-RateLimit-Limit');
});
