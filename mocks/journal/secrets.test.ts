import { expect, test } from 'vitest';
import type { Credential } from '../../src/exchange/exchange.js';
import { openAccounts } from '../limits/accounts.js';
import { createPetstore } from '../petstore.js';
import { createPseudonyms, hasNoCredential, misplacedKey, shownKey } from './secrets.js';

const NOON_MS = Date.parse('2026-11-21T12:00:00Z');
const accountsOf = (keys: Parameters<typeof openAccounts>[0] = {}) => openAccounts(keys, 'first-request', NOON_MS);

test('a key of the fake has its alias, whatever else was named before', () => {
  const accounts = accountsOf({ team_a: 'pro' });
  const names = createPseudonyms(accounts);
  expect(names.nameOf('somebody')).toBe('secret#1');
  const minted = accounts.mint({ plan: 'free', expiresAtMs: undefined });
  expect(names.aliasOf(minted)).toBeUndefined();
  expect(names.keepUp()).toBe(true);
  for (const key of ['test_free', 'team_a', minted]) {
    expect(names.nameOf(key)).toBe(accounts.ofKey(key)?.alias);
    expect(names.aliasOf(key)).toBe(accounts.ofKey(key)?.alias);
  }
  expect(names.aliasOf('somebody')).toBeUndefined();
});

test('keys are taken out of texts before anybody has sent one', () => {
  expect(createPseudonyms(accountsOf({ team_a: 'pro' })).redact('test_pro team_a')).toBe('key#2 key#6');
});

test('an unknown secret is taken out of texts where it cannot be mistaken for a word', () => {
  const names = createPseudonyms(accountsOf());
  names.nameOf('invalid');
  names.nameOf('1nval1d-key');
  expect(names.redact('an invalid 1nval1d-key')).toBe('an invalid secret#2');
});

test('new names are needed once a key was given out that was sent before', () => {
  const accounts = accountsOf();
  const names = createPseudonyms(accounts);
  names.nameOf('minted_1');
  accounts.mint({ plan: 'free', expiresAtMs: undefined });
  expect(names.keepUp()).toBe(false);
  expect(createPseudonyms(accounts).nameOf('minted_1')).toBe('key#6');
});

test('new names are needed once the fake has forgotten a key', () => {
  const accounts = accountsOf();
  accounts.mint({ plan: 'free', expiresAtMs: undefined });
  const names = createPseudonyms(accounts);
  expect(names.keepUp()).toBe(true);
  accounts.reopen('first-request', NOON_MS);
  expect(names.keepUp()).toBe(false);
});

test('a key that was deleted keeps its alias, and the next one has its own', () => {
  const accounts = accountsOf();
  const [first, second] = [1, 2].map(() => accounts.mint({ plan: 'free', expiresAtMs: undefined }));
  const names = createPseudonyms(accounts);
  accounts.delete(first ?? '');
  const third = accounts.mint({ plan: 'free', expiresAtMs: undefined });
  expect(names.keepUp()).toBe(true);
  expect([first, second, third].map((key) => names.aliasOf(key ?? ''))).toEqual(['key#6', 'key#7', 'key#8']);
  expect(createPseudonyms(accounts).redact(`${first} ${third}`)).toBe('key#6 key#8');
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
  ['a good key, in other capitals and spaces', ['bEARER   test_pro '], '', bearer('key#2', 'given')],
  ['a good key, in the query as well', ['Bearer test_pro'], '?api_key=test_pro', bearer('key#2', 'given')],
  ['a revoked key', ['Bearer test_revoked'], '', bearer('key#5', 'unknown')],
  ['an unknown key', ['Bearer somebody'], '', bearer('secret#1', 'unknown')],
  ['no key after Bearer', ['Bearer'], '', { kind: 'unknown' }],
  ['two keys', ['Bearer test_pro', 'Bearer test_free'], '', { kind: 'unknown' }],
  [
    'one key twice, which is one long wrong key',
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
  ['a key in the query beside a scheme of its own', ['Digest x'], '?api_key=test_pro', { kind: 'unknown' }],
  ['a key without a scheme', ['test_pro'], '', { kind: 'unknown' }],
])('%s', (_, authorization, query, credential) => {
  expect(credentialOf(authorization, query)).toEqual(credential);
});

test('a good key is good where a fault strikes before anybody looks at it', () => {
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
  ['one that nobody knows', ['bearer  nobody'], 'nobody'],
  ['the same one twice', ['Bearer test_free', 'Bearer test_free'], 'test_free'],
  ['a name in Basic', [`Basic ${btoa('test_free:x')}`], 'test_free'],
  ['a password in Basic', [`Basic ${btoa('x:test_pro')}`], 'test_pro'],
  ['a key as it is in Basic', ['Basic test_free'], 'test_free'],
])('%s is shown in the header', (_, authorizations, key) => {
  expect(shownKey(entry(authorizations), isOwn)).toBe(key);
});

test.each([
  ['no header', []],
  ['an empty header', [' ']],
  ['a scheme alone', ['Bearer ']],
  ['two keys', ['Bearer test_free', 'Bearer test_pro']],
  ['a stranger in Basic', [`Basic ${btoa('x:y')}`]],
  ['another scheme', ['Digest test_free']],
])('%s shows no key', (_, authorizations) => {
  expect(shownKey(entry(authorizations), isOwn)).toBeUndefined();
});

test('a key of the fake in the query shows where there is no header', () => {
  expect(misplacedKey(entry([], '?a=1&api_key=test%5Ffree'), isOwn)).toEqual({ key: 'test_free', where: 'query' });
  expect(misplacedKey(entry([''], '?a=test_pro'), isOwn)).toEqual({ key: 'test_pro', where: 'query' });
  expect(misplacedKey(entry([], '?a=nobody'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Basic x'], '?a=test_pro'), isOwn)).toBeUndefined();
  expect(shownKey(entry(['Bearer nobody'], '?a=test_pro'), isOwn)).toBe('nobody');
});

test('nothing is shown where every header is empty', () => {
  expect([[], [' ', ''], ['x']].map((values) => hasNoCredential(entry(values)))).toEqual([true, true, false]);
});
