import { expect, test } from 'vitest';
import { createPetstore } from '../petstore.js';
import type { WorldJournal } from './journal.js';
import type { LineFilter } from './journal-line.js';

function shop() {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 2 });
  const ask = (method: string, path: string, authorization = '') =>
    petstore.answer({ method, path, headers: { authorization } });
  const journal = petstore.journal as WorldJournal;
  const found = (filter: LineFilter) => journal.lines(filter, { order: 'oldest' }).lines.map(({ number }) => number);
  return { ...petstore, journal, ask, found };
}

test('every given part of a filter must fit', () => {
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

test('a status is one, or a class of them', () => {
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

test('a path is sought in the path, not in the query', () => {
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

test.each(['test_free', 'key#1', 'test_pro'])('a key %s is found in the same requests as in the exchanges', (key) => {
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

test('a key that was deleted is still found, by both names', () => {
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

test.each(['s3cr3t', 'key#9', ''])('the key %j, which there is not, is refused and not quoted', (key) => {
  const { journal } = shop();
  const read = () => journal.lines({ key });
  expect(read).toThrow(
    'Reading the journal: the fake has not given out this key. Try a sample key such as test_free, or one that keys.mint() answered.',
  );
  expect(() => journal.list({ key })).toThrow('the fake has not given out this key');
});
