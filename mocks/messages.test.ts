import { expect, test } from 'vitest';
import { type Behaviour, defaultBehaviour } from '../src/spec/behaviour.js';
import { Messages, makeMessageId } from './messages.js';

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
  messages.clear();
  expect(messages.list()).toEqual([]);
  expect(messages.send('hello', NOON_MS).id).toBe('msg_1');
});

test('saved messages can be restored repeatedly', () => {
  const messages = new Messages();
  messages.send('one', NOON_MS);
  const saved = messages.state();
  for (const text of ['two', 'three']) {
    expect(messages.send(text, NOON_MS).id).toBe('msg_2');
    messages.restore(saved, 1);
    expect(messages.list().map(({ message }) => message)).toEqual(['one']);
  }
});

test('restored messages count towards the size again', () => {
  const messages = new Messages();
  messages.send('x'.repeat(600_000), NOON_MS);
  const saved = messages.state();
  messages.clear();
  messages.restore(saved, 1);
  messages.send('y'.repeat(600_000), NOON_MS);
  expect(messages.list().map(({ id }) => id)).toEqual(['msg_2']);
});

test('ids have the requested format, and are unique', () => {
  const messages = new Messages();
  const send = (format: Behaviour['message-id-format']) =>
    messages.send('hello', NOON_MS, { ...defaultBehaviour, 'message-id-format': format }).id;
  expect([send({ characters: 'uuid' }), send({ characters: 'uuid' })]).toEqual([
    '00000000-0000-4000-8000-000000000001',
    '00000000-0000-4000-8000-000000000002',
  ]);
  expect(send('uri')).toBe('https://example.com/3');
});

test('the time has the requested format', () => {
  const behaviour = { ...defaultBehaviour, 'created-at-format': '20260131T093000+0200' };
  expect(new Messages().send('hello', NOON_MS, behaviour).createdAt).toBe('20261121T140000+0200');
});

test('another seed draws other ids', () => {
  const idOf = (seed: number) =>
    new Messages(seed).send('hello', NOON_MS, { ...defaultBehaviour, 'message-id-format': { characters: 'ulid' } }).id;
  expect(idOf(1)).toBe(idOf(1));
  expect(idOf(1)).not.toBe(idOf(2));
});

const occasion = { count: 7, nowMs: NOON_MS, seed: 1 };

test('an id has its prefix and the requested length', () => {
  expect(makeMessageId({ prefix: 'note_', characters: 'hex', length: 12 }, occasion)).toMatch(/^note_[0-9a-f]{12}$/);
  expect(makeMessageId({ characters: 'base36' }, occasion)).toMatch(/^[0-9a-z]{24}$/);
});

test('the same seed and number draw the same id, another seed another one', () => {
  const format = { characters: 'base62', length: 16 } as const;
  expect(makeMessageId(format, occasion)).toBe(makeMessageId(format, { ...occasion }));
  expect(makeMessageId(format, occasion)).not.toBe(makeMessageId(format, { ...occasion, seed: 2 }));
});

test('ULIDs of later moments sort later', () => {
  const idAt = (nowMs: number) => makeMessageId({ characters: 'ulid' }, { ...occasion, nowMs });
  expect(idAt(NOON_MS + 1) > idAt(NOON_MS)).toBe(true);
});

test.each(['digits', 'hex', 'base64url'] as const)('20,000 ids of eight %s are unique', (characters) => {
  const ids = Array.from({ length: 20_000 }, (_, index) =>
    makeMessageId({ characters, length: 8 }, { ...occasion, count: index + 1 }),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
