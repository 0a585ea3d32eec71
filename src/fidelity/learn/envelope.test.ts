import { expect, it } from 'vitest';
import { countsIn, restOf } from './envelope.js';

it('keeps switches and small numbers that are always the same', () => {
  const body = { data: [], has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'Ada' };
  expect(restOf([body, body], 'data')).toEqual({
    rest: { has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'by 1' },
  });
});

it('makes up what changes, what may be an id, and what is not always there', () => {
  const bodies = [
    { data: [], took: 4, id: 4711, last: true },
    { data: [], took: 5, id: 4711 },
  ];
  expect(restOf(bodies, 'data')).toEqual({ rest: { took: 1, id: 1, last: true } });
  expect(restOf([{ data: [], flag: false }, { data: [] }], 'data')).toEqual({ rest: { flag: true } });
});

it('says nothing where nothing stands there', () => {
  expect(restOf([{ data: [] }], 'data')).toEqual({});
});

const counts = (rest: object, ...seen: (readonly [object, number])[]) =>
  countsIn(
    rest as never,
    seen.map(([body, count]) => ({ body: body as never, count })),
  );

it('finds the numbers that are always how many records there are', () => {
  const rest = { total: 1, meta: { items: 1, took: 1 } };
  const body = (count: number) => ({ total: count, meta: { items: count, took: 4 } });
  expect(counts(rest, [body(9), 9], [body(4), 4])).toEqual(['/total', '/meta/items']);
  expect(counts(rest, [body(9), 9], [body(9), 8])).toEqual([]);
});

it('takes a small number for a count only where it is called one', () => {
  expect(counts({ count: 1, version: 1 }, [{ count: 1, version: 1 }, 1])).toEqual(['/count']);
  expect(counts({ version: 1 }, [{ version: 9 }, 9])).toEqual(['/version']);
});

it('takes no number of a page for one', () => {
  expect(counts({ page: 1, totalPages: 1 }, [{ page: 3, totalPages: 3 }, 3])).toEqual([]);
});
