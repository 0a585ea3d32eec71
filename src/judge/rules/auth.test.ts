import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { operationIds } from '../../service/petstore.js';
import { rules } from './index.js';

const judged = (id: string, ...told: ExchangeInit[]) => judgedBy(rules, id, told);
const basic = { kind: 'misplaced', name: 'key#1', where: 'basic' } as const;
const query = { kind: 'misplaced', name: 'key#1', where: 'query' } as const;
const item = (petId: number, quantity: number) => ({ petId, quantity, status: 'available' });
const list = (...quantities: number[]): ExchangeInit => ({
  body: quantities.map((quantity, index) => item(index + 1, quantity)),
});
const patch = { method: 'PATCH', path: '/inventory/1', sends: '{"quantity":5}' } as const;

const requestFor: Record<(typeof operationIds)[number], ExchangeInit> = {
  listInventory: {},
  updateInventory: patch,
  sendMessage: { method: 'POST', path: '/messages', sends: '{"message":"Hello"}' },
  getPet: { path: '/pets/1' },
  listOrders: { path: '/store/orders' },
};

test.each(operationIds)('%s must require the key', (operation) => {
  const keyless = { ...requestFor[operation], credential: noKey };
  const id = `auth/required/${operation}`;
  expect(judged(id, { ...keyless, status: 401 }).outcome).toBe('pass');
  expect(judged(id, keyless)).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, received: '200' }] });
  expect(judged(id, { ...keyless, status: 403 }).outcome).toBe('violation');
  expect(judged(id, { ...keyless, status: 429 })).toMatchObject({ outcome: 'inconclusive', reason: 'got 429' });
  expect(judged(id, { ...keyless, status: 503 })).toMatchObject({ outcome: 'inconclusive', reason: 'got 503' });
  expect(judged(id, { ...keyless, status: null }).outcome).toBe('inconclusive');
});

test('only requests for the same operation count', () => {
  expect(judged('auth/required/listOrders', { credential: noKey }).exchanges).toEqual([]);
});

test.each<[string, ExchangeInit]>([
  ['with the key', {}],
  ['in a recording that may have lost it', { credential: { kind: 'unknown' } }],
  ['with another key', { credential: wrongKey }],
  ['that forces a response with Prefer', { credential: noKey, requestHeaders: { Prefer: 'code=200' } }],
])('a request %s is not without a key', (_, told) => {
  expect(judged('auth/required/listInventory', told).exchanges).toEqual([]);
});

test('a redirect to a login is not a 401', () => {
  const told = { credential: noKey, status: 302, headers: { Location: '/login' } };
  expect(judged('auth/required/listInventory', told).findings).toMatchObject([
    { problem: 'a request without a key got 302, a redirect to "/login"' },
  ]);
});

test('a cached response is inconclusive about keys', () => {
  const told = { credential: noKey, headers: { Age: '5' } };
  expect(judged('auth/required/listInventory', told).outcome).toBe('inconclusive');
});

test.each([400, 404])('a list that gets %d is not rejected for the key', (status) => {
  expect(judged('auth/required/listInventory', { credential: noKey, status }).outcome).toBe('violation');
});

test('a list that needs the key must not be returned without it', () => {
  expect(judged('auth/required/listInventory', {}, { credential: noKey }).outcome).toBe('violation');
});

test.each([301, 404])('a %d that is also returned with the key is inconclusive', (status) => {
  const verdict = judged('auth/required/listInventory', { status }, { credential: noKey, status });
  expect(verdict.outcome).toBe('inconclusive');
});

test.each<[string, ExchangeInit]>([
  ['an id that is none', { ...patch, path: '/inventory/none', status: 404 }],
  ['an id that is none, and 400', { ...patch, path: '/inventory/none', status: 400 }],
  ['a pet that is not listed', { ...patch, path: '/inventory/99', status: 404 }],
  ['a body that is wrong', { ...patch, sends: '{}', status: 400 }],
  ['a quantity that no pet has', { ...patch, sends: '{"quantity":77}', status: 400 }],
  ['a field that nobody knows', { ...patch, sends: '{"quantity":5,"note":"x"}', status: 400 }],
  ['a content type that is wrong', { ...patch, requestHeaders: { 'Content-Type': 'text/plain' }, status: 415 }],
])('an error response may be due to %s', (_, told) => {
  const verdict = judged('auth/required/updateInventory', list(3, 5), { ...told, credential: noKey });
  expect(verdict).toMatchObject({ outcome: 'inconclusive', exchanges: [2] });
});

test.each([400, 404, 405])('an update in which only the key is wrong must not get %d', (status) => {
  const verdict = judged('auth/required/updateInventory', list(3, 5), { ...patch, credential: noKey, status });
  expect(verdict.outcome).toBe('violation');
});

test('the response to another body or another pet is no excuse', () => {
  const keyless = { ...patch, credential: noKey };
  const id = 'auth/required/updateInventory';
  const otherBody = { ...patch, sends: '{}', status: 400 };
  expect(judged(id, list(3, 5), otherBody, { ...keyless, status: 400 }).outcome).toBe('violation');
  const otherPet = { ...patch, path: '/inventory/99', status: 404 };
  expect(judged(id, list(3, 5), otherPet, { ...keyless, status: 404 }).outcome).toBe('violation');
});

test('an invalid body that is accepted without a key is still a violation', () => {
  const told = { ...patch, path: '/inventory/none', sends: '{}', credential: noKey, status: 200 };
  expect(judged('auth/required/updateInventory', told).outcome).toBe('violation');
});

test('an invalid message may be rejected for its body', () => {
  const told = { method: 'POST', path: '/messages', sends: '{}', credential: noKey, status: 400 };
  expect(judged('auth/required/sendMessage', told).outcome).toBe('inconclusive');
  expect(judged('auth/required/sendMessage', { ...told, sends: '{"message":"Hello"}' }).outcome).toBe('violation');
});

test('a pet that is hidden without a key was found with it', () => {
  const keyless = { path: '/pets/1', credential: noKey };
  expect(judged('auth/required/getPet', { ...keyless, status: 404 }).outcome).toBe('inconclusive');
  const hidden = judged('auth/required/getPet', { path: '/pets/1', body: {} }, { ...keyless, status: 404 });
  expect(hidden.outcome).toBe('violation');
  const gone = judged('auth/required/getPet', { path: '/pets/1', status: 410 }, { ...keyless, status: 410 });
  expect(gone.outcome).toBe('inconclusive');
});

test('an unknown key is not a valid key', () => {
  expect(judged('auth/invalid-key', { credential: wrongKey, status: 401 }).outcome).toBe('pass');
  expect(judged('auth/invalid-key', { credential: wrongKey })).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 1, problem: 'a request with a key that does not exist got 200' }],
  });
  expect(judged('auth/invalid-key', { credential: wrongKey, status: 403 }).outcome).toBe('violation');
  expect(judged('auth/invalid-key', { credential: wrongKey, status: 429 }).outcome).toBe('inconclusive');
});

test('one accepted key outweighs one that is rejected', () => {
  const verdict = judged('auth/invalid-key', { credential: wrongKey, status: 401 }, { credential: wrongKey });
  expect(verdict).toMatchObject({ outcome: 'violation', exchanges: [1, 2] });
});

test('a key that may be valid is not treated as wrong', () => {
  const told = { credential: { kind: 'bearer', name: 'key#3', standing: 'unknown' } } as const;
  expect(judged('auth/invalid-key', told).exchanges).toEqual([]);
});

test.each([
  ['as Basic credentials', basic, '/inventory'],
  ['in the query', query, '/store/orders?api_key=key%231'],
])('a key %s is not a bearer token', (place, credential, path) => {
  expect(judged('auth/scheme', { credential, path, status: 401 }).outcome).toBe('pass');
  expect(judged('auth/scheme', { credential, path, status: 429 }).outcome).toBe('inconclusive');
  expect(judged('auth/scheme', { credential, path })).toMatchObject({
    outcome: 'violation',
    findings: [{ problem: `a request with the key ${place} got 200` }],
  });
  expect(judged('auth/scheme', { credential, path, status: 403 }).outcome).toBe('violation');
});

test('an unknown parameter may be rejected before the key is checked', () => {
  const told = { credential: query, path: '/store/orders?api_key=key%231', status: 400 };
  expect(judged('auth/scheme', told).outcome).toBe('inconclusive');
});

test('if no key is required, its position does not matter', () => {
  expect(judged('auth/scheme', { credential: noKey }, { credential: basic }).outcome).toBe('inconclusive');
  expect(judged('auth/scheme', { credential: noKey, status: 401 }, { credential: basic }).outcome).toBe('violation');
});

test('a key that is accepted before and afterwards must not be rejected', () => {
  const id = 'auth/valid-key';
  const rejected = { status: 401 };
  expect(judged(id, {}, {}).outcome).toBe('pass');
  expect(judged(id, {}, rejected, {})).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 2, related: [1, 3] }],
  });
  // It may be new, revoked, or lack a scope; a cache may have responded; another key is another matter.
  expect(judged(id, rejected, {}).outcome).toBe('inconclusive');
  expect(judged(id, {}, rejected).outcome).toBe('inconclusive');
  expect(judged(id, {}, { ...patch, ...rejected }, {}).outcome).toBe('inconclusive');
  expect(judged(id, {}, rejected, { headers: { Age: '5' } }).outcome).toBe('inconclusive');
  expect(judged(id, {}, { ...rejected, credential: wrongKey }, {}).outcome).toBe('pass');
});

test('a ban may explain a rejection that lasted a second', () => {
  const judge = (isExclusive: boolean, ...told: ExchangeInit[]) =>
    judgedBy(rules, 'auth/valid-key', told, { isExclusive });
  const slow = [{ atMs: 200 }, { atMs: 800, status: 401 }, { atMs: 1400 }];
  expect(judge(true, ...slow).outcome).toBe('violation');
  expect(judge(false, ...slow).outcome).toBe('inconclusive');
  expect(judge(true, { atMs: 0, status: 429 }, ...slow).outcome).toBe('inconclusive');
  const quick = [{ atMs: 200 }, { atMs: 500, status: 401 }, { atMs: 800 }];
  expect(judge(false, { atMs: 0, status: 429 }, ...quick).outcome).toBe('violation');
});

test('an update that gets 401 must not change anything', () => {
  const rejected = { ...patch, credential: noKey, status: 401 };
  const id = 'auth/refused-changes-nothing';
  expect(judged(id, list(3, 5), rejected, list(3, 5)).outcome).toBe('pass');
  expect(judged(id, list(3, 5), rejected, list(5, 5))).toMatchObject({
    outcome: 'violation',
    findings: [{ exchange: 3, related: [1, 2], pointer: '/0' }],
  });
  expect(judged(id, list(3, 5), { ...rejected, status: 429 }, list(5, 5)).outcome).toBe('inconclusive');
  expect(judged(id, list(3, 5), rejected, patch, list(5, 5)).outcome).toBe('inconclusive');
  expect(judged(id, list(3, 5), rejected).outcome).toBe('inconclusive');
});

test('a check that only reads sends no update of a pet, so whether one changes something needs another level', () => {
  const told = [list(3, 5), { ...patch, path: '/inventory/not-an-id', credential: noKey, status: 401 }];
  const verdict = judgedBy(rules, 'auth/refused-changes-nothing', told, { level: 'read' });
  expect(verdict).toMatchObject({ outcome: 'skipped', reason: 'needs --level write' });
});

test('another writer may explain one change after a 401', () => {
  const told = [list(3, 5), { ...patch, credential: noKey, status: 401 }, list(5, 5)];
  const verdict = judgedBy(rules, 'auth/refused-changes-nothing', told, { isExclusive: false });
  expect(verdict).toMatchObject({ outcome: 'inconclusive', unconfirmed: [{ exchange: 3 }] });
});

const mistaken = (name: string) => ({ kind: 'bearer', name, standing: 'wrong' }) as const;

test('a key that a program sent by mistake is named', () => {
  expect(judged('auth/invalid-key', { credential: mistaken('undefined') }).findings).toMatchObject([
    { problem: 'a request with the key "undefined", which does not exist, got 200' },
  ]);
});

test.each([400, 403])('what is no token may be malformed, or blocked as code: %d', (status) => {
  expect(judged('auth/invalid-key', list(1), { credential: mistaken('<API_KEY>'), status }).outcome).toBe(
    'inconclusive',
  );
  expect(judged('auth/invalid-key', list(1), { credential: mistaken('undefined'), status }).outcome).toBe('violation');
});
