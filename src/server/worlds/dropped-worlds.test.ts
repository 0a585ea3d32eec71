import { expect, test } from 'vitest';
import { describeDrop } from './dropped-worlds.js';

const at = '2026-11-21T13:00:00.000Z';

test.each([
  ['idle', 'because it was idle for too long'],
  ['no-room', 'because it was the one idle for longest when room for another was needed'],
  ['deleted', 'because it was deleted'],
] as const)('describes why a world was dropped: %s', (why, reason) => {
  expect(describeDrop({ id: 'w1', reason: why, at })).toBe(`dropped at ${at} ${reason}`);
});
