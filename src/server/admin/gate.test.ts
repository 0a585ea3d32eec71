import { expect, test } from 'vitest';
import type { RequestHead } from '../responder.js';
import { createGate, createTokenCheck, signOfForeignPage } from './gate.js';
import { createServedHosts, parseHost } from './served-hosts.js';

const TOKEN = 'f00d';

const gate = createGate(createServedHosts('127.0.0.1', ['mock.internal']), TOKEN, () => 0);

type Headers = Readonly<Record<string, string | undefined>>;

/** Sends the headers of an authorised client, with those in `changed` replaced. */
function ask(changed: Headers = {}, request: Partial<RequestHead> = {}) {
  const headers = Object.entries({ host: 'localhost:4290', authorization: `Bearer ${TOKEN}`, ...changed });
  const response = gate({
    method: 'GET',
    path: '/__admin/health',
    target: '/__admin/health',
    headers: headers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
    ...request,
  });
  return response && { ...response, json: JSON.parse(String(response.body)) };
}

const page = { path: '/__admin/ui', target: '/__admin/ui' };

test('accepts a client with the token', () => {
  expect(ask()).toBeUndefined();
  expect(ask({ origin: 'http://localhost:4290', 'sec-fetch-site': 'same-origin' })).toBeUndefined();
});

test('lists the served hosts to a client of another host, and how to add it', () => {
  const { status, json } = ask({ host: 'evil.test:4290' }) ?? {};
  expect(status).toBe(403);
  expect(json).toEqual({
    status: 403,
    code: 'forbidden',
    message:
      'The control room is not served as evil.test; it is served as localhost, 127.0.0.1, [::1], mock.internal. ' +
      'To allow another name, start the server with --allowed-host evil.test.',
  });
});

test.each([[undefined], [''], ['localhost, evil.test'], ['*']])('rejects the host “%s”', (host) => {
  const { status, json } = ask({ host }) ?? {};
  expect(status).toBe(403);
  expect(json.message).toMatch(/^The request has no host; .*--allowed-host petstore\.internal\.$/);
});

test('uses the host of an absolute target', () => {
  expect(ask({ host: 'evil.test' }, { target: 'http://localhost:4290/__admin/health' })).toBeUndefined();
  expect(ask({}, { target: 'http://evil.test/__admin/health' })?.status).toBe(403);
  expect(ask({}, { target: 'http://localhost@evil.test/__admin/health' })?.status).toBe(403);
  expect(ask({}, { target: 'file:///__admin/health' })?.status).toBe(403);
});

test('accepts every IP address', () => {
  expect(ask({ host: '172.17.0.2:4290' })).toBeUndefined();
});

test.each([
  { origin: 'http://localhost:5173' },
  { origin: 'null' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'cross-site' },
])('rejects another page: %j', (headers) => {
  const { status, json } = ask(headers) ?? {};
  expect(status).toBe(403);
  expect(json).toEqual({
    status: 403,
    code: 'forbidden',
    message: expect.stringContaining(Object.values(headers).join()),
  });
});

test('grants a preflight nothing', () => {
  const preflight = {
    origin: 'http://localhost:5173',
    authorization: undefined,
    'access-control-request-method': 'POST',
  };
  const response = ask(preflight, { method: 'OPTIONS' });
  expect(response?.status).toBe(403);
  expect(Object.keys(response?.headers ?? {}).filter((name) => /^access-control|^vary$/i.test(name))).toEqual([]);
});

test('lets the page be opened from anywhere, but only under a served host', () => {
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
])('rejects %s with a challenge', (_what, authorization, error) => {
  const { status, headers, json } = ask({ authorization }) ?? {};
  expect(status).toBe(401);
  expect(headers?.['WWW-Authenticate']).toBe(`Bearer realm="petstore-admin"${error}`);
  expect(json).toEqual({ status: 401, code: 'unauthorized', message: expect.stringContaining('/__admin/health') });
});

test('ignores a token in a URL', () => {
  const target = `/__admin/health?token=${TOKEN}&access_token=${TOKEN}`;
  expect(ask({ authorization: undefined }, { target })?.status).toBe(401);
});

test('checks the host first, then the page, and the token last', () => {
  const wrong = { host: 'evil.test', origin: 'http://evil.test', authorization: 'Bearer wrong' };
  expect(ask(wrong)?.json.message).toContain('not served as evil.test');
  expect(ask({ ...wrong, host: 'localhost' })?.json.message).toContain('from another page');
  expect(ask({ ...wrong, host: 'localhost', origin: undefined })?.status).toBe(401);
});

test('responds in one plain line whatever it quotes', () => {
  expect(ask({ origin: 'http://\u202eevil.test' })?.json.message).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+$/u);
});

function signOf(headers: [string, string][], host = 'localhost:4290') {
  const asked = parseHost(host);
  if (asked === undefined) throw new Error(`${host} is no host`);
  return signOfForeignPage({ headers }, asked);
}

test('a request without browser headers is not from a page', () => {
  expect(signOf([])).toBeUndefined();
});

test.each([
  ['http://localhost:4290', 'localhost:4290'],
  ['https://localhost:4290', 'localhost:4290'],
  ['HTTP://LocalHost:4290', 'LOCALHOST:4290'],
  ['http://localhost.:4290', 'localhost.:4290'],
  ['http://mock', 'mock'],
  ['http://mock', 'mock:80'],
  ['https://mock', 'mock'],
  ['https://mock', 'mock:443'],
  ['http://[::1]:4290', '[::1]:4290'],
  ['http://127.0.0.1:4290', '127.0.0.1:4290'],
])('treats %s as the own origin of %s', (origin, host) => {
  expect(signOf([['origin', origin]], host)).toBeUndefined();
});

test.each([
  ['http://localhost:5173', 'localhost:4290'],
  ['http://127.0.0.1:4290', 'localhost:4290'],
  ['http://localhost', 'localhost:4290'],
  ['http://evil.test:4290', 'localhost:4290'],
  ['http://localhost:4290.evil.test', 'localhost:4290'],
  ['http://sub.localhost:4290', 'localhost:4290'],
  ['https://mock', 'mock:80'],
  ['http://mock', 'mock:443'],
  ['null', 'localhost:4290'],
  ['', 'localhost:4290'],
  ['http://localhost:4290/', 'localhost:4290'],
  ['http://user@localhost:4290', 'localhost:4290'],
  ['chrome-extension://localhost:4290', 'localhost:4290'],
  ['file://', 'localhost:4290'],
  ['blob:http://localhost:4290', 'localhost:4290'],
])('treats %s as another origin than that of %s', (origin, host) => {
  expect(signOf([['origin', origin]], host)).toBe(`Origin: ${origin}`);
});

test('treats two Origin headers as another origin', () => {
  const own: [string, string] = ['origin', 'http://localhost:4290'];
  expect(signOf([own, own])).toContain('Origin: ');
});

test.each(['same-origin', 'none'])('accepts Sec-Fetch-Site: %s', (site) => {
  expect(signOf([['sec-fetch-site', site]])).toBeUndefined();
});

test.each(['same-site', 'cross-site', 'whatever', ''])('rejects Sec-Fetch-Site: %s', (site) => {
  expect(signOf([['sec-fetch-site', site]])).toBe(`Sec-Fetch-Site: ${site}`);
});

test('rejects a foreign origin whatever Sec-Fetch-Site contains', () => {
  const headers: [string, string][] = [
    ['origin', 'http://localhost:5173'],
    ['sec-fetch-site', 'same-origin'],
  ];
  expect(signOf(headers)).toBe('Origin: http://localhost:5173');
});

test('compares the whole token, whatever its length', () => {
  const isToken = createTokenCheck('secret');
  expect(['secret', 'Secret', 'secre', 'secrets', ''].map(isToken)).toEqual([true, false, false, false, false]);
});
