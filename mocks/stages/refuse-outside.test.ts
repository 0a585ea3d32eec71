import { expect, test } from 'vitest';
import { answer } from '../answer.js';
import { createWorld } from '../world.js';

const outside = (world = createWorld(), path = '/elsewhere') =>
  answer({ method: 'GET', path, headers: [], body: new Uint8Array(), callerAddress: '' }, world);

test('a path outside the base URL gets 404 and is told where the service lives', () => {
  expect(outside()).toMatchObject({ status: 404, keyAlias: undefined });
  expect(JSON.parse(outside().body ?? '')).toEqual({
    code: 'not_found',
    message: 'Nothing is served here. The service lives under /v1: try GET /v1/inventory.',
    status: 404,
  });
});

test('such an answer is none of the service’s: it carries no rate-limit headers', () => {
  expect(Object.keys(outside().headers).filter((name) => name.startsWith('X-RateLimit'))).toEqual([]);
});

test('under a base path of / nothing lies outside', () => {
  expect(outside(createWorld({ baseUrl: 'http://127.0.0.1:4290/' })).status).toBe(401);
});
