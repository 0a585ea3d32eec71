import { expect, test } from 'vitest';
import { createWorld } from '../../../mocks/world.js';
import { createAdmin } from './admin.js';

const TOKEN = 'f00d';

function ask(method: string, path: string, options: { body?: string | Uint8Array; authorization?: string } = {}) {
  const world = createWorld({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  const admin = createAdmin({ world, token: TOKEN, version: '1.2.3' });
  const { body = '', authorization = `Bearer ${TOKEN}` } = options;
  const {
    status,
    headers,
    body: text,
  } = admin.answer({
    method,
    path,
    headers: authorization === '' ? [] : [['authorization', authorization]],
    body: typeof body === 'string' ? Buffer.from(body) : body,
    callerAddress: '127.0.0.1',
  });
  return { status, headers, json: typeof text === 'string' ? JSON.parse(text) : undefined };
}

test('tells its health', () => {
  const { status, headers, json } = ask('GET', '/__admin/health');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  expect(json).toEqual({ status: 'ok', version: '1.2.3', uptimeSeconds: 0, baseUrl: 'http://127.0.0.1:4290/v1' });
});

test('tells the time of the fake', () => {
  expect(ask('GET', '/__admin/clock').json).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual' });
});

test.each([
  ['{"by":"61s"}', '2026-11-21T12:01:01.000Z'],
  ['{"by":1000}', '2026-11-21T12:00:01.000Z'],
])('advances the clock by %s', (body, now) => {
  expect(ask('POST', '/__admin/clock/advance', { body }).json).toEqual({ now, mode: 'manual' });
});

test('sets the clock, and its Date follows', () => {
  const { headers, json } = ask('POST', '/__admin/clock/set', { body: '{"to":"2027-12-31T00:00:00Z"}' });
  expect(json).toEqual({ now: '2027-12-31T00:00:00.000Z', mode: 'manual' });
  expect(headers.Date).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
});

test.each([
  ['no token', ''],
  ['an API key', 'Bearer test_free'],
  ['part of the token', 'Bearer f00'],
  ['another scheme', `Basic ${TOKEN}`],
  ['two tokens', `Bearer ${TOKEN}, Bearer ${TOKEN}`],
])('refuses %s with a challenge', (_what, authorization) => {
  const { status, headers, json } = ask('GET', '/__admin/health', { authorization });
  expect(status).toBe(401);
  expect(headers['WWW-Authenticate']).toMatch(/^Bearer realm="petstore-admin"/);
  expect(json).toEqual({ status: 401, code: 'unauthorized', message: expect.stringContaining('/__admin/health') });
});

test('tells an unknown path what there is', () => {
  const { status, json } = ask('GET', '/__admin/nothing');
  expect(status).toBe(404);
  expect(json).toEqual({ status: 404, code: 'not_found', message: expect.stringContaining('POST /__admin/clock/set') });
});

test('tells another method which one works', () => {
  const { status, headers, json } = ask('DELETE', '/__admin/clock');
  expect(status).toBe(405);
  expect(headers.Allow).toBe('GET, HEAD');
  expect(json).toEqual({ status: 405, code: 'method_not_allowed', message: expect.stringContaining('GET, HEAD') });
});

test('answers HEAD as GET without a body', () => {
  const { status, headers, json } = ask('HEAD', '/__admin/clock');
  expect(status).toBe(200);
  expect(Number(headers['Content-Length'])).toBeGreaterThan(0);
  expect(json).toBeUndefined();
});

test.each([
  ['/__admin/clock/advance', '', 'JSON of the body cannot be read'],
  ['/__admin/clock/advance', '[]', 'must be a JSON object'],
  ['/__admin/clock/advance', '{}', '/by is missing'],
  ['/__admin/clock/advance', '{"by":"61s","x":1}', '/x is unknown'],
  ['/__admin/clock/advance', '{"by":null}', '/by must be'],
  ['/__admin/clock/advance', '{"by":"soon"}', 'no length of time'],
  ['/__admin/clock/set', '{"to":5}', '/to must be'],
  ['/__admin/clock/set', '{"to":"tomorrow"}', 'no date'],
])('refuses %s %s and names a value that works', (path, body, problem) => {
  const { status, json } = ask('POST', path, { body });
  expect(status).toBe(400);
  expect(json).toEqual({ status: 400, code: 'invalid_request', message: expect.stringContaining(problem) });
  expect(json.message).toMatch(/Try .*(61s|2027-12-31)/);
});

test('refuses a body that is not UTF-8', () => {
  const { status, json } = ask('POST', '/__admin/clock/set', { body: new Uint8Array([0xff]) });
  expect(status).toBe(400);
  expect(json.message).toContain('not UTF-8');
});

test('owns its prefix and nothing that only looks like it', () => {
  const admin = createAdmin({ world: createWorld({ pets: 0 }), token: TOKEN, version: '1' });
  expect(['/__admin', '/__admin/', '/__admin/health'].map(admin.owns)).toEqual([true, true, true]);
  expect(['/__administrator', '/v1/__admin', '/'].map(admin.owns)).toEqual([false, false, false]);
});
