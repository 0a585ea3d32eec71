import { expect, test } from 'vitest';
import { createPetstore } from './petstore.js';
import { completeRequest } from './plain-request.js';

test.each([
  ['an object', { Authorization: 'Bearer test_free' }],
  ['pairs', [['Authorization', 'Bearer test_free']] as const],
  ['Headers', new Headers({ Authorization: 'Bearer test_free' })],
])('headers may be %s', (_, headers) => {
  expect(createPetstore().answer({ method: 'GET', path: '/v1/inventory', headers }).status).toBe(200);
});

test('a body may be a text or bytes', () => {
  const headers = { Authorization: 'Bearer test_free', 'Content-Type': 'application/json' };
  const patch = { method: 'PATCH', path: '/v1/inventory/1', headers };
  const petstore = createPetstore();
  expect(petstore.answer({ ...patch, body: '{"quantity":3}' }).status).toBe(200);
  expect(petstore.answer({ ...patch, body: new TextEncoder().encode('{"quantity":3}') }).status).toBe(200);
});

test('a request without a path says what one looks like', () => {
  expect(() => completeRequest({ method: 'GET', path: 'inventory' })).toThrow("path: '/v1/inventory'");
});
