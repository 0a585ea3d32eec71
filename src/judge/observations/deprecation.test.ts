import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { Told } from '../../../tests/recorded.js';

const SUNSET = 'Fri, 31 Dec 2027 00:00:00 GMT';
const pet = (Deprecation?: string, Sunset?: string): Told => ({
  path: '/pets/1',
  body: {},
  headers: { Deprecation, Sunset },
});

it('sees headers of deprecation, or none', () => {
  expect(observed('deprecation-headers', [pet('@1782777600', SUNSET)]).answer).toBe('standard');
  expect(observed('deprecation-headers', [pet(undefined, SUNSET)]).answer).toBe('standard');
  expect(observed('deprecation-headers', [pet()]).answer).toBe('none');
  expect(observed('deprecation-headers', [{ path: '/pets/1', status: 404 }]).answer).toBeUndefined();
});

it('reads both dates', () => {
  expect(observed('sunset-date', [pet('@1782777600', SUNSET)]).answer).toEqual({
    deprecatedSince: '2026-06-30T00:00:00Z',
    sunset: '2027-12-31T00:00:00Z',
  });
});

it.each([
  ['true', SUNSET],
  ['@999999999999', SUNSET],
  ['@1999999999', SUNSET],
  ['@1782777600', 'next year'],
  ['@1782777600', undefined],
])('answers no dates for Deprecation: %s and Sunset: %s', (deprecation, sunset) => {
  expect(observed('sunset-date', [pet(deprecation, sunset)]).answer).toBeUndefined();
});
