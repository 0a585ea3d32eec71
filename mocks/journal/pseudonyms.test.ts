import { expect, test } from 'vitest';
import { openAccounts } from '../limits/accounts.js';
import { createPseudonyms } from './pseudonyms.js';

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
