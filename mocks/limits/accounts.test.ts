import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { World } from '../world.js';
import type { KeyOption } from '../world-options.js';
import { Accounts, keyThatWorks } from './accounts.js';

const NOON = '2026-11-21T12:00:00Z';

test('the sample keys exist from the start, each with its plan and pseudonym', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  const keys = ['test_free', 'test_pro', 'test_business', 'test_enterprise', 'test_revoked'];
  expect(keys.map((key) => accounts.ofKey(key)).map((account) => [account?.alias, account?.plan])).toEqual([
    ['key#1', 'free'],
    ['key#2', 'pro'],
    ['key#3', 'business'],
    ['key#4', 'enterprise'],
    ['key#5', 'free'],
  ]);
});

test('the user’s own keys follow them', () => {
  const accounts = new Accounts({ 'team-a': 'pro', 'team-b': { plan: 'business' } }, 'first-request', 0);
  expect(accounts.ofKey('team-a')).toMatchObject({ alias: 'key#6', plan: 'pro', expiresAtMs: undefined });
  expect(accounts.ofKey('team-b')).toMatchObject({ alias: 'key#7', plan: 'business' });
});

test('a sample key that is configured takes the configured plan and keeps its pseudonym', () => {
  const accounts = new Accounts({ test_revoked: 'pro' }, 'first-request', 0);
  expect(accounts.ofKey('test_revoked')).toMatchObject({ alias: 'key#5', plan: 'pro', isRevoked: false });
});

test('an unknown key has no account', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  expect(accounts.ofKey('test_fre')).toBeUndefined();
  expect(accounts.ofKey('')).toBeUndefined();
  expect(accounts.ofKey('__proto__')).toBeUndefined();
});

test('a key with a lifetime is valid until exactly its end', () => {
  const world = new World({ clock: NOON, keys: { short: { plan: 'pro', expiresIn: '1h' } } });
  world.clock.advance(3_599_999);
  expect(ask(world, 'GET', '/inventory', { key: 'short' }).status).toBe(200);
  world.clock.advance(1);
  const response = ask(world, 'GET', '/inventory', { key: 'short' });
  expect(response.status).toBe(401);
  expect(response.body).toContain('expired');
});

test('keys and accounts are listed in the order of their pseudonyms', () => {
  const accounts = new Accounts({ 'team-a': 'pro', test_pro: 'free' }, 'first-request', 0);
  const key = accounts.mint({ plan: 'free', expiresAtMs: undefined });
  expect(accounts.knownKeys()).toEqual([
    'test_free',
    'test_pro',
    'test_business',
    'test_enterprise',
    'test_revoked',
    'team-a',
    key,
  ]);
  expect([...accounts.all()].map(({ alias }) => alias)).toEqual(
    accounts.knownKeys().map((_, index) => `key#${index + 1}`),
  );
});

test('a minted key gets an unused name', () => {
  const accounts = new Accounts({ minted_1: 'pro', minted_3: 'pro' }, 'first-request', 0);
  const minted = [1, 2].map(() => accounts.mint({ plan: 'business', expiresAtMs: 5 }));
  expect(minted).toEqual(['minted_2', 'minted_4']);
  expect(accounts.ofKey('minted_2')).toMatchObject({ alias: 'key#8', plan: 'business', expiresAtMs: 5 });
});

test('the text of a deleted key stays reserved', () => {
  const accounts = new Accounts({ own: 'pro' }, 'first-request', 0);
  accounts.delete('own');
  expect(['own', 'test_free', 'other'].map((key) => accounts.isGiven(key))).toEqual([true, true, false]);
});

test('there can be ten thousand keys, including deleted ones, until the accounts are reset', () => {
  const accounts = new Accounts({ own: 'pro' }, 'first-request', 0);
  const mint = () => accounts.mint({ plan: 'free', expiresAtMs: undefined });
  for (let count = accounts.given.size; count < 10_000; count++) accounts.delete(mint());
  expect(mint).toThrow(
    'Creating an API key: the limit of 10000 is reached (deleted keys count). Reuse keys, or reset: that deletes all minted ones.',
  );
  accounts.reopen('first-request', 0);
  expect(mint()).toBe('minted_1');
});

test('a change of the windows resets quotas and keeps keys', () => {
  const accounts = new Accounts({ short: { plan: 'pro', expiresIn: '1h' } }, 'first-request', 0);
  const key = accounts.mint({ plan: 'free', expiresAtMs: undefined });
  for (const account of accounts.all()) account.minute.spend(0, 60);
  accounts.ofAddress('10.0.0.1').minute.spend(0, 60);
  accounts.renewQuotas('calendar');
  expect(accounts.knownKeys()).toContain(key);
  expect(accounts.ofKey('short')?.expiresAtMs).toBe(3_600_000);
  expect([...accounts.all(), accounts.ofAddress('10.0.0.1')].map(({ minute }) => minute.used(0))).toEqual(
    Array(8).fill(0),
  );
  expect(accounts.ofKey(key)?.minute.resetsAtMs(90_000)).toBe(120_000);
  expect(accounts.anonymous.minute.resetsAtMs(90_000)).toBe(120_000);
});

test('a reset keeps only the initial keys, and restarts their lifetimes', () => {
  const accounts = new Accounts({ short: { plan: 'pro', expiresIn: '1h' } }, 'first-request', 0);
  const key = accounts.mint({ plan: 'free', expiresAtMs: undefined });
  accounts.reopen('first-request', 1_000);
  expect(accounts.ofKey(key)).toBeUndefined();
  expect(accounts.ofKey('short')?.expiresAtMs).toBe(3_601_000);
});

test('each address has its own bucket', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  const home = accounts.ofAddress('10.0.0.1');
  expect(accounts.ofAddress('10.0.0.1')).toBe(home);
  expect(accounts.ofAddress('10.0.0.2')).not.toBe(home);
  expect(home).toMatchObject({ alias: undefined, plan: 'free' });
});

test('beyond the maximum of addresses the oldest is dropped', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  const first = accounts.ofAddress('first');
  const second = accounts.ofAddress('second');
  for (let i = 0; i < 9_999; i++) accounts.ofAddress(`later ${i}`);
  expect(accounts.ofAddress('second')).toBe(second);
  expect(accounts.ofAddress('first')).not.toBe(first);
});

test.each(['12|AbCdEf', 'a:b', '{"k":1}', 'k,ey;=', 'key#1', '%41\\', 'tab\tkey', 'schlüssel'])(
  'a key may have every visible character: %s',
  (key) => {
    const open = () => new Accounts({ [key]: 'pro' }, 'first-request', 0);
    if (/[^!-~]/.test(key)) return expect(open).toThrow('a header cannot carry the key');
    expect(open().ofKey(key)?.plan).toBe('pro');
    expect(open().resolve(key)).toBe(key);
  },
);

test.each([
  [
    'team a',
    'pro',
    "Creating an API key: a header cannot carry the key: it must consist of visible ASCII characters, without spaces. Try one such as 'team_a-1'.",
  ],
  [
    '',
    'pro',
    "Creating an API key: a header cannot carry the key: it must consist of visible ASCII characters, without spaces. Try one such as 'team_a-1'.",
  ],
  ['team', 'gold', 'Creating an API key: the plan is unknown. Plans: free, pro, business, enterprise.'],
  ['team', 'toString', 'Creating an API key: the plan is unknown. Plans: free, pro, business, enterprise.'],
  ['team', { plan: 'pro', expiresIn: 'soon' }, `Creating an API key: "soon" is not a lifetime. Try '1h'.`],
  ['team', { plan: 'pro', expires: '1h' }, 'there is no such field in its plan'],
  ['team', Promise.resolve('pro'), 'is a promise. Write await before it.'],
  ['team', null, "Creating an API key: its plan should be an object. Try 'pro', or { plan: 'pro', expiresIn: '1h' }."],
  ['team', { plan: 'pro', expiresIn: '-1h' }, `Creating an API key: "-1h" is not a lifetime. Try '1h'.`],
])('the key %j as %j is rejected: %s', (key, option, message) => {
  expect(() => new World({ keys: { [key]: option as KeyOption } })).toThrow(message);
});

test('an invalid key is not quoted', () => {
  expect(() => new World({ keys: { 's3cr3t key': 'pro' } })).toThrow(/^(?!.*s3cr3t)/);
});

test('a key can be given by its text or its pseudonym', () => {
  const accounts = new Accounts({ 'team-a': 'pro' }, 'first-request', 0);
  expect(accounts.keyOf('key#6')).toBe('team-a');
  expect(['team-a', 'key#6', 'key#1'].map((key) => accounts.resolve(key))).toEqual(['team-a', 'team-a', 'test_free']);
  expect(['key#7', 'key#0', 'key#01', 'team-b', ''].map((key) => accounts.resolve(key))).toEqual(
    Array(5).fill(undefined),
  );
});

test('a deleted key is unknown by both names', () => {
  const accounts = new Accounts({ 'team-a': 'pro' }, 'first-request', 0);
  accounts.delete('team-a');
  expect(accounts.ofKey('team-a')).toBeUndefined();
  expect([accounts.keyOf('key#6'), accounts.resolve('key#6'), accounts.resolve('team-a')]).toEqual(
    Array(3).fill(undefined),
  );
  expect(accounts.knownKeys()).not.toContain('team-a');
  expect([...accounts.all()]).toHaveLength(5);
  expect(accounts.given.get('key#6')).toBe('team-a');
});

test('text and pseudonym of a deleted key are not reused', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  const mint = () => accounts.mint({ plan: 'free', expiresAtMs: undefined });
  const first = mint();
  accounts.delete(first);
  expect(mint()).toBe('minted_2');
  expect(accounts.ofKey('minted_2')?.alias).toBe('key#7');
});

test('deleted keys return when accounts are reset or restored', () => {
  const accounts = new Accounts({ 'team-a': 'pro' }, 'first-request', 0);
  accounts.delete('team-a');
  const saved = accounts.state();
  accounts.reopen('first-request', 0);
  expect(accounts.ofKey('team-a')?.alias).toBe('key#6');
  expect(accounts.mint({ plan: 'free', expiresAtMs: undefined })).toBe('minted_1');
  for (let round = 0; round < 2; round++) {
    accounts.restore(saved, 'first-request', 0);
    expect(accounts.knownKeys()).toHaveLength(5);
    expect(accounts.given.size).toBe(6);
    const key = accounts.mint({ plan: 'free', expiresAtMs: undefined });
    expect(accounts.ofKey(key)?.alias).toBe('key#7');
    accounts.delete(key);
  }
});

test('a world with an isolated key has no sample keys', () => {
  const accounts = new Accounts({ own: 'pro' }, 'first-request', 0, { hasSampleKeys: false });
  expect(accounts.knownKeys()).toEqual(['own']);
  expect(accounts.ofKey('own')?.alias).toBe('key#1');
  accounts.reopen('first-request', 0);
  expect(accounts.knownKeys()).toEqual(['own']);
});

test('keys may come from a generator, which is called until one is unused', () => {
  const texts = ['own', 'gone', 'gone', 'new'];
  const nextKey = () => texts.shift() ?? '';
  const accounts = new Accounts({ own: 'pro' }, 'first-request', 0, { nextKey });
  accounts.delete(accounts.mint({ plan: 'free', expiresAtMs: undefined }));
  expect(accounts.mint({ plan: 'free', expiresAtMs: undefined })).toBe('new');
});

test('the suggested key is a sample key, by its text, if one is left', () => {
  const accounts = new Accounts({}, 'first-request', 0);
  expect(keyThatWorks(accounts)).toBe('a sample key such as test_free');
  accounts.delete('test_free');
  expect(keyThatWorks(accounts)).toBe('a sample key such as test_pro');
});

test('any other suggested key is named by its pseudonym', () => {
  const accounts = new Accounts({ 'team-a': 'pro', 'team-b': 'pro' }, 'first-request', 0, { hasSampleKeys: false });
  accounts.delete('team-a');
  expect(keyThatWorks(accounts)).toBe('a pseudonym such as key#2');
});

test('without keys none is suggested', () => {
  expect(keyThatWorks(new Accounts({}, 'first-request', 0, { hasSampleKeys: false }))).toBeUndefined();
});
