import { expect, test } from 'vitest';
import { createPetstore } from '../../petstore.js';
import { fulfilment } from './route-petstore.js';

const headers = { Authorization: 'Bearer test_free' };
const listed = createPetstore({ pets: 1 }).handle({ method: 'GET', path: '/v1/inventory', headers });

test('an answer is handed to Playwright as it is', () => {
  const { status, headers, body } = fulfilment(listed);
  expect({ status, headers, body: body.toString() }).toEqual({
    status: 200,
    headers: listed.headers,
    body: listed.body,
  });
});

test('an answer without a body has an empty one', () => {
  expect(fulfilment({ ...listed, body: undefined, encodedBody: undefined }).body).toHaveLength(0);
});

test('half a body says how long it is', () => {
  const { headers, body } = fulfilment({ ...listed, cut: 'truncated' });
  expect(body.toString()).toBe('[{"petId":1,"quantity":4');
  expect(headers['Content-Length']).toBe('24');
});

test('an answer that names no origin is for none but its own', () => {
  const { 'Access-Control-Allow-Origin': _origin, ...closed } = listed.headers;
  expect(fulfilment({ ...listed, headers: closed }).headers['Access-Control-Allow-Origin']).toBe('');
});
