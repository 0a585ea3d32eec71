import { expect, test } from 'vitest';
import { isComparison } from './comparison.js';

test('recognises a comparison by its members', () => {
  expect(isComparison({ left: 'a', right: 'b', differences: [], ignored: [], alike: {}, uncompared: [] })).toBe(true);
  for (const other of [undefined, [], {}, { left: 'a', right: 'b' }, { differences: [], uncompared: [] }])
    expect(isComparison(other)).toBe(false);
});
