import { expect, it } from 'vitest';
import { writeCounts } from './write-counts.js';

it('writes a number where it is to stand, and leaves the rest', () => {
  const rest = { total: 0, meta: { total: 0, items: 4 }, next: null };
  expect(writeCounts(rest, ['/total', '/meta/items', '/no'], 3)).toEqual({
    total: 3,
    meta: { total: 0, items: 3 },
    next: null,
  });
});
