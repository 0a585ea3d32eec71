import { expect, test } from 'vitest';
import { DroppedWorlds, describeDrop } from './dropped-worlds.js';

const at = '2026-11-21T13:00:00.000Z';

test('remembers the last thousand worlds, newest first', () => {
  const dropped = new DroppedWorlds();
  for (let index = 1; index <= 1_001; index += 1)
    dropped.add({ id: `w${index}`, reason: 'idle', at }, new Set([`key ${index}`]));
  expect(dropped.list).toHaveLength(1_000);
  expect([dropped.list[0]?.id, dropped.list.at(-1)?.id]).toEqual(['w1001', 'w2']);
  expect(dropped.ofKey('key 2')?.id).toBe('w2');
});

test('leaves a list alone that was handed out', () => {
  const dropped = new DroppedWorlds();
  const before = dropped.list;
  dropped.add({ id: 'w1', reason: 'deleted', at }, new Set());
  expect(before).toEqual([]);
});

test.each([
  ['idle', 'because it was idle for too long'],
  ['no-room', 'because it was the one idle for longest when room for another was needed'],
  ['deleted', 'because it was deleted'],
] as const)('describes why a world was dropped: %s', (why, reason) => {
  expect(describeDrop({ id: 'w1', reason: why, at })).toBe(`dropped at ${at} ${reason}`);
});
