import { expect, test } from 'vitest';
import { createPetstore } from '../../petstore.js';
import { fulfilment } from './route-petstore.js';

const headers = { Authorization: 'Bearer test_free' };
const listed = createPetstore({ pets: 1 }).handle({ method: 'GET', path: '/v1/inventory', headers });

test('a response is passed to Playwright unchanged, except that a page need not read its body', () => {
  const { status, headers, body } = fulfilment(listed);
  expect({ status, headers, body: body.toString() }).toEqual({
    status: 200,
    headers: { ...listed.headers, 'Cache-Control': 'no-cache' },
    body: listed.body,
  });
});

test('a response without a body gets an empty one', () => {
  expect(fulfilment({ ...listed, body: undefined, encodedBody: undefined }).body).toHaveLength(0);
});

test('a truncated body gets its own Content-Length', () => {
  const { headers, body } = fulfilment({ ...listed, cut: 'truncated' });
  expect(body.toString()).toBe('[{"petId":1,"quantity":4');
  expect(headers['Content-Length']).toBe('24');
});

test('a response without Access-Control-Allow-Origin is not readable from other origins', () => {
  const { 'Access-Control-Allow-Origin': _origin, ...closed } = listed.headers;
  expect(fulfilment({ ...listed, headers: closed }).headers['Access-Control-Allow-Origin']).toBe('');
});
