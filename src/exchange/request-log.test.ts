import { expect, test } from 'vitest';
import { cutPage, type LinePart, matchesStatus } from './request-log.js';

const fitting = (...numbers: number[]) => numbers.map((number) => ({ number }));
const cut = (items: readonly { readonly number: number }[], part?: LinePart) => {
  const page = cutPage(items, part);
  return { ...page, items: page.items.map(({ number }) => number) };
};

test('returns the newest hundred first by default', () => {
  const all = fitting(...Array.from({ length: 101 }, (_, index) => index + 1));
  const { items, total, next } = cut(all);
  expect([items.length, items[0], items.at(-1), total, next]).toEqual([100, 101, 2, 101, 2]);
});

test.each([
  ['newest', [[9, 7], [4, 2], [1]]],
  ['oldest', [[1, 2], [4, 7], [9]]],
] as const)('pages in the order %s continue where the one before ended', (order, parts) => {
  const all = fitting(1, 2, 4, 7, 9);
  let after: number | undefined;
  for (const [index, part] of parts.entries()) {
    const page = cut(all, { order, limit: 2, after });
    expect(page).toEqual({ items: part, total: 5, next: index === 2 ? undefined : part.at(-1) });
    after = page.next;
  }
});

test('the last page has no next page', () => {
  expect(cut(fitting(1, 2), { limit: 2 }).next).toBeUndefined();
  expect(cut([])).toEqual({ items: [], total: 0, next: undefined });
});

test.each([
  ['newest', [4, 3]],
  ['oldest', [6, 7]],
] as const)('the order %s continues correctly, whatever was added or dropped meanwhile', (order, expected) => {
  expect(cut(fitting(3, 4, 6, 7), { order, limit: 2, after: 5 }).items).toEqual(expected);
});

test('a status matches itself and its class', () => {
  expect(['404', '4xx', '2xx', '400'].map((wanted) => matchesStatus(404, wanted))).toEqual([true, true, false, false]);
  expect(matchesStatus(undefined, '4xx')).toBe(false);
});
