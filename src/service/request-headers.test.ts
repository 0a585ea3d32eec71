import { expect, it } from 'vitest';
import { findContentTypeFault } from './request-headers.js';

it.each([
  ['application/json', undefined],
  ['Application/JSON;charset="UTF-8"', undefined],
  [' application/json ; charset=utf8', undefined],
  ['application/json; version=2', undefined],
  ['application/json;charset=ISO-8859-1', undefined],
  [undefined, 'missing'],
  ['', 'missing'],
  ['json', 'wrong'],
  ['text/plain; charset=utf-8', 'wrong'],
  ['application/jsonp', 'wrong'],
  ['application/merge-patch+JSON; charset=utf-8', 'wrong'],
])('finds the fault of %j: %s', (header, fault) => {
  expect(findContentTypeFault(header)).toBe(fault);
});
