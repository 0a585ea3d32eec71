import { expect, test } from 'vitest';
import { createHeaderLookup } from './learned-headers.js';
import { objectOf, profileOf } from './profile-for-tests.js';

const names = ({ headers }: ReturnType<ReturnType<typeof createHeaderLookup>>) => headers.map(({ name }) => name);

test('a place has the headers that were seen there', () => {
  const lookup = createHeaderLookup(
    profileOf({ answers: { 'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } } } }),
  );
  expect(names(lookup('getPet 200'))).toEqual(['Server', 'X-Pet']);
});

test('a place that was not seen has those of all places, whatever their case', () => {
  const lookup = createHeaderLookup(
    profileOf({
      answers: {
        'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes', 'X-Id': '7', 'X-Zone': 'a' } },
        'other 404': { headers: { server: 'nginx', 'X-Id': ['integer', '12'], 'X-Zone': 'b' } },
      },
    }),
  );
  expect(names(lookup('listInventory 401'))).toEqual(['Server', 'X-Id']);
  expect(lookup('listInventory 401').headers[1]?.kind).toBe('integer');
});

test('nothing is added where nothing was seen', () => {
  expect(createHeaderLookup(profileOf({}))('listInventory 200')).toEqual({ headers: [], contentType: undefined });
});

test('what the fake says itself is not taken over', () => {
  const lookup = createHeaderLookup(
    profileOf({
      answers: {
        'getPet 200': {
          headers: {
            'x-ratelimit-limit': '7',
            'Content-Length': '7',
            'Access-Control-Allow-Origin': 'https://a.example',
            Link: '</next>; rel="next"',
          },
        },
        'listInventory 200': { headers: { Link: '</next>; rel="next"' } },
      },
    }),
  );
  expect(names(lookup('getPet 200'))).toEqual([]);
  expect(names(lookup('listInventory 200'))).toEqual(['Link']);
});

test('the content type of a place that was not seen is that of all places with JSON', () => {
  const body = objectOf({});
  const lookup = createHeaderLookup(
    profileOf({
      answers: {
        'getPet 200': { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body },
        'getPet 404': { headers: { 'content-type': 'application/json; charset=utf-8' }, body },
        'other 404': { headers: { 'Content-Type': 'text/html' }, body: 'other' },
        'other 204': {},
      },
    }),
  );
  expect(lookup('listInventory 200').contentType).toBe('application/json; charset=utf-8');
  expect(lookup('other 404').contentType).toBe('text/html');
});
