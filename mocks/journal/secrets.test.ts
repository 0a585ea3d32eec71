import { expect, test } from 'vitest';
import type { Credential } from '../../src/exchange/exchange.js';
import { createPetstore, type Petstore } from '../petstore.js';
import { hasNoCredential, misplacedKey, shownKey } from './journal.js';

const petstoreWith = (keys: Record<string, 'free' | 'pro'> = {}) =>
  createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 1, keys });

/** Sends a message, and returns its text in the journal. */
function shownText(petstore: Petstore, message: string): string | undefined {
  const body = JSON.stringify({ message });
  petstore.handle({ method: 'POST', path: '/v1/messages', headers: { authorization: 'Bearer test_free' }, body });
  return petstore.journal.exchanges.at(-1)?.request.body;
}

test('keys are redacted in texts before they were ever sent', () => {
  expect(shownText(petstoreWith({ team_a: 'pro' }), 'test_pro team_a')).toBe('{"message":"key#2 key#6"}');
});

test('an unknown secret is redacted in texts unless it could be a common word', () => {
  const petstore = petstoreWith();
  for (const key of ['invalid', '1nval1d-key']) {
    petstore.handle({ method: 'GET', path: '/v1/inventory', headers: { authorization: `Bearer ${key}` } });
  }
  expect(shownText(petstore, 'an invalid 1nval1d-key')).toBe('{"message":"an invalid secret#2"}');
});

test('a deleted key retains its alias, and the next one gets another', () => {
  const petstore = petstoreWith();
  const [first = '', second = ''] = [petstore.keys.mint(), petstore.keys.mint()];
  expect(shownText(petstore, `${first} ${second}`)).toBe('{"message":"key#6 key#7"}');
  petstore.keys.delete(first);
  const third = petstore.keys.mint();
  expect(shownText(petstore, `${first} ${third}`)).toBe('{"message":"key#6 key#8"}');
});

test('a reset removes minted keys and their aliases', () => {
  const petstore = petstoreWith();
  const minted = petstore.keys.mint();
  expect(shownText(petstore, minted)).toBe('{"message":"key#6"}');
  petstore.reset();
  expect(shownText(petstore, minted)).toBe(`{"message":"${minted}"}`);
});

/** Returns the credential of a request with these `Authorization` headers and this query. */
function credentialOf(authorization: readonly string[], query = ''): Credential | undefined {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  const headers = authorization.map((value): [string, string] => ['authorization', value]);
  petstore.handle({ method: 'GET', path: `/v1/inventory${query}`, headers });
  return petstore.journal.exchanges[0]?.request.credential;
}

const misplaced = (where: 'basic' | 'query'): Credential => ({ kind: 'misplaced', name: 'key#2', where });
const bearer = (name: string, standing: 'given' | 'unknown'): Credential => ({ kind: 'bearer', name, standing });

test.each<[string, string[], string, Credential]>([
  ['nothing', [], '', { kind: 'none' }],
  ['an empty header', [' '], '', { kind: 'none' }],
  ['a query without a key', [], '?page=2', { kind: 'none' }],
  ['an unknown key in the query', [], '?api_key=somebody', { kind: 'none' }],
  ['a good key', ['Bearer test_pro'], '', bearer('key#2', 'given')],
  ['a valid key with another case and spaces', ['bEARER   test_pro '], '', bearer('key#2', 'given')],
  ['a good key, in the query as well', ['Bearer test_pro'], '?api_key=test_pro', bearer('key#2', 'given')],
  ['a revoked key', ['Bearer test_revoked'], '', bearer('key#5', 'unknown')],
  ['an unknown key', ['Bearer somebody'], '', bearer('secret#1', 'unknown')],
  ['no key after Bearer', ['Bearer'], '', { kind: 'unknown' }],
  ['two keys', ['Bearer test_pro', 'Bearer test_free'], '', { kind: 'unknown' }],
  [
    'a key twice, which is one long invalid key',
    ['Bearer test_pro', 'Bearer test_pro'],
    '',
    bearer('key#2', 'unknown'),
  ],
  ['a key as Basic', ['Basic test_pro'], '', misplaced('basic')],
  ['a key in base64', [`Basic ${btoa('test_pro')}`], '', misplaced('basic')],
  ['a key for a password', [`Basic ${btoa('user:test_pro')}`], '', misplaced('basic')],
  ['a key for a name', [`basic ${btoa('test_pro:')}`], '', misplaced('basic')],
  ['another password', [`Basic ${btoa('user:password')}`], '', { kind: 'unknown' }],
  ['a key in the query', [], '?api_key=test_pro', misplaced('query')],
  ['a key in the query by any name, escaped', [], '?a=1&b=test%5Fpro', misplaced('query')],
  ['a key in the query beside another scheme', ['Digest x'], '?api_key=test_pro', { kind: 'unknown' }],
  ['a key without a scheme', ['test_pro'], '', { kind: 'unknown' }],
])('%s', (_, authorization, query, credential) => {
  expect(credentialOf(authorization, query)).toEqual(credential);
});

test('a valid key is recognised even if a fault precedes the check', () => {
  const petstore = createPetstore({ clock: '2026-11-21T12:00:00Z', pets: 1 });
  petstore.faults.next('any', { status: 401 });
  petstore.handle({ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_pro' } });
  expect(petstore.journal.exchanges[0]?.request.credential).toEqual(bearer('key#2', 'given'));
});

const isOwn = (key: string) => key === 'test_free' || key === 'test_pro';
const entry = (authorizations: readonly string[], query?: string) => ({
  query,
  headers: [['accept', 'test_pro'] as const, ...authorizations.map((value) => ['authorization', value] as const)],
});

test.each([
  ['a bearer token', ['Bearer test_free'], 'test_free'],
  ['an unknown one', ['bearer  nobody'], 'nobody'],
  ['the same one twice', ['Bearer test_free', 'Bearer test_free'], 'test_free'],
  ['a name in Basic', [`Basic ${btoa('test_free:x')}`], 'test_free'],
  ['a password in Basic', [`Basic ${btoa('x:test_pro')}`], 'test_pro'],
  ['a key as it is in Basic', ['Basic test_free'], 'test_free'],
])('%s is logged in the header', (_, authorizations, key) => {
  expect(shownKey(entry(authorizations), isOwn)).toBe(key);
});

test.each([
  ['no header', []],
  ['an empty header', [' ']],
  ['a scheme alone', ['Bearer ']],
  ['two keys', ['Bearer test_free', 'Bearer test_pro']],
  ['a stranger in Basic', [`Basic ${btoa('x:y')}`]],
  ['another scheme', ['Digest test_free']],
])('%s reveals no key', (_, authorizations) => {
  expect(shownKey(entry(authorizations), isOwn)).toBeUndefined();
});

test('a key of the fake in the query is logged if there is no header', () => {
  expect(misplacedKey(entry([], '?a=1&api_key=test%5Ffree'), isOwn)).toEqual({ key: 'test_free', where: 'query' });
  expect(misplacedKey(entry([''], '?a=test_pro'), isOwn)).toEqual({ key: 'test_pro', where: 'query' });
  expect(misplacedKey(entry([], '?a=nobody'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Basic x'], '?a=test_pro'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Bearer nobody'], '?a=test_pro'), isOwn)).toBe('nobody');
});

test('nothing is logged if every header is empty', () => {
  expect([[], [' ', ''], ['x']].map((values) => hasNoCredential(entry(values)))).toEqual([true, true, false]);
});
