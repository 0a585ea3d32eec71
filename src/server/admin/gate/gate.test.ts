import { expect, test } from 'vitest';
import type { RequestHead } from '../../responder.js';
import { createTokenCheck } from './admin-token.js';
import { createGate } from './gate.js';
import { createServedHosts } from './served-hosts.js';

const TOKEN = 'f00d';

const gate = createGate({
  hosts: createServedHosts('127.0.0.1', ['mock.internal']),
  isToken: createTokenCheck(TOKEN),
  now: () => 0,
});

type Headers = Readonly<Record<string, string | undefined>>;

/** Asks with what a client sends that may do everything, `changed` in its place. */
function ask(changed: Headers = {}, request: Partial<RequestHead> = {}) {
  const headers = Object.entries({ host: 'localhost:4290', authorization: `Bearer ${TOKEN}`, ...changed });
  const refusal = gate({
    method: 'GET',
    path: '/__admin/health',
    target: '/__admin/health',
    localAddress: '127.0.0.1',
    headers: headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...request,
  });
  return refusal && { ...refusal, json: JSON.parse(String(refusal.body)) };
}

const page = { path: '/__admin/ui', target: '/__admin/ui' };

test('lets a client through that has the token', () => {
  expect(ask()).toBeUndefined();
  expect(ask({ origin: 'http://localhost:4290', 'sec-fetch-site': 'same-origin' })).toBeUndefined();
});

test('tells a host that it does not serve which ones it does, and how to add it', () => {
  const { status, json } = ask({ host: 'evil.test:4290' }) ?? {};
  expect(status).toBe(403);
  expect(json).toEqual({
    status: 403,
    code: 'forbidden',
    message:
      'The control room is not served as evil.test; it is served as localhost, 127.0.0.1, [::1], mock.internal. ' +
      'To have it served under another name, start the server with --allowed-host evil.test.',
  });
});

test.each([[undefined], [''], ['localhost, evil.test'], ['*']])('refuses the host “%s”', (host) => {
  const { status, json } = ask({ host }) ?? {};
  expect(status).toBe(403);
  expect(json.message).toMatch(/^The request names no host; .*--allowed-host petstore\.internal\.$/);
});

test('goes by the host of the target where that names one', () => {
  expect(ask({ host: 'evil.test' }, { target: 'http://localhost:4290/__admin/health' })).toBeUndefined();
  expect(ask({}, { target: 'http://evil.test/__admin/health' })?.status).toBe(403);
  expect(ask({}, { target: 'http://localhost@evil.test/__admin/health' })?.status).toBe(403);
  expect(ask({}, { target: 'file:///__admin/health' })?.status).toBe(403);
});

test('serves the address where the connection arrived', () => {
  expect(ask({ host: '172.17.0.2:4290' }, { localAddress: '::ffff:172.17.0.2' })).toBeUndefined();
  expect(ask({ host: '172.17.0.2:4290' })?.status).toBe(403);
});

test.each([
  { origin: 'http://localhost:5173' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
])('refuses another page: %j', (headers) => {
  const { status, json } = ask(headers) ?? {};
  expect(status).toBe(403);
  expect(json).toEqual({
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining(Object.values(headers).join()),
  });
});

test('gives a preflight no permission', () => {
  const preflight = {
    origin: 'http://localhost:5173',
    authorization: undefined,
    'access-control-request-method': 'POST',
  };
  const refusal = ask(preflight, { method: 'OPTIONS' });
  expect(refusal?.status).toBe(403);
  expect(Object.keys(refusal?.headers ?? {}).filter((name) => /^access-control|^vary$/i.test(name))).toEqual([]);
});

test('lets the page be opened from anywhere, but only under a name that is served', () => {
  const fromElsewhere = { authorization: undefined, origin: 'null', 'sec-fetch-site': 'cross-site' };
  expect(ask(fromElsewhere, page)).toBeUndefined();
  expect(ask({ host: 'evil.test' }, page)?.status).toBe(403);
});

test.each([
  ['no token', undefined, ''],
  ['an API key', 'Bearer test_free', ', error="invalid_token"'],
  ['part of the token', 'Bearer f00', ', error="invalid_token"'],
  ['another scheme', `Basic ${TOKEN}`, ', error="invalid_token"'],
  ['two tokens', `Bearer ${TOKEN}, Bearer ${TOKEN}`, ', error="invalid_token"'],
  ['an empty one', 'Bearer ', ', error="invalid_token"'],
])('refuses %s with a challenge', (_what, authorization, error) => {
  const { status, headers, json } = ask({ authorization }) ?? {};
  expect(status).toBe(401);
  expect(headers?.['WWW-Authenticate']).toBe(`Bearer realm="petstore-admin"${error}`);
  expect(json).toEqual({ status: 401, code: 'unauthorized', message: expect.stringContaining('/__admin/health') });
});

test('takes no token from a URL', () => {
  const target = `/__admin/health?token=${TOKEN}&access_token=${TOKEN}`;
  expect(ask({ authorization: undefined }, { target })?.status).toBe(401);
});

test('looks at the host first, then at the page, and at the token last', () => {
  const wrong = { host: 'evil.test', origin: 'http://evil.test', authorization: 'Bearer wrong' };
  expect(ask(wrong)?.json.message).toContain('not served as evil.test');
  expect(ask({ ...wrong, host: 'localhost' })?.json.message).toContain('Another page');
  expect(ask({ ...wrong, host: 'localhost', origin: undefined })?.status).toBe(401);
});

test('answers in one plain line whatever it has to quote', () => {
  expect(ask({ origin: 'http://\u202eevil.test' })?.json.message).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+$/u);
});
