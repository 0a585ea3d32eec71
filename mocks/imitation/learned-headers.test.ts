import { expect, test } from 'vitest';
import { objectShape, profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import { createHeaderLookup } from './deployment.js';

const names = ({ headers }: ReturnType<ReturnType<typeof createHeaderLookup>>) => headers.map(({ name }) => name);

test('an observed response gets its observed headers', () => {
  const lookup = createHeaderLookup(
    profileOf({ responses: { 'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } } } }),
  );
  expect(names(lookup('getPet 200'))).toEqual(['Server', 'X-Pet']);
});

test('an unobserved response gets the headers common to all, in any case', () => {
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
        'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes', 'X-Id': '7', 'X-Zone': 'a' } },
        'other 404': { headers: { server: 'nginx', 'X-Id': ['integer', '12'], 'X-Zone': 'b' } },
      },
    }),
  );
  expect(names(lookup('listInventory 401'))).toEqual(['Server', 'X-Id']);
  expect(lookup('listInventory 401').headers[1]?.kind).toBe('integer');
});

test('without observations no header is added', () => {
  expect(createHeaderLookup(profileOf({}))('listInventory 200')).toEqual({ headers: [], contentType: undefined });
});

test('headers of the fake itself are not overwritten', () => {
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
        'getPet 200': {
          headers: {
            'x-ratelimit-limit': '7',
            'Content-Length': '7',
            'Access-Control-Allow-Origin': 'https://a.example',
            Link: '</next>; rel="next"',
          },
        },
      },
    }),
  );
  expect(names(lookup('getPet 200'))).toEqual([]);
});

test('the content type of an unobserved response is that of all JSON responses', () => {
  const body = objectShape({});
  const lookup = createHeaderLookup(
    profileOf({
      responses: {
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

test('a rate-limit field that an older profile holds as text is never sent', () => {
  const profile = profileOf({
    responses: { 'listInventory 200': { headers: { ratelimit: ['text', '"xxx";x=12;x=12'], Server: 'nginx' } } },
  });
  const { headers } = ask(new World({ profile, behaviour: { 'rate-limit-fields': 'both' } }), 'GET', '/inventory');
  expect(headers).toMatchObject({ Server: 'nginx', RateLimit: '"minute";r=59;t=60, "day";r=999;t=86400' });
  expect(headers).not.toHaveProperty('ratelimit');
});
