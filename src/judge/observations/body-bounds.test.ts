import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { list, patch } from '../../../tests/stock-exchanges.js';

const sent = (sends: string, status: number) => patch(3, { sends, status });

const nested = (levels: number, status: number) =>
  sent(`{"quantity":3,"x":${'['.repeat(levels - 1)}"[["${']'.repeat(levels - 1)}}`, status);

it('sees the nesting limit if one level more is rejected', () => {
  expect(observed('nesting-limit', [list(), nested(100, 200), nested(101, 400)]).choice).toBe(100);
  expect(observed('nesting-limit', [list(), nested(50, 200), nested(101, 400)])).toMatchObject({
    choice: undefined,
    note: 'most that was accepted: 50 levels; least that got 400: 101 levels',
  });
});

const large = (bytes: number, status: number) => sent(`{"quantity":3}${' '.repeat(bytes - 14)}`, status);

it('sees the size limit if one byte more is rejected', () => {
  expect(observed('body-limit', [list(), large(2048, 200), large(2049, 413)]).choice).toBe(2048);
  expect(observed('body-limit', [list(), large(2048, 200)]).choice).toBeUndefined();
});

it('concludes no depth from a body that is rejected for its contents', () => {
  expect(observed('nesting-limit', [list(), sent('{"quantity":[5]}', 400)]).exchanges).toEqual([]);
});

it('reports no nesting limit if more levels than any choice were accepted', () => {
  expect(observed('nesting-limit', [list(), nested(1001, 200)])).toMatchObject({ choice: 'none', sightings: 1 });
  expect(observed('nesting-limit', [list(), nested(1001, 200), nested(101, 400)]).choice).toBeUndefined();
  expect(observed('nesting-limit', [list(), nested(1000, 200)])).toMatchObject({
    choice: undefined,
    note: 'most that was accepted: 1000 levels; least that got 400: none',
  });
  expect(observed('nesting-limit', [list(), nested(1000, 200), nested(1001, 400)]).choice).toBe(1000);
});

it('concludes no depth if everything is rejected, or a deeper body is accepted', () => {
  expect(observed('nesting-limit', [list(), nested(2, 400), nested(3, 400)]).choice).toBeUndefined();
  expect(observed('nesting-limit', [list(), nested(100, 200), nested(101, 400), nested(200, 200)]).choice).toBe(
    undefined,
  );
});
