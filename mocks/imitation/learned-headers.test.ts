import { expect, test } from 'vitest';
import { objectShape, profileOf } from '../../src/fidelity/profile/profile-for-tests.js';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import { openDeployment } from './imitation.js';

const lookOf = (profile: Parameters<typeof openDeployment>[0], operation: string, status: number) => {
  const { headers, contentType } = openDeployment(profile).lookOf(operation, status);
  return { names: headers.map(({ name }) => name), contentType };
};

test('an observed response gets its observed headers', () => {
  const profile = profileOf({ responses: { 'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } } } });
  expect(lookOf(profile, 'getPet', 200).names).toEqual(['Server', 'X-Pet']);
});

test('an unobserved response gets the headers of those with its status, else of its class, else of the most frequent', () => {
  const profile = profileOf({
    responses: {
      'getPet 200': { headers: { Server: 'nginx', 'X-Pet': 'yes' } },
      'other 404': { headers: { server: 'nginx', 'X-Id': ['integer', '12'] }, count: 1 },
    },
  });
  expect(lookOf(profile, 'updateInventory', 404).names).toEqual(['server', 'X-Id']);
  expect(lookOf(profile, 'listInventory', 401).names).toEqual(['server', 'X-Id']);
  expect(lookOf(profile, 'listInventory', 503).names).toEqual(['Server', 'X-Pet']);
});

test('without observations no header is added', () => {
  expect(lookOf(profileOf({}), 'listInventory', 200)).toEqual({ names: [], contentType: 'application/json' });
});

test('headers of the fake itself are not overwritten', () => {
  const headers = {
    'x-ratelimit-limit': '7',
    'Content-Length': '7',
    'Access-Control-Allow-Origin': 'https://a.example',
    Link: '</next>; rel="next"',
  };
  expect(lookOf(profileOf({ responses: { 'getPet 200': { headers } } }), 'getPet', 200).names).toEqual([]);
});

test('the content type of an unobserved response is that of the nearest JSON', () => {
  const body = objectShape({});
  const profile = profileOf({
    responses: {
      'getPet 200': { headers: { 'Content-Type': 'application/json; charset=utf-8' }, body },
      'getPet 404': { headers: { 'content-type': 'application/problem+json' }, body },
      'other 404': { headers: { 'Content-Type': 'text/html' }, body: 'other' },
      'other 204': {},
    },
  });
  expect(lookOf(profile, 'listInventory', 200).contentType).toBe('application/json; charset=utf-8');
  expect(lookOf(profile, 'updateInventory', 404).contentType).toBe('application/problem+json');
  expect(lookOf(profile, 'other', 404).contentType).toBe('text/html');
});

test('a rate-limit field that an older profile holds as text is never sent', () => {
  const profile = profileOf({
    responses: { 'listInventory 200': { headers: { ratelimit: ['text', '"xxx";x=12;x=12'], Server: 'nginx' } } },
  });
  const { headers } = ask(new World({ profile, behaviour: { 'rate-limit-fields': 'both' } }), 'GET', '/inventory');
  expect(headers).toMatchObject({ Server: 'nginx', RateLimit: '"minute";r=59;t=60, "day";r=999;t=86400' });
  expect(headers).not.toHaveProperty('ratelimit');
});
