import { expect, it } from 'vitest';
import { restOf } from './rest-of.js';

const none = () => false;

it('keeps switches and small numbers that are always the same', () => {
  const body = { data: [], has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'Ada' };
  expect(restOf([body, body], 'data', none)).toEqual({
    rest: { has_more: false, next_cursor: null, page: { number: 0, size: 20 }, by: 'by 1' },
  });
});

it('makes up what changes, what may be an id, and what is not always there', () => {
  const bodies = [
    { data: [], took: 4, id: 4711, last: true },
    { data: [], took: 5, id: 4711 },
  ];
  expect(restOf(bodies, 'data', none)).toEqual({ rest: { took: 1, id: 1, last: true } });
  expect(restOf([{ data: [], flag: false }, { data: [] }], 'data', none)).toEqual({ rest: { flag: true } });
});

it('says nothing where nothing stands there', () => {
  expect(restOf([{ data: [] }], 'data', none)).toEqual({});
});
