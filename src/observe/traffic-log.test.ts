import { expect, test } from 'vitest';
import type { RawResponse } from '../exchange/exchange.js';
import type { LineFilter } from '../exchange/request-log.js';
import { writeHar } from '../exchange/write-har.js';
import { openTrafficLog } from './traffic-log.js';

const KEY = 'live_key';
const bytes = (text: string) => new TextEncoder().encode(text);
const nothing = new Uint8Array(0);

/** A log, and a function that adds one exchange to it. */
function openLog(options: { readonly mostBytes?: number } = {}) {
  const log = openTrafficLog({ baseUrl: 'https://api.example.test/v1', limit: 2_000, ...options });
  const pass = (
    { key = KEY, path = '/v1/inventory', query = '', sent = nothing as Uint8Array | 'too-large' } = {},
    received: Partial<RawResponse> | string = {},
    cutBy?: 'service' | 'client',
  ) => {
    const ok = { httpVersion: '1.1', status: 200, statusText: 'OK', headers: [], body: nothing, incomplete: undefined };
    const isFailure = typeof received === 'string';
    log.record({
      request: {
        method: 'GET',
        url: `https://api.example.test${path}${query}`,
        headers: key === '' ? [] : [['authorization', `Bearer ${key}`]],
        ...(sent === 'too-large' ? { body: undefined, isBodyMissing: true } : { body: sent }),
      },
      response: isFailure ? undefined : { ...ok, ...received },
      failure: isFailure ? received : undefined,
      ...(cutBy && { cutBy }),
      startedMs: 1_000,
      endedMs: 1_120,
    });
  };
  const shown = () =>
    JSON.stringify([log.exchanges, log.lines().lines]) + writeHar(log, { name: 'test', version: '1' });
  return { log, pass, shown };
}

test('a forwarded exchange is an ordinary one, with its duration', () => {
  const { log, pass } = openLog();
  pass(
    { sent: bytes('{"quantity":1}') },
    {
      headers: [
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ],
      body: bytes('[]'),
    },
  );
  expect(log.exchanges).toMatchObject([
    {
      number: 1,
      request: {
        url: 'https://api.example.test/v1/inventory',
        body: '{"quantity":1}',
        credential: { kind: 'bearer', name: 'key#1', standing: 'unknown' },
      },
      response: {
        httpVersion: '1.1',
        statusText: 'OK',
        headers: [
          ['Set-Cookie', 'a=removed'],
          ['Set-Cookie', 'b=removed'],
        ],
        body: { kind: 'text', text: '[]', isRedacted: false },
      },
      failure: undefined,
      startedMs: 1_000,
      endedMs: 1_120,
    },
  ]);
  expect(log.lines().lines).toMatchObject([{ status: 200, delayMs: 120, keyAlias: 'key#1', cut: undefined }]);
});

test('a key is hidden in bodies that were read before anybody sent it', () => {
  const { log, pass, shown } = openLog();
  pass({ key: 'first_key' }, { body: bytes('{"key":"minted_key_4711"}') });
  pass({ key: 'first_key' }, { body: bytes('[]') });
  const [, other] = log.exchanges;
  expect(shown()).toContain('minted_key_4711');
  pass({ key: 'minted_key_4711' });
  expect(shown()).not.toContain('minted_key_4711');
  expect(log.exchange(1)?.response?.body).toEqual({ kind: 'text', text: '{"key":"key#2"}', isRedacted: true });
  expect(log.exchanges[1]).toBe(other);
});

test('an exchange without a response has the reason', () => {
  const { log, pass } = openLog();
  pass({}, `connect ECONNREFUSED with ${KEY}`);
  expect(log.exchanges[0]).toMatchObject({ response: undefined, failure: 'connect ECONNREFUSED with key#1' });
  expect(log.lines().lines).toMatchObject([{ status: undefined, cut: 'reset', delayMs: 120 }]);
});

test('a body that is not text or incomplete is marked', () => {
  const { log, pass } = openLog();
  pass({ sent: Uint8Array.of(0xff) }, { body: Uint8Array.of(0xff, 0xfe) });
  pass({ sent: 'too-large' }, { body: bytes('[{"petId"'), incomplete: 'over 1 MiB' });
  expect(log.exchanges).toMatchObject([
    { request: { isBodyMissing: true }, response: { body: { kind: 'binary', bytes: 2 } } },
    { request: { isBodyMissing: true }, response: { body: { kind: 'missing', why: 'over 1 MiB' } } },
  ]);
});

test('a line shows who closed the connection', () => {
  const { log, pass } = openLog();
  pass({}, { incomplete: 'the connection was reset' }, 'service');
  pass({}, { incomplete: 'the client disconnected before the body was complete' }, 'client');
  pass({}, 'the client disconnected before a response arrived', 'client');
  pass({}, { incomplete: 'larger than 1 MiB' });
  expect(log.lines({}, { order: 'oldest' }).lines.map(({ status, cut }) => [status, cut])).toEqual([
    [200, 'truncated'],
    [200, 'left'],
    [undefined, 'left'],
    [200, undefined],
  ]);
  expect(log.exchange(1)?.response?.body).toEqual({ kind: 'missing', why: 'the connection was reset' });
});

test.each(['live_key', 'sh0rt', 'sk_live_4711_0815', 'Bearer-ish key'])(
  'the key %j is nowhere: not in paths, queries, headers, bodies, lines or HAR',
  (key) => {
    const { pass, shown } = openLog();
    // It is shown before it is sent as a key, and by somebody else.
    pass({ key: '', path: `/v1/pets/${encodeURIComponent(key)}`, query: `?for=${encodeURIComponent(key)}` });
    pass(
      { key },
      { status: 401, statusText: key, headers: [['X-Echo', key]], body: bytes(JSON.stringify({ code: key })) },
    );
    pass({ key: '', sent: bytes(`"${key}"`) }, { body: bytes(`"${btoa(key)}"`) });
    for (const form of [key, encodeURIComponent(key), btoa(key)]) expect(shown()).not.toContain(form);
  },
);

test('lines are found by the key that was sent, by its value or its pseudonym', () => {
  const { log, pass } = openLog();
  pass({ key: 'one_key' });
  pass({ key: 'other_key' });
  for (const key of ['other_key', 'key#2']) expect(log.lines({ key }).lines.map(({ number }) => number)).toEqual([2]);
  expect(log.lines({ key: 'key#3' }).lines).toEqual([]);
});

test('drops the oldest once their heads and bodies exceed the limit', () => {
  const { log, pass } = openLog({ mostBytes: 6_500 });
  const headers = [['x-long', 'x'.repeat(1_000)]] as const;
  for (let sent = 0; sent < 5; sent++) pass({}, { headers, body: new Uint8Array(1_000) });
  expect([log.count, log.dropped, log.latest]).toEqual([3, 2, 5]);
});

test('lines are found by every part of a filter', () => {
  const { log, pass } = openLog();
  pass({ path: '/v1/inventory' }, { status: 429 });
  pass({ path: '/v1/pets/7' });
  pass({ path: '/v1/pets/8', query: '?from=inventory' }, 'connect ECONNREFUSED');
  const found = (filter: LineFilter) => log.lines(filter, { order: 'oldest' }).lines.map(({ number }) => number);
  expect(found({ operation: 'getPet' })).toEqual([2, 3]);
  expect(found({ status: '4xx' })).toEqual([1]);
  expect(found({ status: '200', method: 'GET' })).toEqual([2]);
  expect(found({ path: 'inventory' })).toEqual([1]);
  expect(found({ since: 1, key: 'key#1' })).toEqual([2, 3]);
  expect(log.line(3)).toMatchObject({ target: '/v1/pets/8?from=inventory', operation: 'getPet', cut: 'reset' });
});

test('lines are found by what their exchanges show', async () => {
  const { log, pass } = openLog();
  pass({ path: '/v1/inventory' }, { status: 429 });
  pass({ path: '/v1/pets/7' });
  const search = async (text: string) => {
    const { lines } = await log.search(text, {}, {}, () => undefined);
    return lines.map(({ number }) => number);
  };
  expect(await search('/PETS/')).toEqual([2]);
  expect(await search('bearer key#1')).toEqual([2, 1]);
});

test('a response of another proxy of this project is a failure', () => {
  const { log, pass } = openLog();
  pass({}, { status: 502, headers: [['X-Petstore-Mock-Proxy', 'unreachable']] });
  expect(log.exchange(1)?.failure).toContain('the petstore-mock proxy at https://api.example.test');
  expect(log.line(1)).toMatchObject({ status: undefined, cut: 'reset' });
});

test.each([
  ['two of the three headers', { limit: '60', remaining: '59' }],
  ['a Remaining that is no count', { limit: '60', remaining: '-1', reset: '1795262460' }],
  ['no rate-limit header', {}],
])('a line of a response with %s has no limits', (_, headers) => {
  expect(lineOf(headers)?.limits).toBeUndefined();
});

test('a line has the limits of the response, whatever the case of its headers', () => {
  expect(lineOf({ limit: '60', remaining: '8', reset: '1795262460' })?.limits).toEqual({
    limit: 60,
    remaining: 8,
    resetSeconds: 1_795_262_460,
  });
});

/** Returns the line of a response with `x-ratelimit-…` headers. */
function lineOf(limits: Readonly<Record<string, string>>) {
  const { log, pass } = openLog();
  pass({}, { headers: Object.entries(limits).map(([name, value]) => [`x-ratelimit-${name}`, value] as const) });
  return log.line(1);
}
