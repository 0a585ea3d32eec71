import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import type { Account } from '../limits/account.js';
import type { Accounts } from '../limits/accounts.js';
import { keyThatWorks } from '../limits/key-that-works.js';

/**
 * Answers the account of a key, which is named by its text or its pseudonym, be it banned, revoked or expired. Throws an
 * InputError, which never quotes the key, for one that was not given out, or was deleted.
 */
export function knownAccount(accounts: Accounts, attempted: string, keyOrAlias: string): Account {
  refusePromise(attempted, 'the key', keyOrAlias);
  const key = accounts.resolve(keyOrAlias);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  if (account !== undefined) return account;
  const ways = [
    "Give it out from the start with the option keys: { my_key: 'free' }",
    "mint one with keys.mint({ plan: 'free' })",
  ];
  const known = keyThatWorks(accounts);
  const remedy = known === undefined ? ways.join(', or ') : `${ways.join(', ')}, or use ${known}`;
  const inWords = known === undefined ? 'Mint one first.' : `Use ${known}, or mint one.`;
  throw new InputError(attempted, 'the fake knows no such key', `${remedy}.`, inWords);
}
