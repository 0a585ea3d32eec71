import { expect, test } from 'vitest';
import { createMessages } from './messages.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

test('a message that was sent is queued at its moment', () => {
  expect(createMessages().send('hello', NOON_MS)).toEqual({
    id: 'msg_1',
    message: 'hello',
    status: 'queued',
    createdAt: '2026-11-21T12:00:00.000Z',
  });
});

test('the same text twice is two messages', () => {
  const messages = createMessages();
  messages.send('hello', NOON_MS);
  messages.send('hello', NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
});

test('a list that was given out does not grow', () => {
  const messages = createMessages();
  const before = messages.list();
  messages.send('hello', NOON_MS);
  expect(before).toEqual([]);
});

test('of very many messages the oldest is forgotten first, and no id is given twice', () => {
  const messages = createMessages();
  for (let sent = 0; sent < 20_000; sent++) messages.send('hello', NOON_MS);
  const kept = messages.list();
  expect(kept.length).toBeLessThan(10_000);
  expect(kept.at(-1)?.id).toBe('msg_20000');
});

test('large messages do not pile up, and the latest is always kept', () => {
  const messages = createMessages();
  for (let sent = 0; sent < 5; sent++) messages.send('x'.repeat(2_000_000), NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_5']);
});

test('messages that are cleared are forgotten, and ids begin anew', () => {
  const messages = createMessages();
  messages.send('hello', NOON_MS);
  messages.clear();
  expect(messages.list()).toEqual([]);
  expect(messages.send('hello', NOON_MS).id).toBe('msg_1');
});

test('messages that were saved are put back as often as one likes', () => {
  const messages = createMessages();
  messages.send('one', NOON_MS);
  const putBack = messages.save();
  for (const text of ['two', 'three']) {
    expect(messages.send(text, NOON_MS).id).toBe('msg_2');
    putBack();
    expect(messages.list().map(({ message }) => message)).toEqual(['one']);
  }
});

test('messages that are put back bring their length with them', () => {
  const messages = createMessages();
  messages.send('x'.repeat(600_000), NOON_MS);
  const putBack = messages.save();
  messages.clear();
  putBack();
  messages.send('y'.repeat(600_000), NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_2']);
});
