import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import type { Account } from '../limits/account.js';
import type { World } from '../world.js';

/** Answers the account of a key, be it banned, revoked or expired. Throws an InputError, which never quotes the key, for one that was not given out. */
export function knownAccount(world: World, attempted: string, key: string): Account {
  refusePromise(attempted, 'the key', key);
  const account = world.accounts.ofKey(key);
  if (account !== undefined) return account;
  const remedy =
    "Give it out from the start with the option keys: { my_key: 'free' }, mint one with keys.mint({ plan: 'free' }), or use a sample key such as test_free.";
  throw new InputError(attempted, 'the fake knows no such key', remedy);
}
