import { expect, it } from 'vitest';
import { countsIn, restOf } from './envelope.js';

it('stores flags and small numbers that never change', () => {
  const body = { data: [], has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'Ada' };
  expect(restOf([body, body], 'data')).toEqual({
    rest: { has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'by 1' },
  });
});

it('makes up values that change, may be ids or are optional', () => {
  const bodies = [
    { data: [], took: 4, id: 4711, last: true },
    { data: [], took: 5, id: 4711 },
  ];
  expect(restOf(bodies, 'data')).toEqual({ rest: { took: 1, id: 1, last: true } });
  expect(restOf([{ data: [], flag: false }, { data: [] }], 'data')).toEqual({ rest: { flag: true } });
});

it('returns nothing if the envelope has no other fields', () => {
  expect(restOf([{ data: [] }], 'data')).toEqual({});
});

const counts = (rest: object, ...seen: (readonly [object, number])[]) =>
  countsIn(
    rest as never,
    seen.map(([body, count]) => ({ body: body as never, count })),
  );

it('finds numbers that always equal the number of records', () => {
  const rest = { total: 1, meta: { items: 1, took: 1 } };
  const body = (count: number) => ({ total: count, meta: { items: count, took: 4 } });
  expect(counts(rest, [body(9), 9], [body(4), 4])).toEqual(['/total', '/meta/items']);
  expect(counts(rest, [body(9), 9], [body(9), 8])).toEqual([]);
});

it('treats a small number as a count only if its name suggests it', () => {
  expect(counts({ count: 1, version: 1 }, [{ count: 1, version: 1 }, 1])).toEqual(['/count']);
  expect(counts({ version: 1 }, [{ version: 9 }, 9])).toEqual(['/version']);
});

it('does not treat page numbers as counts', () => {
  expect(counts({ page: 1, totalPages: 1 }, [{ page: 3, totalPages: 3 }, 3])).toEqual([]);
});
