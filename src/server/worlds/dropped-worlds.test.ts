import { expect, test } from 'vitest';
import { createDroppedWorlds, describeDrop, durationInWords } from './dropped-worlds.js';

const at = '2026-11-21T13:00:00.000Z';

test('remembers the last thousand worlds, newest first', () => {
  const dropped = createDroppedWorlds();
  for (let index = 1; index <= 1_001; index += 1) dropped.add({ id: `w${index}`, why: 'idle', at }, [`key ${index}`]);
  expect(dropped.list).toHaveLength(1_000);
  expect([dropped.list[0]?.id, dropped.list.at(-1)?.id]).toEqual(['w1001', 'w2']);
  expect(dropped.ofKey('key 2')?.id).toBe('w2');
});

test('leaves a list alone that was handed out', () => {
  const dropped = createDroppedWorlds();
  const before = dropped.list;
  dropped.add({ id: 'w1', why: 'deleted', at }, []);
  expect(before).toEqual([]);
});

test('forgets the oldest keys where a world had very many', () => {
  const dropped = createDroppedWorlds();
  dropped.add({ id: 'w1', why: 'deleted', at }, ['first']);
  dropped.add(
    { id: 'w2', why: 'deleted', at },
    Array.from({ length: 10_000 }, (_, index) => `key ${index}`),
  );
  expect([dropped.ofKey('first'), dropped.ofKey('key 0')?.id]).toEqual([undefined, 'w2']);
});

test.each([
  ['idle', 'because nothing had used it for 30 minutes'],
  ['no-room', 'because another one needed the room, and it had been idle for longest'],
  ['deleted', 'because somebody deleted it'],
] as const)('says why a world went: %s', (why, reason) => {
  expect(describeDrop({ id: 'w1', why, at }, 1_800_000)).toBe(`dropped at ${at} ${reason}`);
});

test.each([
  [3_600_000, '1 hour'],
  [7_200_000, '2 hours'],
  [5_400_000, '90 minutes'],
  [61_000, '61 seconds'],
  [1_500, '1500 milliseconds'],
  [0, '0 milliseconds'],
])('says %d ms as %s', (lengthMs, words) => {
  expect(durationInWords(lengthMs)).toBe(words);
});
