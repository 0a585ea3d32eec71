import { expect, test } from 'vitest';
import { parseUrl } from '../../src/json/parse-url.js';
import { petstore } from '../../src/service/petstore.js';
import { createPetstore, type Petstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';
import { checkFilter } from './journal.js';

const NOON = '2026-11-21T12:00:00Z';
const NOON_MS = Date.parse(NOON);
const fake = (options: WorldOptions = {}) => createPetstore({ clock: NOON, pets: 2, ...options });

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const list = (petstore: Petstore, key = 'test_free') =>
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: bearer(key) });
const update = (petstore: Petstore, body: string, key = 'test_free') =>
  petstore.handle({
    method: 'PATCH',
    path: '/v1/inventory/1',
    headers: { ...bearer(key), 'content-type': 'application/json' },
    body,
  });
const numbers = (exchanges: readonly { readonly number: number }[]) => exchanges.map(({ number }) => number);

test('the journal has requests and responses in order', () => {
  const petstore = fake();
  list(petstore);
  const { body } = update(petstore, '{"quantity":5}');

  const [first, second] = petstore.journal.exchanges;
  expect(first).toMatchObject({ number: 1, request: { method: 'GET', url: `${petstore.baseUrl}/inventory` } });
  expect(second).toMatchObject({
    number: 2,
    probe: undefined,
    request: {
      method: 'PATCH',
      body: '{"quantity":5}',
      credential: { kind: 'bearer', name: 'key#1', standing: 'given' },
    },
    response: {
      status: 200,
      statusText: '',
      httpVersion: '1.1',
      body: { kind: 'text', text: body, isRedacted: false },
    },
    failure: undefined,
    startedMs: NOON_MS,
    endedMs: NOON_MS,
  });
  expect(second?.response?.headers).toContainEqual(['X-RateLimit-Remaining', '58']);
});

test('a query is part of the URL', () => {
  const petstore = fake();
  petstore.handle({ method: 'GET', path: '/v1/inventory?page=2&page=3' });
  expect(petstore.journal.exchanges[0]?.request.url).toBe(`${petstore.baseUrl}/inventory?page=2&page=3`);
});

test('the URL has the requested origin, else that of the operation', () => {
  const petstore = fake({ behaviour: { 'messages-base-url': 'https://messages.example.test/v2' } });
  const urlOf = (request: { method: string; path: string; origin?: string }) => {
    petstore.handle(request);
    return petstore.journal.exchanges.at(-1)?.request.url;
  };
  expect(urlOf({ method: 'GET', path: '/v1/inventory' })).toBe('http://127.0.0.1:4290/v1/inventory');
  expect(urlOf({ method: 'POST', path: '/v2/messages' })).toBe('https://messages.example.test/v2/messages');
  const origin = 'http://elsewhere.test:81';
  expect(urlOf({ method: 'GET', path: '/nothing', origin })).toBe('http://elsewhere.test:81/nothing');
});

test('an exchange ends after its response delay, by the clock of the fake', () => {
  const petstore = fake();
  petstore.clock.advance('1m');
  petstore.faults.next('any', { delayMs: 2_000 });
  list(petstore);
  expect(petstore.journal.exchanges[0]).toMatchObject({ startedMs: NOON_MS + 60_000, endedMs: NOON_MS + 62_000 });
});

test('preflights are not recorded', () => {
  const petstore = fake();
  const headers = { origin: 'https://shop.example.test', 'access-control-request-method': 'PATCH' };
  petstore.handle({ method: 'OPTIONS', path: '/v1/inventory/1', headers });
  expect(petstore.journal.exchanges).toEqual([]);
});

test('reading twice returns the same frozen objects', () => {
  const petstore = fake();
  list(petstore);
  const before = petstore.journal.exchanges;
  expect(petstore.journal.exchanges[0]).toBe(before[0]);
  list(petstore);
  const after = petstore.journal.exchanges;
  expect(after).toHaveLength(2);
  expect(after[0]).toBe(before[0]);
  expect(petstore.journal.list()[0]).toBe(before[0]);
  expect(() => Object.assign(after[0]?.request.headers[0] ?? [], ['x'])).toThrow(TypeError);
  expect(Object.isFrozen(after)).toBe(true);
});

test('the oldest exchanges are dropped when space runs out, and numbers continue', () => {
  const petstore = fake({ journalLimit: 3 });
  for (let sent = 0; sent < 5; sent++) list(petstore);
  expect(numbers(petstore.journal.exchanges)).toEqual([3, 4, 5]);
  expect(petstore.journal.dropped).toBe(2);
});

test('a limit of 0 retains none, and counts the dropped ones', () => {
  const petstore = fake({ journalLimit: 0 });
  list(petstore);
  expect(petstore.journal).toMatchObject({ exchanges: [], dropped: 1 });
  petstore.journal.clear();
  expect(petstore.journal.dropped).toBe(0);
});

test.each([
  ['clear()', ({ journal }: Petstore) => journal.clear()],
  ['a reset of the fake', (petstore: Petstore) => petstore.reset()],
  ['restoring a snapshot', (petstore: Petstore) => petstore.restore(petstore.snapshot())],
])('%s clears the journal, and numbers continue', (_, clear) => {
  const petstore = fake({ journalLimit: 1 });
  list(petstore);
  list(petstore);
  clear(petstore);
  expect(petstore.journal).toMatchObject({ exchanges: [], dropped: 0 });
  list(petstore);
  expect(numbers(petstore.journal.exchanges)).toEqual([3]);
});

test('all given parts of a filter must match', () => {
  const petstore = fake();
  list(petstore);
  list(petstore, 'test_pro');
  update(petstore, '{"quantity":5}');
  update(petstore, '{"quantity":"five"}');
  update(petstore, '{"quantity":"five"}', 'test_pro');

  const { journal } = petstore;
  expect(numbers(journal.list())).toEqual([1, 2, 3, 4, 5]);
  expect(numbers(journal.list({ operation: 'listInventory' }))).toEqual([1, 2]);
  expect(numbers(journal.list({ status: 400 }))).toEqual([4, 5]);
  expect(numbers(journal.list({ key: 'test_pro' }))).toEqual([2, 5]);
  expect(numbers(journal.list({ operation: 'updateInventory', status: 400, key: 'test_free' }))).toEqual([4]);
  expect(numbers(journal.list({ operation: undefined, status: 200 }))).toEqual([1, 2, 3]);
});

test('an operation matches by method and path', () => {
  const petstore = fake();
  const ask = (method: string, path: string) => petstore.handle({ method, path });
  ask('GET', '/v1/inventory?page=2');
  ask('HEAD', '/v1/inventory');
  ask('GET', '/v1/inventory/');
  ask('GET', '/v1/%69nventory');
  ask('GET', '/inventory');
  expect(numbers(petstore.journal.list({ operation: 'listInventory' }))).toEqual([1, 4]);
});

test('an exchange whose connection was reset has no status', () => {
  const petstore = fake();
  petstore.faults.next('any', { network: 'reset' });
  const { status } = list(petstore);
  expect(petstore.journal.list({ status })).toEqual([]);
  expect(petstore.journal.list({ operation: 'listInventory', key: 'test_free' })).toHaveLength(1);
});

test('a key matches wherever it was sent, even if it has no effect there', () => {
  const petstore = fake();
  list(petstore);
  petstore.handle({ method: 'GET', path: '/v1/inventory?api_key=test_free' });
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: { authorization: 'Basic test_free' } });
  list(petstore, 'test_pro');
  expect(numbers(petstore.journal.list({ key: 'test_free' }))).toEqual([1, 2, 3]);
});

test('a key unknown to the fake is rejected as a filter, and not quoted', () => {
  const petstore = fake();
  list(petstore, 's3cr3t-of-somebody');
  const read = () => petstore.journal.list({ key: 's3cr3t-of-somebody' });
  expect(read).toThrow('Reading the journal: the fake has not given out this key. Try a sample key such as test_free');
  expect(read).not.toThrow(/s3cr3t/);
});

test('keys are named by their alias as in the log, minted ones too', () => {
  const petstore = fake({ keys: { team_a: 'pro' } });
  const minted = petstore.keys.mint();
  for (const key of ['test_free', 'team_a', minted]) {
    const { keyAlias } = list(petstore, key);
    expect(keyAlias).toMatch(/^key#\d$/);
    expect(petstore.journal.exchanges.at(-1)?.request).toMatchObject({
      headers: [['authorization', `Bearer ${keyAlias}`]],
      credential: { kind: 'bearer', name: keyAlias, standing: 'given' },
    });
  }
});

test('a key sent before it was minted has the alias of its account, too', () => {
  const petstore = fake();
  list(petstore, 'minted_1');
  expect(petstore.journal.exchanges[0]?.request.credential).toMatchObject({ name: 'secret#1', standing: 'unknown' });
  expect(petstore.keys.mint()).toBe('minted_1');
  const { keyAlias } = list(petstore, 'minted_1');
  expect(petstore.journal.exchanges.map(({ request }) => request.credential)).toMatchObject([
    { name: keyAlias, standing: 'unknown' },
    { name: keyAlias, standing: 'given' },
  ]);
});

test('a minted key is unknown after restoring an earlier snapshot', () => {
  const petstore = fake();
  const snapshot = petstore.snapshot();
  const first = petstore.keys.mint();
  list(petstore, first);
  expect(petstore.journal.list({ key: first })).toHaveLength(1);
  petstore.restore(snapshot);
  list(petstore, first);
  expect(petstore.journal.exchanges[0]?.request.credential).toMatchObject({ name: 'secret#1', standing: 'unknown' });
  expect(() => petstore.journal.list({ key: first })).toThrow('not given out this key');
});

test('whether a key was valid is judged at the time of the request', () => {
  const petstore = fake();
  const key = petstore.keys.mint({ expiresIn: '1m' });
  list(petstore, key);
  petstore.clock.advance('1m');
  list(petstore, key);
  list(petstore);
  petstore.keys.revoke('test_free');
  list(petstore);
  const standings = petstore.journal.exchanges.map(({ request }) => request.credential);
  expect(standings).toMatchObject(['given', 'unknown', 'given', 'unknown'].map((standing) => ({ standing })));
});

test('every key is redacted in the whole journal', () => {
  const petstore = fake({ keys: { 'k3y-of-a-user': 'free' } });
  const wrong = 'wr0ng-key-of-somebody';
  const headers = { ...bearer('k3y-of-a-user'), 'content-type': 'application/json', cookie: 'sid=s3ss10n-of-a-user' };
  const message = `k3y-of-a-user, ${wrong}, ${btoa('k3y-of-a-user')} and s3ss10n-of-a-user`;
  petstore.handle({
    method: 'POST',
    path: `/v1/messages?api_key=${wrong}`,
    headers,
    body: JSON.stringify({ message }),
  });
  list(petstore, wrong);
  petstore.handle({
    method: 'GET',
    path: '/v1/pets/k3y-of-a-user',
    headers: { authorization: `Basic ${btoa(`u:${wrong}`)}` },
  });

  const text = JSON.stringify(petstore.journal.exchanges);
  expect(text).not.toMatch(/k3y|wr0ng|s3ss10n/);
  expect(text).not.toContain(btoa('k3y-of-a-user'));
  const [posted] = petstore.journal.exchanges;
  expect(posted?.request.body).toBe('{"message":"key#6, secret#1, key#6 and secret#2"}');
  expect(posted?.response?.body).toMatchObject({ isRedacted: true });
  expect(parseUrl(posted?.request.url ?? '')).toBeDefined();
});

test('it reports the current base URLs, including that of messages', () => {
  const petstore = fake({ baseUrl: 'https://petstore.test/v1/' });
  expect(petstore.journal).toMatchObject({
    baseUrl: 'https://petstore.test/v1',
    messagesUrl: 'https://petstore.test/v1',
    run: undefined,
  });
  petstore.setBehaviour({ 'messages-base-url': 'https://messages.test/' });
  expect(petstore.journal.messagesUrl).toBe('https://messages.test');
});

test.each([
  ['nothing', {}],
  ['an operation', { operation: 'updateInventory' }],
  ['a status', { status: 429 }],
  ['a key', { key: 'test_free' }],
  ['parts that are undefined', { operation: undefined, status: undefined, key: undefined }],
])('a filter may contain %s', (_, filter) => {
  expect(() => checkFilter(filter, petstore)).not.toThrow();
});

test.each([
  ['a promise', Promise.resolve({}), 'the filter object is a promise. Write await before it.'],
  ['a string', 'updateInventory', "the filter should be an object. Try list({ operation: 'updateInventory' })."],
  ['null', null, 'the filter should be an object'],
  ['a list', [], 'the filter should be an object'],
  ['another name', { method: 'GET' }, 'there is no such field in the filter. Fields: operation, status, key.'],
  ['a name that every object inherits', { constructor: 1 }, 'there is no such field in the filter'],
  [
    'an unknown operation',
    { operation: 'deletePet' },
    'there is no operation "deletePet". Operations: listInventory, ',
  ],
  ['a misspelt operation', { operation: 'update-inventory' }, "Did you mean 'updateInventory'?"],
  ['an operation that is not a string', { operation: 4 }, 'there is no operation 4'],
  ['a status as a string', { status: '429' }, 'the status "429" is not an integer. Try 429.'],
  ['a fraction of a status', { status: 4.5 }, 'the status 4.5 is not an integer'],
  ['a status of null', { status: null }, 'the status null is not an integer'],
  ['a promise of a status', { status: Promise.resolve(429) }, 'the status is a promise'],
  ['a promise of a key', { key: Promise.resolve('test_free') }, 'the key is a promise. Write await before it.'],
  ['a promise of an operation', { operation: Promise.resolve('getPet') }, 'the operation is a promise'],
])('%s is rejected', (_, filter, message) => {
  expect(() => checkFilter(filter, petstore)).toThrow(message);
  expect(() => checkFilter(filter, petstore)).toThrow(/^Reading the journal: /);
});
