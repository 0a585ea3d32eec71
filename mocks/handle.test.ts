import { expect, test, vi } from 'vitest';
import { parseJson } from '../src/json/json.js';
import { schemas } from '../src/service/petstore.js';
import { parseRateLimitHeaders } from '../src/service/rate-limit-headers.js';
import { findViolation } from '../src/service/validate.js';
import { type AskOptions, ask } from '../tests/ask.js';
import { handle } from './handle.js';
import type { PetstoreResponse } from './neutral-http.js';
import { World } from './world.js';
import type { WorldOptions } from './world-options.js';

const NOON = '2026-11-21T12:00:00Z';
const valid: AskOptions = { json: { quantity: 5 } };
const worldWith = (behaviour: WorldOptions['behaviour'] = {}) => new World({ clock: NOON, pets: 3, behaviour });

/** A world whose pet lookup has a bug. */
function brokenWorld(onBug: (bug: unknown) => void = () => {}): World {
  const world = new World({ clock: NOON, pets: 3, onBug });
  vi.spyOn(world.catalogue, 'findPet').mockImplementation(() => {
    throw new Error('s3cr3t detail of a bug');
  });
  return world;
}

/** A world in which the key `test_free` has no remaining requests. */
function limitedWorld(behaviour: WorldOptions['behaviour'] = {}): World {
  const world = worldWith(behaviour);
  for (let sent = 0; sent < 60; sent++) ask(world, 'GET', '/inventory');
  return world;
}

const responses: Record<string, () => PetstoreResponse> = {
  '200': () => ask(worldWith(), 'GET', '/inventory'),
  '200 for HEAD': () => ask(worldWith(), 'HEAD', '/inventory'),
  '400': () => ask(worldWith(), 'PATCH', '/inventory/1', { json: {} }),
  '400 for an id': () => ask(worldWith(), 'GET', '/pets/%zz'),
  '401 without a key': () => ask(worldWith(), 'GET', '/inventory', { key: null }),
  '401 for a wrong key': () => ask(worldWith(), 'GET', '/inventory', { key: 'wrong' }),
  '403 for a banned key': () => {
    const world = limitedWorld({ 'ban-threshold': 1, 'ban-status': 403 });
    ask(world, 'GET', '/inventory');
    return ask(world, 'GET', '/inventory');
  },
  '404 for a pet': () => ask(worldWith(), 'PATCH', '/inventory/99', valid),
  '404 for a path': () => ask(worldWith(), 'GET', '/nothing'),
  '405': () => ask(worldWith(), 'DELETE', '/inventory'),
  '410': () => ask(worldWith({ 'after-sunset': 410, 'sunset-date': pastSunset }), 'GET', '/pets/1'),
  '413': () => ask(worldWith({ 'body-limit': 4 }), 'PATCH', '/inventory/1', valid),
  '415': () => ask(worldWith({ 'update-content-type': 415 }), 'PATCH', '/inventory/1', { body: '{}' }),
  '429': () => ask(limitedWorld(), 'GET', '/inventory'),
  '429 for a banned key': () => ask(limitedWorld({ 'ban-threshold': 1 }), 'GET', '/inventory'),
  '500': () => ask(brokenWorld(), 'GET', '/pets/1'),
};
const pastSunset = { deprecatedSince: '2025-01-01T00:00:00Z', sunset: '2026-01-01T00:00:00Z' };

test.each(Object.entries(responses))('%s carries the three rate-limit headers', (title, send) => {
  const { status, headers } = send();
  expect(status).toBe(Number(title.slice(0, 3)));
  const limits = parseRateLimitHeaders(new Headers(headers));
  expect(limits).toMatchObject({ limit: 60 });
  expect(limits?.remaining).toBeLessThanOrEqual(60);
  expect(limits?.resetSeconds).toBeGreaterThan(Date.parse(NOON) / 1000);
});

const errors = Object.entries(responses).filter(([title]) => Number(title.slice(0, 3)) >= 400);

test.each(errors)('%s has an Error body with the same status', (_, send) => {
  const { status, headers, body } = send();
  expect(findViolation(schemas.Error, parseJson(body ?? ''))).toBeUndefined();
  expect(JSON.parse(body ?? '').status).toBe(status);
  expect(headers['Content-Type']).toBe('application/json');
  expect(headers['Cache-Control']).toBe('no-store');
});

test('401 has a challenge, 405 the allowed methods, 429 and a ban Retry-After', () => {
  for (const [title, send] of Object.entries(responses)) {
    const { status, headers } = send();
    expect('WWW-Authenticate' in headers, title).toBe(status === 401);
    expect('Allow' in headers, title).toBe(status === 405 || status === 204);
    expect('Retry-After' in headers, title).toBe(status === 429 || status === 403);
  }
});

test('checks run in order: each request fixes the previous error', () => {
  const behaviour = { 'body-limit': 70, 'update-content-type': 415 } as const;
  const world = new World({ clock: NOON, pets: 3, behaviour });
  const json = [['content-type', 'application/json']] as const;
  const tooLarge = `${'['.repeat(70)}ä`;
  const notUtf8 = new Uint8Array([0xff]);
  const steps: [method: string, path: string, options: AskOptions, expected: string][] = [
    ['DELETE', '/nothing', { key: 'wrong', body: tooLarge }, '401 The API key is not known'],
    ['DELETE', '/nothing', { body: tooLarge }, '404 No operation has this path'],
    ['DELETE', '/inventory/abc', { body: tooLarge }, '405 /inventory/{petId} does not support DELETE'],
    ['PATCH', '/inventory/abc', { body: tooLarge }, '400 petId must be an integer'],
    ['PATCH', '/inventory/99', { body: tooLarge }, '413 The body is larger than 70 bytes'],
    ['PATCH', '/inventory/99', { body: notUtf8 }, '415 Content-Type must be application/json'],
    ['PATCH', '/inventory/99', { headers: json, body: notUtf8 }, '400 The body is not UTF-8'],
    ['PATCH', '/inventory/99', { headers: json, body: '{' }, '400 The body is invalid'],
    ['PATCH', '/inventory/99', { headers: json, body: '{}' }, '400 quantity is missing'],
    ['PATCH', '/inventory/99', valid, '404 No pet has the id'],
    ['PATCH', '/inventory/1', valid, '200'],
  ];
  for (const [method, path, options, expected] of steps) {
    const { status, body } = ask(world, method, path, options);
    const { message = '' } = JSON.parse(body ?? '');
    expect(`${status} ${message}`).toContain(expected);
  }
});

test('a ban is checked before the quota, and the quota before the path', () => {
  const world = limitedWorld({ 'ban-threshold': 2, 'ban-duration-seconds': 600 });
  const codeOf = () => JSON.parse(ask(world, 'GET', '/nothing').body ?? '').code;
  expect(codeOf()).toBe('rate_limit_exceeded');
  expect(codeOf()).toBe('key_banned');
  world.clock.advance('2m');
  expect(codeOf()).toBe('key_banned');
  expect(ask(world, 'GET', '/nothing', { key: 'wrong' }).status).toBe(401);
});

test('a bug is reported and gets 500, and the fake continues', () => {
  const onBug = vi.fn();
  const world = brokenWorld(onBug);
  const { status, body } = ask(world, 'GET', '/pets/1');
  expect(status).toBe(500);
  expect(JSON.parse(body ?? '')).toEqual({
    code: 'internal_error',
    message: 'An internal error occurred in the fake. Its log has the details; the request was not at fault.',
    status: 500,
  });
  expect(onBug).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 's3cr3t detail of a bug' }));
  expect(ask(world, 'GET', '/inventory').status).toBe(200);
});

test('all values of a repeated header are read', () => {
  const headers = [
    ['authorization', 'Bearer test_free'],
    ['prefer', 'respond-async'],
    ['prefer', 'code=404'],
  ] as const;
  const request = { method: 'GET', path: '/v1/inventory', headers, body: new Uint8Array(), callerAddress: '' };
  expect(handle(request, new World({ prefer: true })).status).toBe(404);
});

test('responses with the same assumptions share one set', () => {
  const world = worldWith();
  const { assumed } = ask(world, 'GET', '/inventory');
  expect(ask(world, 'GET', '/inventory').assumed).toBe(assumed);
  expect(ask(world, 'PATCH', '/inventory/1', valid).assumed).not.toEqual(assumed);
});

const preflight = [
  ['origin', 'http://localhost:5173'],
  ['access-control-request-method', 'PATCH'],
] as const;

test('a preflight needs no key, spends no quota and carries the rate-limit headers of requests without a key', () => {
  const world = new World({ clock: '2026-11-21T12:00:00Z', behaviour: { 'unauthenticated-quota': 'per-address' } });
  expect(ask(world, 'GET', '/inventory', { key: null }).status).toBe(401);
  const response = ask(world, 'OPTIONS', '/inventory/1', { key: null, headers: preflight });
  expect(response).toEqual({
    status: 204,
    headers: {
      Date: 'Sat, 21 Nov 2026 12:00:00 GMT',
      'Cache-Control': 'no-store',
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '59',
      'X-RateLimit-Reset': '1795262460',
      'Access-Control-Allow-Origin': 'http://localhost:5173',
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
      'Access-Control-Expose-Headers': expect.stringContaining('X-RateLimit-Limit'),
      'Access-Control-Allow-Methods': 'GET, HEAD, PATCH, POST, OPTIONS',
      'Access-Control-Allow-Headers': 'authorization, content-type',
      'Access-Control-Max-Age': '600',
    },
    body: undefined,
    delayMs: 0,
    keyAlias: undefined,
    assumed: new Set(),
    dripMs: 0,
    faultId: undefined,
  });
  expect(ask(world, 'GET', '/inventory', { key: null }).headers['X-RateLimit-Remaining']).toBe('58');
});

test('requested headers are allowed by name', () => {
  const headers = [...preflight, ['access-control-request-headers', 'authorization,prefer']] as const;
  const response = ask(new World(), 'OPTIONS', '/inventory/1', { key: null, headers });
  expect(response.headers['Access-Control-Allow-Headers']).toBe('authorization,prefer');
});

test.each(['/nothing', '/inventory/%zz'])(
  '%s gets a preflight too, so that a page can read the error response',
  (path) => {
    expect(ask(new World(), 'OPTIONS', path, { key: null, headers: preflight }).status).toBe(204);
  },
);

test.each([
  ['without an origin', preflight.slice(1)],
  ['without a requested method', preflight.slice(0, 1)],
])('an OPTIONS request %s is not a preflight', (_, headers) => {
  expect(ask(new World(), 'OPTIONS', '/inventory', { key: null, headers }).status).toBe(401);
});

test('a fake without CORS handles no preflight and exposes no response to pages', () => {
  const world = new World({ cors: false });
  expect(ask(world, 'OPTIONS', '/inventory', { headers: preflight }).status).toBe(405);
  expect(ask(world, 'GET', '/inventory').headers).not.toHaveProperty('Access-Control-Allow-Origin');
});

test.each([
  ['OPTIONS', '/inventory', 'test_free', 204],
  ['GET', '/inventory', 'test_free', 200],
  ['GET', '/inventory', null, 401],
  ['GET', '/nothing', 'test_free', 404],
])('a page that sends credentials may read the response to %s %s with the key %s', (method, path, key, status) => {
  const response = ask(new World(), method, path, { key, headers: preflight });
  expect(response).toMatchObject({
    status,
    headers: {
      'Access-Control-Allow-Origin': 'http://localhost:5173',
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    },
  });
});

test('a preflight allows the method that it asks for: a user’s handler may have it', () => {
  const headers = preflight.map(([name]) => [name, name === 'origin' ? 'http://localhost:5173' : 'DELETE'] as const);
  const response = ask(new World(), 'OPTIONS', '/extra', { key: null, headers });
  expect(response.headers['Access-Control-Allow-Methods']?.split(', ')).toContain('DELETE');
});

test('every other response is readable from any origin, with its headers listed', () => {
  for (const key of ['test_free', null]) {
    expect(ask(new World(), 'GET', '/inventory', { key }).headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers':
        'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit, Retry-After, Deprecation, Sunset, Link, WWW-Authenticate, X-Mock-Assumed',
    });
  }
});
