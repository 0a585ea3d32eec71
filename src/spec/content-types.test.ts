import { expect, it } from 'vitest';
import { findContentTypeFault, treatmentOf } from './content-types.js';

it.each([
  ['application/json', undefined],
  ['Application/JSON;charset="UTF-8"', undefined],
  [' application/json ; charset=utf8', undefined],
  ['application/json; version=2', undefined],
  [undefined, 'missing'],
  ['', 'missing'],
  ['json', 'wrong'],
  ['text/plain; charset=utf-8', 'wrong'],
  ['application/jsonp', 'wrong'],
  ['application/merge-patch+JSON; charset=utf-8', 'suffix'],
  ['application/json;charset=ISO-8859-1', 'charset'],
  ['application/json; v=1; charset="utf-16"', 'charset'],
])('finds the fault of %j: %s', (header, fault) => {
  expect(findContentTypeFault(header)).toBe(fault);
});

it('applies one choice to all types, whatever their charset', () => {
  expect(treatmentOf(415)).toEqual({ missing: 415, wrong: 415, suffix: 415, charset: 'ignored' });
});
