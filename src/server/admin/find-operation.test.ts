import { expect, test } from 'vitest';
import { adminOperations } from '../../admin/operations.js';
import { AdminHttpError } from './admin-route.js';
import { findAdminOperation } from './read-call.js';

function errorOf(method: string, path: string): AdminHttpError {
  try {
    findAdminOperation(method, path);
  } catch (error) {
    if (error instanceof AdminHttpError) return error;
  }
  throw new Error(`${method} ${path} was not rejected.`);
}

test.each(Object.entries(adminOperations))('%s is found by its path', (id, { method, path }) => {
  const sent = path.replace(/\{\w+\}/, '17');
  expect(findAdminOperation(method, `/__admin${sent}`).id).toBe(id);
});

test('parameters of the path are percent-decoded', () => {
  expect(findAdminOperation('DELETE', '/__admin/snapshots/be%66ore').path).toEqual({ name: 'before' });
});

test('a fixed segment takes precedence over a parameter', () => {
  expect(findAdminOperation('GET', '/__admin/requests/count').id).toBe('countRequests');
  expect(findAdminOperation('GET', '/__admin/requests/12')).toMatchObject({ id: 'getRequest', path: { number: '12' } });
});

test('HEAD finds the operation of GET', () => {
  expect(findAdminOperation('HEAD', '/__admin/clock').id).toBe('getClock');
});

test.each([
  '/__admin/clock/advnace',
  '/__admin/xyzzy',
  '/__admin',
  '/__admin/',
  '/__admin/health/',
  '/__admin/snapshots//restore',
  '/__admin/snapshots/%zz',
])('%s is unknown, and the error says what describes all paths', (path) => {
  expect(errorOf('GET', path)).toMatchObject({
    status: 404,
    code: 'not_found',
    message: 'Nothing is served at this path. GET /__admin/openapi.json describes all paths.',
  });
});

test('an unknown path is not quoted, as it may contain a key', () => {
  expect(errorOf('DELETE', '/__admin/keys/sk_live_1').message).not.toContain('sk_live_1');
});

test('another method gets the allowed ones', () => {
  const { status, message, headers } = errorOf('PUT', '/__admin/snapshots');
  expect({ status, headers }).toEqual({ status: 405, headers: { Allow: 'GET, HEAD, POST' } });
  expect(message).toContain('GET /__admin/snapshots, POST /__admin/snapshots');
});

test('another method on a fixed segment does not match a parameter', () => {
  expect(errorOf('DELETE', '/__admin/requests/count').headers).toEqual({ Allow: 'GET, HEAD' });
});
