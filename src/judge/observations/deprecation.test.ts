import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import type { ExchangeInit } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';

const SINCE = '@1782777600';
const SUNSET = 'Fri, 31 Dec 2027 00:00:00 GMT';
const LINK = '</v1/inventory>; rel="successor-version"';
const pet = (Deprecation?: string, Sunset?: string, Link?: string, told: ExchangeInit = {}): ExchangeInit => ({
  path: '/pets/7',
  body: {},
  ...told,
  headers: { Deprecation, Sunset, Link },
});

it('sees the standard headers, and both dates', () => {
  for (const link of [
    LINK,
    '<https://x.test/v2>;rel=Successor-Version',
    '<a,b>; title="x, y"; rel="next successor-version"',
  ]) {
    const told = [pet(SINCE, SUNSET, `<s.css>; rel=preload, ${link}`)];
    expect(observed('deprecation-headers', told).choice).toBe('standard');
    expect(observed('sunset-date', told).choice).toEqual({
      deprecatedSince: '2026-06-30T00:00:00Z',
      sunset: '2027-12-31T00:00:00Z',
    });
  }
});

it('sees that the headers are missing', () => {
  expect(observed('deprecation-headers', [pet()]).choice).toBe('none');
  expect(observed('deprecation-headers', [pet(undefined, undefined, '<s.css>; rel=preload')]).choice).toBe('none');
  expect(observed('deprecation-headers', [{ path: '/pets/1', status: 404 }]).choice).toBeUndefined();
});

it.each([
  [pet(SINCE, SUNSET), { Deprecation: SINCE, Sunset: SUNSET }],
  [pet('true', SUNSET, LINK), { Deprecation: 'true', Sunset: SUNSET, Link: LINK }],
  [pet('@999999999999', SUNSET, LINK), { Deprecation: '@999999999999', Sunset: SUNSET, Link: LINK }],
  [pet('@1999999999', SUNSET, LINK), { Deprecation: '@1999999999', Sunset: SUNSET, Link: LINK }],
  [pet(SINCE, 'next year', LINK), { Deprecation: SINCE, Sunset: 'next year', Link: LINK }],
  [pet(SINCE, undefined, LINK), { Deprecation: SINCE, Link: LINK }],
  [
    pet('true', undefined, `<s.css>; rel=preload, <d>; rel="deprecation"`),
    { Deprecation: 'true', Link: '<d>; rel="deprecation"' },
  ],
  [pet('true', undefined, '</v2/pets/7>; rel="successor-version"'), { Deprecation: 'true' }],
])('stores other headers verbatim, without dates: %#', (told, response) => {
  expect(observed('deprecation-headers', [told]).choice).toEqual(response);
  expect(observed('sunset-date', [told]).choice).toBeUndefined();
});

it('stores only what all lookups have in common', () => {
  const told = [pet('true', SUNSET), pet('true', 'Sat, 01 Jan 2028 00:00:00 GMT')];
  expect(observed('deprecation-headers', told)).toMatchObject({ choice: { Deprecation: 'true' }, unseen: ['Sunset'] });
  expect(observed('deprecation-headers', [pet('größer')]).choice).toBeUndefined();
  expect(observed('sunset-date', [pet(SINCE, SUNSET, LINK), pet()]).choice).toBeUndefined();
});

it('also reads lookups that got 410', () => {
  expect(observed('deprecation-headers', [pet(SINCE, SUNSET, LINK, { status: 410 })]).choice).toBe('standard');
});

it('sees the status after the sunset once it has passed', () => {
  const gone = pet(undefined, undefined, undefined, { status: 410 });
  expect(observed('after-sunset', [list(), gone])).toMatchObject({ choice: 410, exchanges: [2] });
  expect(observed('after-sunset', [list(), gone, pet()]).choice).toBeUndefined();
  expect(observed('after-sunset', [list({ '7': null }), gone]).choice).toBeUndefined();
  const past = pet(SINCE, 'Fri, 20 Nov 2026 00:00:00 GMT', LINK);
  expect(observed('after-sunset', [list(), past]).choice).toBe('keeps-answering');
  expect(observed('after-sunset', [list(), pet(SINCE, SUNSET, LINK)])).toMatchObject({
    choice: undefined,
    note: 'it shows only after the sunset',
  });
});
