import { expect, test } from 'vitest';
import { makeMessageId } from './make-message-id.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const occasion = { count: 7, nowMs: NOON_MS, seed: 1 };

test('an id has its prefix, and as many characters as were asked for', () => {
  expect(makeMessageId({ prefix: 'note_', characters: 'hex', length: 12 }, occasion)).toMatch(/^note_[0-9a-f]{12}$/);
  expect(makeMessageId({ characters: 'base36' }, occasion)).toMatch(/^[0-9a-z]{24}$/);
});

test('the same occasion gives the same id, another seed another one', () => {
  const format = { characters: 'base62', length: 16 } as const;
  expect(makeMessageId(format, occasion)).toBe(makeMessageId(format, { ...occasion }));
  expect(makeMessageId(format, occasion)).not.toBe(makeMessageId(format, { ...occasion, seed: 2 }));
});

test('ULIDs of later moments come later', () => {
  const idAt = (nowMs: number) => makeMessageId({ characters: 'ulid' }, { ...occasion, nowMs });
  expect(idAt(NOON_MS + 1) > idAt(NOON_MS)).toBe(true);
});

test.each(['digits', 'hex', 'base64url'] as const)('no two of 20,000 ids of eight %s are the same', (characters) => {
  const ids = Array.from({ length: 20_000 }, (_, index) =>
    makeMessageId({ characters, length: 8 }, { ...occasion, count: index + 1 }),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
