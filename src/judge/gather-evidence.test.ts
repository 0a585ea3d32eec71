import { expect, test } from 'vitest';
import { BASE_URL, type ExchangeInit, recorded, START_MS, settings } from '../../tests/recorded.js';
import type { Exchange, RecordedBody } from '../exchange/exchange.js';
import { LosslessNumber } from '../json/exact-number.js';
import { petstore } from '../service/petstore.js';
import { gatherEvidence } from './judge.js';
import { objectOf, type Reading, readExchange } from './reading.js';

const addresses = { baseUrl: BASE_URL, messagesUrl: undefined };

function read(told: ExchangeInit = {}): Reading {
  const reading = readExchange(exchangeOf(told), addresses, petstore);
  if (reading === undefined) throw new Error('The exchange is outside the base URL.');
  return reading;
}

function exchangeOf(told: ExchangeInit): Exchange {
  const [exchange] = recorded(told).exchanges;
  if (exchange === undefined) throw new Error('There is no exchange.');
  return exchange;
}

function readAt(url: string, baseUrl: string, messagesUrl?: string, method = 'GET'): Reading | undefined {
  const exchange = exchangeOf({ method });
  return readExchange({ ...exchange, request: { ...exchange.request, url } }, { baseUrl, messagesUrl }, petstore);
}

function readWithBody(body: RecordedBody): Reading['received'] | undefined {
  const exchange = exchangeOf({});
  if (exchange.response === undefined) throw new Error('There is no response.');
  return readExchange({ ...exchange, response: { ...exchange.response, body } }, addresses, petstore)?.received;
}

test.each([
  ['https://api.test/v1/inventory', 'https://api.test/v1'],
  ['https://api.test/v1/inventory', 'https://api.test/v1/'],
  ['https://API.test:443/v1/inventory?x=1#top', 'https://api.test/v1'],
  ['https://api.test/inventory', 'https://api.test'],
  ['https://api.test/inventory', 'https://api.test/'],
  ['http://[::1]:4290/v1/inventory', 'http://[0:0:0:0:0:0:0:1]:4290/v1'],
  ['https://api.test/a%20b/inventory', 'https://api.test/a b'],
  ['https://api.test/v1/%69nventory', 'https://api.test/v1'],
  ['https://api.test/v1/inventory', 'https://api.test/v1?tenant=a'],
  ['https://me@api.test/v1/inventory', 'https://api.test/v1'],
  ['https://bücher.test/v1/inventory', 'https://xn--bcher-kva.test/v1'],
])('%s lies below %s', (url, baseUrl) => {
  expect(readAt(url, baseUrl)?.operation?.id).toBe('listInventory');
});

test.each([
  ['https://api.test/v1/inventory', 'http://api.test/v1'],
  ['https://api.test:8443/v1/inventory', 'https://api.test/v1'],
  ['https://api.test/v12/inventory', 'https://api.test/v1'],
  ['https://api.test/v1', 'https://api.test/v1'],
  ['https://api.test/?to=https://api.test/v1/inventory', 'https://api.test/v1'],
  ['https://api.test.evil.test/v1/inventory', 'https://api.test/v1'],
  ['', 'https://api.test/v1'],
  ['data:text/plain,x', 'https://api.test/v1'],
])('%s does not lie below %s', (url, baseUrl) => {
  expect(readAt(url, baseUrl)).toBeUndefined();
});

test.each([
  ['GET', '/inventory', 'listInventory', undefined],
  ['PATCH', '/inventory/7', 'updateInventory', '7'],
  ['PATCH', '/inventory/-9223372036854775808', 'updateInventory', '-9223372036854775808'],
  ['PATCH', '/inventory/a%2Fb', 'updateInventory', 'a/b'],
  ['PATCH', '/inventory/100%', 'updateInventory', '100%'],
  ['PATCH', '/inventory/', 'updateInventory', ''],
  ['GET', '/pets/7', 'getPet', '7'],
  ['GET', '/store/orders', 'listOrders', undefined],
  ['GET', '/inventory/', undefined, undefined],
  ['GET', '/inventory/7', undefined, undefined],
  ['GET', '/inventory%2F7', undefined, undefined],
  ['PATCH', '/inventory/7/8', undefined, undefined],
  ['HEAD', '/inventory', undefined, undefined],
  ['get', '/inventory', undefined, undefined],
  ['POST', '/messages', undefined, undefined],
  ['GET', '/', undefined, undefined],
])('%s %s is %s', (method, path, id, pathId) => {
  const { operation, ...reading } = read({ method, path });
  expect([operation?.id, reading.pathId]).toEqual([id, pathId]);
});

test.each([
  ['at the base URL', 'https://api.test/v1/messages', 'https://api.test/v1'],
  ['on another origin', 'https://messages.test/messages', 'https://messages.test'],
  ['below the base URL', 'https://api.test/v1/quick/messages', 'https://api.test/v1/quick'],
])('messages may be sent %s', (_, url, messagesUrl) => {
  expect(readAt(url, 'https://api.test/v1', messagesUrl, 'POST')?.operation?.id).toBe('sendMessage');
});

test('messages are sent only to their URL, and nothing else is', () => {
  const messages = 'https://messages.test/v1';
  expect(readAt('https://api.test/v1/messages', 'https://api.test/v1', messages, 'POST')?.operation).toBeUndefined();
  expect(readAt(`${messages}/inventory`, 'https://api.test/v1', messages)).toBeUndefined();
});

test('a response is dated by the service, otherwise by its receipt', () => {
  const date = new Date(START_MS + 5000).toUTCString();
  expect(read({ headers: { Date: date } }).respondedMs).toBe(START_MS + 5000);
  expect(read({ headers: { Date: undefined } }).respondedMs).toBe(START_MS + 10);
  expect(read({ headers: { Date: 'yesterday' } }).respondedMs).toBe(START_MS + 10);
  expect(read({ status: null }).respondedMs).toBe(START_MS + 10);
});

test('the response was sent between the earliest and the latest moment of both clocks', () => {
  const dated = (ms: number) => read({ headers: { Date: new Date(START_MS + ms).toUTCString() } });
  expect(dated(5_000)).toMatchObject({ earliestMs: START_MS, latestMs: START_MS + 5_000 });
  expect(dated(-5_000)).toMatchObject({ earliestMs: START_MS - 5_010, latestMs: START_MS + 10 });
});

test('a response with an Age, or a 304 to a condition, came from a cache', () => {
  expect(read({ headers: { Age: '3' } }).isCached).toBe(true);
  expect(read({ status: 304, body: '', requestHeaders: { 'If-None-Match': '"1"' } }).isCached).toBe(true);
  expect(read({ status: 304, body: '' }).isCached).toBe(false);
  expect(read({ headers: { Age: '0' } }).isCached).toBe(false);
  expect(read({}).isCached).toBe(false);
});

test.each([
  ['Age', '0, 12'],
  ['X-Cache', 'Hit from cloudfront'],
  ['X-Cache', 'TCP_HIT'],
  ['CF-Cache-Status', 'HIT'],
  ['Cache-Status', 'ExampleCache; hit; ttl=9'],
])('a response with %s: %s came from a cache', (name, value) => {
  expect(read({ headers: { [name]: value } }).isCached).toBe(true);
});

test.each(['PATCH', 'POST', 'PUT'])('a response to %s is the service’s, whatever headers a cache adds', (method) => {
  expect(read({ method, headers: { Age: '9', 'X-Cache': 'HIT' } }).isCached).toBe(false);
});

test.each([
  ['X-Cache', 'MISS'],
  ['X-Cache-Hits', '0'],
  ['CF-Cache-Status', 'DYNAMIC'],
  ['Cache-Status', 'ExampleCache; fwd=miss; stored'],
])('a response with %s: %s came from the service', (name, value) => {
  expect(read({ headers: { [name]: value } }).isCached).toBe(false);
});

test('a cache hit is a copy even within the same second, and a pass-through is not', () => {
  const passedOn: ExchangeInit = { headers: { Age: '0' } };
  const copy: ExchangeInit = {
    headers: { Age: '0', Date: new Date(START_MS).toUTCString(), 'X-RateLimit-Remaining': '59' },
  };
  const cached = (...told: ExchangeInit[]) =>
    gatherEvidence(recorded(...told), settings).readings.map((one) => one.isCached);
  expect(cached(passedOn, copy)).toEqual([false, true]);
  expect(cached(passedOn, passedOn)).toEqual([false, false]);
  expect(cached({}, { headers: { 'X-RateLimit-Remaining': '59' } })).toEqual([false, false]);
});

test.each([
  ['Accept', 'text/html'],
  ['Accept', 'application/json;q=0'],
  ['Cache-Control', 'only-if-cached'],
  ['X-HTTP-Method-Override', 'DELETE'],
])('a request with %s: %s is special', (name, value) => {
  expect(read({ requestHeaders: { [name]: value } }).isSpecial).toBe(true);
});

test.each(['*/*', 'application/json', 'text/html, application/*;q=0.5', 'text/html, */*; q=0.01', ''])(
  'a request that accepts “%s” is not special',
  (accept) => {
    expect(read({ requestHeaders: { Accept: accept } }).isSpecial).toBe(false);
  },
);

test.each(['Prefer', 'If-None-Match', 'if-modified-since', 'RANGE'])('a request with %s is special', (name) => {
  expect(read({ requestHeaders: { [name]: 'x' } }).isSpecial).toBe(true);
});

test.each(['X-Prefer', 'Referer', 'Accept-Ranges'])('a request with %s is not special', (name) => {
  expect(read({ requestHeaders: { [name]: 'x' } }).isSpecial).toBe(false);
});

test('headers are found in any case, and repeated ones are joined', () => {
  expect(read({ headers: { 'x-custom': '1', 'X-CUSTOM': '2' } }).header('X-Custom')).toBe('1, 2');
  expect(read({ status: null }).header('Date')).toBeUndefined();
});

test('the limits are read if all three headers are valid', () => {
  expect(read({}).limits).toEqual({ limit: 60, remaining: 59, resetSeconds: START_MS / 1000 + 60 });
  expect(read({ headers: { 'X-RateLimit-Limit': 'many' } }).limits).toBeUndefined();
  expect(read({ status: null }).limits).toBeUndefined();
});

test('a media type is read without its parameters', () => {
  const typed = (type: string | undefined) => read({ sends: '{}', requestHeaders: { 'Content-Type': type } }).sentType;
  expect(typed('Application/JSON ; charset=utf-8')).toBe('application/json');
  expect(typed(undefined)).toBeUndefined();
});

test('a missing response has no body', () => {
  expect(read({ status: null })).toMatchObject({ status: undefined, received: { kind: 'unknown' }, isLimited: false });
});

test('a byte order mark is ignored', () => {
  expect(read({ body: '\uFEFF[]' }).received).toEqual({ kind: 'json', value: [] });
});

test('of duplicate keys the last one counts', () => {
  expect(read({ body: '{"a":1,"a":2}' }).received).toEqual({ kind: 'json', value: { a: 2 } });
});

test('numbers are not rounded', () => {
  expect(read({ body: '[9007199254740993]' }).received).toEqual({
    kind: 'json',
    value: [new LosslessNumber('9007199254740993')],
  });
});

test('bodies are read to a depth of 1,100, and deeper ones are inconclusive', () => {
  const nested = (depth: number) => read({ body: '['.repeat(depth) + ']'.repeat(depth) }).received;
  expect(nested(1_100).kind).toBe('json');
  expect(nested(1_101)).toEqual({ kind: 'unknown', why: 'the JSON is nested over 1100 levels deep' });
  expect(nested(100_000).kind).toBe('unknown');
});

test('a body that is not JSON has a reason', () => {
  expect(read({ body: '<html>' }).received).toEqual({ kind: 'unreadable', problem: expect.stringMatching(/./) });
  expect(readWithBody({ kind: 'binary', bytes: 3 })).toEqual({ kind: 'unreadable', problem: 'it is not UTF-8 text' });
});

test('a body that is missing, or changed by a pseudonym, is inconclusive', () => {
  const why = 'a key in the body was redacted';
  expect(readWithBody({ kind: 'missing', why: 'too large' })).toEqual({ kind: 'unknown', why: 'too large' });
  expect(readWithBody({ kind: 'text', text: '[key#1', isRedacted: true })).toEqual({ kind: 'unknown', why });
  expect(readWithBody({ kind: 'text', text: '["key#1"]', isRedacted: true })).toEqual({
    kind: 'json',
    value: ['key#1'],
  });
});

test('an empty body has no value', () => {
  expect(read({ body: '', sends: '' })).toMatchObject({ received: { kind: 'none' }, sent: { kind: 'none' } });
});

test('only a JSON object is an object', () => {
  expect(objectOf(read({ body: { a: 1 } }).received)).toEqual({ a: 1 });
  for (const body of ['[]', 'null', '9007199254740993', 'x', ''])
    expect(objectOf(read({ body }).received)).toBeUndefined();
});

test('concludes nothing from a request body that was not recorded', () => {
  const { exchanges } = recorded({ method: 'PATCH', path: '/inventory/1' });
  const [exchange] = exchanges;
  if (exchange === undefined) throw new Error('There is no exchange.');
  const request = { ...exchange.request, isBodyMissing: true } as const;
  const read = (each: typeof exchange) => readExchange(each, addresses, petstore)?.sent.kind;
  expect(read({ ...exchange, request })).toBe('unknown');
  expect(read(exchange)).toBe('none');
});
