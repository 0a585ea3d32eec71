import { expect, it } from 'vitest';
import { mannersOf, update, verdictIn } from '../../../tests/judged-manners.js';
import { type ExchangeInit, noKey, recorded, START_MS } from '../../../tests/recorded.js';
import { readHar } from '../../exchange/read-har.js';

const url = (...told: ExchangeInit[]) => mannersOf('keeps-key-out-of-url', ...told);
const scheme = (Authorization: string | undefined) =>
  mannersOf('sends-key-as-bearer', { requestHeaders: { Authorization } });

it.each([
  ['?api_key=key#1', 'the key in the query, as "api_key"'],
  ['?status=sold&k=key#1', 'the key in the query, as "k"'],
  ['?access_token=secret#1', 'the key in the query, as "access_token"'],
])('finds the key in %s', (query, received) => {
  expect(url({ path: `/inventory${query}` }).findings).toMatchObject([{ exchange: 1, received }]);
});

it('finds the key in the path', () => {
  expect(url({ path: '/inventory/key#1' }).findings).toMatchObject([{ received: 'the key in the path' }]);
});

it('finds an unknown key that was sent in both places', () => {
  const credential = { kind: 'bearer', name: 'secret#1', standing: 'unknown' } as const;
  expect(url({ path: '/inventory?k=secret#1', credential }).outcome).toBe('violation');
});

it('uses the key position that a transcript records', () => {
  const credential = { kind: 'misplaced', name: 'key#1', where: 'query' } as const;
  expect(url({ path: '/inventory?k=removed', credential }).outcome).toBe('violation');
});

it.each(['', '?status=sold', '?key=name', '?api_key=', '?sort=key', '?page=2&token'])('accepts %s', (query) => {
  expect(url({ path: `/inventory${query}` }).outcome).toBe('pass');
});

it('does not report another secret in the query', () => {
  expect(url({ path: '/inventory?session=secret#1' })).toMatchObject({ outcome: 'inconclusive', findings: [] });
});

it('finds the key of a recording, whatever the name of its parameter', () => {
  const read = (query: string) => {
    const headers = [{ name: 'Authorization', value: 'Bearer sk-4711-abcdefgh' }];
    const request = { method: 'GET', url: `https://api.example.test/v1/inventory${query}`, headers };
    const entry = { startedDateTime: new Date(START_MS).toISOString(), request };
    return verdictIn(readHar(JSON.stringify({ log: { entries: [entry] } }), 'a.har'), 'keeps-key-out-of-url').outcome;
  };
  expect([read('?x=sk-4711-abcdefgh'), read('?api_key=other'), read('?status=sold')]).toEqual([
    'violation',
    'violation',
    'pass',
  ]);
});

it.each([
  ['Basic key#1', 'Authorization under the scheme Basic'],
  ['Token secret#1', 'Authorization under the scheme Token'],
  ['key#1', 'Authorization without a scheme'],
])('finds Authorization: %s', (text, received) => {
  expect(scheme(text).findings).toMatchObject([{ received }]);
});

it.each(['Bearer key#1', 'bearer key#1'])('accepts Authorization: %s', (text) => {
  expect(scheme(text).outcome).toBe('pass');
});

it.each([undefined, '', 'Bearer', 'secret#1'])('does not judge Authorization: %s', (text) => {
  expect(scheme(text)).toMatchObject({ outcome: 'inconclusive', findings: [] });
});

it('does not require a key: the service does', () => {
  const told = Array.from({ length: 5 }, () => ({ credential: noKey, status: 401 }));
  expect(mannersOf('sends-key-as-bearer', ...told).findings).toEqual([]);
});

const judged = (...told: ExchangeInit[]) => mannersOf('names-content-type', ...told);
const typed = (type: string | undefined, told: ExchangeInit = update) =>
  judged({ ...told, requestHeaders: { 'Content-Type': type } });
const message: ExchangeInit = { method: 'POST', path: '/messages', sends: '{"message":"hi"}' };

it('finds a body without a content type', () => {
  expect(typed(undefined).findings).toMatchObject([
    { problem: 'a body was sent without Content-Type', statement: undefined },
  ]);
});

it('finds a body of another type', () => {
  expect(typed('text/plain;charset=UTF-8').findings).toMatchObject([
    { problem: 'a body was sent with another content type than JSON', received: 'Content-Type: "text/plain"' },
  ]);
});

it('quotes the statement about messages for a message', () => {
  expect(typed(undefined, message).findings).toMatchObject([{ statement: 'messages.request-headers' }]);
});

it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])('accepts %s', (type) => {
  expect(typed(type).outcome).toBe('pass');
});

it('requires no content type of a request without a body', () => {
  expect(judged({}, { method: 'PATCH', path: '/inventory/7' }).exchanges).toEqual([]);
});

it('is inconclusive about a body or headers that were not recorded', () => {
  const [exchange] = recorded(update).exchanges;
  if (exchange === undefined) throw new Error('one was given');
  const outcome = (change: object) => {
    const request = { ...exchange.request, headers: [], ...change };
    return verdictIn({ exchanges: [{ ...exchange, request }], run: undefined }, 'names-content-type').outcome;
  };
  expect(outcome({})).toBe('inconclusive');
  expect(outcome({ body: undefined, isBodyMissing: true, headers: [['Accept', '*/*']] })).toBe('inconclusive');
});
