import { expect, test } from 'vitest';
import { createPetstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';
import type { WorldJournal } from './journal.js';
import { passedAnswer } from './passed-answer.js';

const NOON = '2026-11-21T12:00:00Z';
const NOON_MS = Date.parse(NOON);

function shop(options: WorldOptions = {}) {
  const petstore = createPetstore({ clock: NOON, pets: 2, ...options });
  const ask = (method: string, path: string, authorization?: string, headers: Record<string, string> = {}) =>
    petstore.answer({ method, path, headers: authorization === undefined ? headers : { ...headers, authorization } });
  const journal = petstore.journal as WorldJournal;
  return {
    ...petstore,
    journal,
    ask,
    targets: () => journal.lines({}, { order: 'oldest' }).lines.map(({ target }) => target),
  };
}

test('a line tells what was asked and what became of it', () => {
  const { ask, journal } = shop();
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

test.each([
  ['two of the three headers', { limit: '60', remaining: '59' }],
  ['a Remaining that is no count', { limit: '60', remaining: '-1', reset: '1795262460' }],
  ['no rate-limit header', {}],
])('of %s a line tells no limits', (_, headers) => {
  expect(lineOfPassed(headers)?.limits).toBeUndefined();
});

test('what passed tells the limits that the service wrote, in whatever case', () => {
  expect(lineOfPassed({ limit: '60', remaining: '8', reset: '1795262460' })?.limits).toEqual({
    limit: 60,
    remaining: 8,
    resetSeconds: 1_795_262_460,
  });
});

/** Lets an answer pass with `x-ratelimit-…` headers, and answers its line. */
function lineOfPassed(limits: Readonly<Record<string, string>>) {
  const { journal } = shop();
  const headers = Object.entries(limits).map(([name, value]) => [`x-ratelimit-${name}`, value] as const);
  const body = new Uint8Array();
  journal.record(
    { method: 'GET', path: '/v1/inventory', headers: [], body, callerAddress: '' },
    passedAnswer({ httpVersion: '1.1', status: 200, statusText: '', headers, body, incomplete: undefined }),
    NOON_MS,
    NOON_MS + 1,
  );
  return journal.line(1);
}

test('a line can be changed by nobody', () => {
  const { ask, journal } = shop();
  ask('GET', '/v1/inventory');
  const [line] = journal.lines().lines;
  expect([line, line?.assumed, line?.limits].map(Object.isFrozen)).toEqual([true, true, true]);
});

test('a line tells of the fault that broke it', () => {
  const { ask, journal, faults } = shop();
  faults.next('any', { network: 'reset' });
  faults.next('any', { body: 'truncated', delayMs: 50 });
  ask('GET', '/v1/inventory', 'Bearer test_free');
  ask('GET', '/v1/inventory', 'Bearer test_free');
  expect(journal.lines({}, { order: 'oldest' }).lines).toMatchObject([
    { status: undefined, cut: 'reset', keyAlias: 'key#1' },
    { status: 200, cut: 'truncated', delayMs: 50 },
  ]);
});

test('the operation is that of path and method', () => {
  const { ask, journal } = shop();
  for (const method of ['PATCH', 'DELETE']) ask(method, '/v1/inventory/1');
  ask('GET', '/nowhere');
  expect(journal.lines({}, { order: 'oldest' }).lines.map(({ operation }) => operation)).toEqual([
    'updateInventory',
    undefined,
    undefined,
  ]);
});

test('a good key has its pseudonym, also where nobody looked at it, and a wrong one has none', () => {
  const { ask, journal } = shop();
  for (const key of ['test_free', 'test_revoked', 'nobody']) {
    ask('GET', '/v1/inventory', `Bearer ${key}`);
    ask('GET', '/elsewhere', `Bearer ${key}`);
  }
  const aliases = journal.lines({}, { order: 'oldest' }).lines.map(({ keyAlias }) => keyAlias);
  expect(aliases).toEqual(['key#1', 'key#1', ...Array(4).fill(undefined)]);
});

test('keys of the fake stay out of method, path and query', () => {
  const { ask, journal, targets } = shop({ keys: { 'team-a': 'pro' } });
  ask('test_pro', '/v1/pets/team-a');
  ask('GET', '/v1/inventory/test%5Ffree?x=team-a&y=1');
  ask('GET', `/v1/${btoa('team-a')}`);
  expect(journal.line(1)?.method).toBe('key#2');
  expect(targets()).toEqual(['/v1/pets/key#6', '/v1/inventory/key#1?x=key#6&y=1', '/v1/key#6']);
});

test('keys that nobody knows stay out where they are sent as what they are', () => {
  const { ask, targets } = shop();
  ask('GET', '/v1/inventory?api_key=wr0ng-key-of-somebody&page=2');
  ask('GET', '/v1/inventory?token=short&page=2');
  expect(targets()).toEqual(['/v1/inventory?api_key=secret&page=2', '/v1/inventory?token=removed&page=2']);
});

test('a key that nobody knows stays out of the path of another request', () => {
  const { ask, targets } = shop();
  ask('GET', '/v1/pets/wr0ng-key-of-somebody');
  ask('GET', '/v1/inventory', 'Bearer wr0ng-key-of-somebody');
  expect(targets()).toEqual(['/v1/pets/secret', '/v1/inventory']);
});

test('what a request shows in its other headers stays out of its path', () => {
  const { ask, targets } = shop();
  ask('GET', '/v1/s3ss10n-of-a-user', undefined, { cookie: 'sid=s3ss10n-of-a-user' });
  expect(targets()).toEqual(['/v1/secret']);
});

test('a target that is no path is shown as one', () => {
  const { ask, targets, journal } = shop();
  ask('GET', '/');
  journal.record(
    { method: 'OPTIONS', path: '*', headers: [], body: new Uint8Array(), callerAddress: '' },
    ask('GET', '/v1'),
    NOON_MS,
  );
  expect(targets()).toEqual(['/', '/v1', '/*']);
});

test('a target with a key shows as the URL of its exchange does', () => {
  const { ask, targets, journal } = shop();
  const paths = ['/v1/inventory', '/v1/pets/test_free', '/v1/inventory?a=%zz&b=test_pro', '/v1/x?key=test_free#y'];
  for (const path of paths) ask('GET', path);
  const urls = journal.exchanges.map(({ request }) => request.url.replace('http://127.0.0.1:4290', ''));
  expect(targets()).toEqual(urls);
});
