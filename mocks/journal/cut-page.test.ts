import { expect, test } from 'vitest';
import { cutPage } from './cut-page.js';
import type { Entry } from './entry.js';
import type { LinePart } from './journal-line.js';

const fitting = (...numbers: number[]) => numbers.map((number) => ({ number }) as Entry);
const cut = (entries: readonly Entry[], part?: LinePart) => {
  const page = cutPage(entries, part);
  return { ...page, entries: page.entries.map(({ number }) => number) };
};

test('the newest come first, a hundred of them, unless told otherwise', () => {
  const all = fitting(...Array.from({ length: 101 }, (_, index) => index + 1));
  const { entries, total, next } = cut(all);
  expect([entries.length, entries[0], entries.at(-1), total, next]).toEqual([100, 101, 2, 101, 2]);
});

test.each([
  ['newest', [[9, 7], [4, 2], [1]]],
  ['oldest', [[1, 2], [4, 7], [9]]],
] as const)('parts in the order %s go on where the one before ended', (order, parts) => {
  const all = fitting(1, 2, 4, 7, 9);
  let after: number | undefined;
  for (const [index, part] of parts.entries()) {
    const page = cut(all, { order, limit: 2, after });
    expect(page).toEqual({ entries: part, total: 5, next: index === 2 ? undefined : part.at(-1) });
    after = page.next;
  }
});

test('a part that ends with the list has none behind it', () => {
  expect(cut(fitting(1, 2), { limit: 2 }).next).toBeUndefined();
  expect(cut([])).toEqual({ entries: [], total: 0, next: undefined });
});

test.each([
  ['newest', [4, 3]],
  ['oldest', [6, 7]],
] as const)('the order %s goes on right, whatever came and went meanwhile', (order, entries) => {
  expect(cut(fitting(3, 4, 6, 7), { order, limit: 2, after: 5 }).entries).toEqual(entries);
});
