import { expect, test } from 'vitest';
import { createToldOnce } from './told-once.js';

test('knows a mark until it is cleared', () => {
  const told = createToldOnce();
  expect([told.isNew('a'), told.isNew('a'), told.isNew('b')]).toEqual([true, false, true]);
  told.clear();
  expect(told.isNew('a')).toBe(true);
});

test('forgets what did not come for the longest time', () => {
  const told = createToldOnce(2);
  for (const mark of ['a', 'b', 'a', 'c']) told.isNew(mark);
  expect([told.isNew('a'), told.isNew('b')]).toEqual([false, true]);
});
