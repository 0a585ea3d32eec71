import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { handle } from '../handle.js';
import { World } from '../world.js';

const NOON = '2026-11-21T12:00:00Z';

test.each(['/nothing', '', '/', '/inventory/', '//inventory', '/inventory/1/2', '/Inventory', '/store', '/pets'])(
  'the path %j gets 404 with the existing operations',
  (path) => {
    const { status, body } = ask(new World(), 'GET', path);
    expect(status).toBe(404);
    expect(JSON.parse(body ?? '')).toEqual({
      code: 'not_found',
      message:
        'No operation has this path. Operations: GET /inventory, PATCH /inventory/{petId}, POST /messages, GET /pets/{petId}, GET /store/orders.',
      status: 404,
    });
  },
);

test.each([
  ['POST', '/inventory', 'GET, HEAD'],
  ['DELETE', '/inventory/1', 'PATCH'],
  ['GET', '/inventory/1', 'PATCH'],
  ['HEAD', '/inventory/1', 'PATCH'],
  ['GET', '/messages', 'POST'],
  ['PUT', '/pets/1', 'GET, HEAD'],
  ['OPTIONS', '/store/orders', 'GET, HEAD'],
  ['get', '/inventory', 'GET, HEAD'],
  ['BREW', '/inventory', 'GET, HEAD'],
])('%s %s gets 405 with the allowed methods', (method, path, allow) => {
  const { status, headers } = ask(new World(), method, path);
  expect({ status, allow: headers.Allow }).toEqual({ status: 405, allow });
});

test('the method is checked before the path’s id', () => {
  expect(ask(new World(), 'DELETE', '/inventory/abc').status).toBe(405);
});

test.each(['/inventory', '/pets/1', '/store/orders'])('HEAD %s is like GET without a body', (path) => {
  const world = new World({ clock: NOON });
  const get = ask(world, 'GET', path);
  world.reset();
  expect(ask(world, 'HEAD', path)).toEqual({ ...get, body: undefined, encodedBody: undefined });
});

test('the deprecated operation responds until exactly its sunset, then with 410', () => {
  const world = new World({ clock: '2027-12-30T23:59:59.999Z', behaviour: { 'after-sunset': 410 } });
  expect(ask(world, 'GET', '/pets/1').status).toBe(200);
  world.clock.advance(1);
  const gone = ask(world, 'GET', '/pets/1');
  expect(gone.status).toBe(410);
  expect(JSON.parse(gone.body ?? '')).toEqual({
    code: 'gone',
    message: 'GET /pets/{petId} was removed at its sunset, 2027-12-31T00:00:00Z.',
    status: 410,
  });
});

test('410 applies to every id, and other operations continue', () => {
  const world = new World({ clock: '2028-01-01', behaviour: { 'after-sunset': 410 } });
  expect(ask(world, 'GET', '/pets/abc').status).toBe(410);
  expect(ask(world, 'HEAD', '/pets/1')).toMatchObject({ status: 410, body: undefined });
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
});

test('a sunset date alone ends nothing', () => {
  expect(ask(new World({ clock: '2028-01-01' }), 'GET', '/pets/1').status).toBe(200);
});

const outside = (world = new World(), path = '/elsewhere') =>
  handle({ method: 'GET', path, headers: [], body: new Uint8Array(), callerAddress: '' }, world);

test('a path outside the base URL gets 404 and the base URL of the service', () => {
  expect(outside()).toMatchObject({ status: 404, keyAlias: undefined });
  expect(JSON.parse(outside().body ?? '')).toEqual({
    code: 'not_found',
    message: 'Nothing is served at this path. The service is at /v1: try GET /v1/inventory.',
    status: 404,
  });
});

test('such a response carries no rate-limit headers', () => {
  expect(Object.keys(outside().headers).filter((name) => name.startsWith('X-RateLimit'))).toEqual([]);
});

test('with a base path of / no path is outside', () => {
  expect(outside(new World({ baseUrl: 'http://127.0.0.1:4290/' })).status).toBe(401);
});

test('an OPTIONS request gets 405 with the allowed methods', () => {
  const { status, headers } = ask(new World(), 'OPTIONS', '/inventory');
  expect({ status, allow: headers.Allow }).toEqual({ status: 405, allow: 'GET, HEAD' });
});
