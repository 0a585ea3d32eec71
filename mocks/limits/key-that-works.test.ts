import { expect, test } from 'vitest';
import { openAccounts } from './accounts.js';
import { keyThatWorks } from './key-that-works.js';

test('of the sample keys one that is still known is named by its text', () => {
  const accounts = openAccounts({}, 'first-request', 0);
  expect(keyThatWorks(accounts)).toBe('a sample key such as test_free');
  accounts.delete('test_free');
  expect(keyThatWorks(accounts)).toBe('a sample key such as test_pro');
});

test('every other key is named by its pseudonym', () => {
  const accounts = openAccounts({ 'team-a': 'pro', 'team-b': 'pro' }, 'first-request', 0, { hasSampleKeys: false });
  accounts.delete('team-a');
  expect(keyThatWorks(accounts)).toBe('a pseudonym such as key#2');
});

test('where there is no key, none is named', () => {
  expect(keyThatWorks(openAccounts({}, 'first-request', 0, { hasSampleKeys: false }))).toBeUndefined();
});
