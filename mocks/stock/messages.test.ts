import { expect, test } from 'vitest';
import { Messages } from './messages.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

test('a sent message is queued with its time', () => {
  expect(new Messages().send('hello', NOON_MS)).toEqual({
    id: 'msg_1',
    message: 'hello',
    status: 'queued',
    createdAt: '2026-11-21T12:00:00.000Z',
  });
});

test('sending the same text twice queues two messages', () => {
  const messages = new Messages();
  messages.send('hello', NOON_MS);
  messages.send('hello', NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
});

test('a returned list does not grow', () => {
  const messages = new Messages();
  const before = messages.list();
  messages.send('hello', NOON_MS);
  expect(before).toEqual([]);
});

test('beyond the maximum the oldest message is dropped, and no id is reused', () => {
  const messages = new Messages();
  for (let sent = 0; sent < 20_000; sent++) messages.send('hello', NOON_MS);
  const retained = messages.list();
  expect(retained.length).toBeLessThan(10_000);
  expect(retained.at(-1)?.id).toBe('msg_20000');
});

test('the total size of messages is bounded, and the latest is always retained', () => {
  const messages = new Messages();
  for (let sent = 0; sent < 5; sent++) messages.send('x'.repeat(2_000_000), NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_5']);
});

test('clearing removes all messages, and ids restart', () => {
  const messages = new Messages();
  messages.send('hello', NOON_MS);
  messages.restore();
  expect(messages.list()).toEqual([]);
  expect(messages.send('hello', NOON_MS).id).toBe('msg_1');
});

test('restored messages count towards the size again', () => {
  const messages = new Messages();
  messages.send('x'.repeat(600_000), NOON_MS);
  const saved = messages.state();
  messages.restore();
  messages.restore(saved);
  messages.send('y'.repeat(600_000), NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_2']);
});
