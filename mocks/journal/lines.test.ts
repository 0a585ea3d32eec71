import { expect, test } from 'vitest';
import type { LineFilter } from '../../src/exchange/request-log.js';
import { createPetstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';
import type { WorldJournal } from './journal.js';

function shop() {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 2 });
  const ask = (method: string, path: string, authorization = '') =>
    petstore.handle({ method, path, headers: { authorization } });
  const journal = petstore.journal as WorldJournal;
  const found = (filter: LineFilter) => journal.lines(filter, { order: 'oldest' }).lines.map(({ number }) => number);
  return { ...petstore, journal, ask, found };
}

test('all given parts of a filter must match', () => {
  const { ask, found } = shop();
  ask('GET', '/v1/inventory', 'Bearer test_free');
  ask('PATCH', '/v1/inventory/1', 'Bearer test_free');
  ask('PATCH', '/v1/inventory/2', 'Bearer test_pro');
  ask('GET', '/v1/pets/2');
  expect(found({})).toEqual([1, 2, 3, 4]);
  expect(found({ operation: 'updateInventory' })).toEqual([2, 3]);
  expect(found({ method: 'GET' })).toEqual([1, 4]);
  expect(found({ method: 'get' })).toEqual([]);
  expect(found({ path: 'inventory/' })).toEqual([2, 3]);
  expect(found({ path: '/2', key: 'test_pro' })).toEqual([3]);
  expect(found({ since: 2 })).toEqual([3, 4]);
  expect(found({ operation: undefined, status: '400', since: 2 })).toEqual([3]);
});

test('a status is a number or a class', () => {
  const { ask, found, faults } = shop();
  ask('GET', '/v1/inventory', 'Bearer test_free');
  ask('GET', '/v1/inventory');
  ask('GET', '/v1/nothing', 'Bearer test_free');
  faults.next('any', { network: 'reset' });
  ask('GET', '/v1/inventory', 'Bearer test_free');
  expect(found({ status: '4xx' })).toEqual([2, 3]);
  expect(found({ status: '404' })).toEqual([3]);
  expect(found({ status: '2xx' })).toEqual([1]);
  expect(found({ status: '5xx' })).toEqual([]);
});

test('a path is searched in the path, not in the query', () => {
  const { ask, found } = shop();
  ask('GET', '/v1/inventory?from=pets');
  expect(found({ path: 'pets' })).toEqual([]);
});

const credentials = [
  'Bearer test_free',
  'bearer   test_free',
  'Bearer\ttest_free',
  ' Bearer test_free ',
  'Bearer test_free test_free',
  'Bearer nobody',
  'Bearer',
  '',
  'Basic test_free',
  `Basic ${btoa('test_free:x')}`,
  `Basic ${btoa('x:test_free')}`,
  'Digest test_free',
  'test_free',
];

test.each(['test_free', 'key#1', 'test_pro'])('a key %s matches the same lines as exchanges', (key) => {
  const { ask, found, journal } = shop();
  for (const authorization of credentials) {
    for (const query of ['', '?a=test_free', '?a=test_pro&b=test_free'])
      ask('GET', `/v1/inventory${query}`, authorization);
  }
  for (const [one, other] of [
    ['Bearer test_free', 'Bearer test_free'],
    ['Bearer test_free', ' Bearer test_free'],
    ['', 'Bearer test_free'],
  ]) {
    const headers = [
      ['authorization', one ?? ''],
      ['authorization', other ?? ''],
    ] as const;
    journal.record(
      { method: 'GET', path: '/', headers, body: new Uint8Array(), callerAddress: '' },
      ask('GET', '/'),
      0,
    );
  }
  const exchanges = journal.list({ key }).map(({ number }) => number);
  expect(exchanges.length).toBeGreaterThan(0);
  expect(found({ key })).toEqual(exchanges);
});

test('a deleted key is still found, by both names', () => {
  const { ask, found, keys, journal } = shop();
  const key = keys.mint();
  ask('GET', '/v1/inventory', `Bearer ${key}`);
  keys.delete(key);
  ask('GET', '/v1/inventory', `Bearer ${key}`);
  expect(found({ key })).toEqual([1, 2]);
  expect(found({ key: 'key#6' })).toEqual([1, 2]);
  expect(journal.list({ key: 'key#6' })).toHaveLength(2);
  expect(journal.exchanges.map(({ request }) => request.credential)).toMatchObject([
    { name: 'key#6', standing: 'given' },
    { name: 'key#6', standing: 'unknown' },
  ]);
});

test.each(['s3cr3t', 'key#9', ''])('the unknown key %j is rejected and not quoted', (key) => {
  const { journal } = shop();
  const read = () => journal.lines({ key });
  expect(read).toThrow('Reading the journal: the fake has not given out this key. Try a sample key such as test_free.');
  expect(() => journal.list({ key })).toThrow('the fake has not given out this key');
});

const NOON = '2026-11-21T12:00:00Z';
const NOON_MS = Date.parse(NOON);

function shopForWriteLines(options: WorldOptions = {}) {
  const petstore = createPetstore({ clock: NOON, pets: 2, ...options });
  const ask = (method: string, path: string, authorization?: string, headers: Record<string, string> = {}) =>
    petstore.handle({ method, path, headers: authorization === undefined ? headers : { ...headers, authorization } });
  const journal = petstore.journal as WorldJournal;
  return {
    ...petstore,
    journal,
    ask,
    targets: () => journal.lines({}, { order: 'oldest' }).lines.map(({ target }) => target),
  };
}

test('a line summarises request and response', () => {
  const { ask, journal } = shopForWriteLines();
  const { assumed } = ask('GET', '/v1/inventory', 'Bearer test_pro');
  expect(journal.lines().lines).toEqual([
    {
      number: 1,
      startedMs: NOON_MS,
      method: 'GET',
      target: '/v1/inventory',
      operation: 'listInventory',
      keyAlias: 'key#2',
      status: 200,
      delayMs: 0,
      limits: { limit: 300, remaining: 299, resetSeconds: NOON_MS / 1_000 + 60 },
      cut: undefined,
      assumed: [...assumed],
      faultId: undefined,
    },
  ]);
});

test('lines are immutable', () => {
  const { ask, journal } = shopForWriteLines();
  ask('GET', '/v1/inventory');
  const [line] = journal.lines().lines;
  expect([line, line?.assumed, line?.limits].map(Object.isFrozen)).toEqual([true, true, true]);
});

test('a line reports its fault', () => {
  const { ask, journal, faults } = shopForWriteLines();
  faults.next('any', { network: 'reset' });
  faults.next('any', { body: 'truncated', delayMs: 50 });
  ask('GET', '/v1/inventory', 'Bearer test_free');
  ask('GET', '/v1/inventory', 'Bearer test_free');
  expect(journal.lines({}, { order: 'oldest' }).lines).toMatchObject([
    { status: undefined, cut: 'reset', keyAlias: 'key#1' },
    { status: 200, cut: 'truncated', delayMs: 50 },
  ]);
});

test('the operation is derived from path and method', () => {
  const { ask, journal } = shopForWriteLines();
  for (const method of ['PATCH', 'DELETE']) ask(method, '/v1/inventory/1');
  ask('GET', '/nowhere');
  expect(journal.lines({}, { order: 'oldest' }).lines.map(({ operation }) => operation)).toEqual([
    'updateInventory',
    undefined,
    undefined,
  ]);
});

test('a valid key has its pseudonym, even if it was never checked, and an invalid one has none', () => {
  const { ask, journal } = shopForWriteLines();
  for (const key of ['test_free', 'test_revoked', 'nobody']) {
    ask('GET', '/v1/inventory', `Bearer ${key}`);
    ask('GET', '/elsewhere', `Bearer ${key}`);
  }
  const aliases = journal.lines({}, { order: 'oldest' }).lines.map(({ keyAlias }) => keyAlias);
  expect(aliases).toEqual(['key#1', 'key#1', ...Array(4).fill(undefined)]);
});

test('keys of the fake are redacted in method, path and query', () => {
  const { ask, journal, targets } = shopForWriteLines({ keys: { 'team-a': 'pro' } });
  ask('test_pro', '/v1/pets/team-a');
  ask('GET', '/v1/inventory/test%5Ffree?x=team-a&y=1');
  ask('GET', `/v1/${btoa('team-a')}`);
  expect(journal.line(1)?.method).toBe('key#2');
  expect(targets()).toEqual(['/v1/pets/key#6', '/v1/inventory/key#1?x=key#6&y=1', '/v1/key#6']);
});

test('unknown keys are redacted where they are sent as keys', () => {
  const { ask, targets } = shopForWriteLines();
  ask('GET', '/v1/inventory?api_key=wr0ng-key-of-somebody&page=2');
  ask('GET', '/v1/inventory?token=short&page=2');
  expect(targets()).toEqual(['/v1/inventory?api_key=secret#1&page=2', '/v1/inventory?token=removed&page=2']);
});

test('an unknown key is redacted in the path of another request', () => {
  const { ask, targets } = shopForWriteLines();
  ask('GET', '/v1/pets/wr0ng-key-of-somebody');
  ask('GET', '/v1/inventory', 'Bearer wr0ng-key-of-somebody');
  expect(targets()).toEqual(['/v1/pets/secret#1', '/v1/inventory']);
});

test('a secret in a request’s other headers is redacted in its path', () => {
  const { ask, targets } = shopForWriteLines();
  ask('GET', '/v1/s3ss10n-of-a-user', undefined, { cookie: 'sid=s3ss10n-of-a-user' });
  expect(targets()).toEqual(['/v1/secret#1']);
});

test('a target without a path has one in its line', () => {
  const { ask, targets, journal } = shopForWriteLines();
  ask('GET', '/');
  journal.record(
    { method: 'OPTIONS', path: '*', headers: [], body: new Uint8Array(), callerAddress: '' },
    ask('GET', '/v1'),
    NOON_MS,
  );
  expect(targets()).toEqual(['/', '/v1', '/*']);
});

test('a target with a key has the URL of its exchange', () => {
  const { ask, targets, journal } = shopForWriteLines();
  const paths = ['/v1/inventory', '/v1/pets/test_free', '/v1/inventory?a=%zz&b=test_pro', '/v1/x?key=test_free#y'];
  for (const path of paths) ask('GET', path);
  const urls = journal.exchanges.map(({ request }) => request.url.replace('http://127.0.0.1:4290', ''));
  expect(targets()).toEqual(urls);
});
