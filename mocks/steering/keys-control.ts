import { quoteValue } from '../../src/json/quote-value.js';
import type { PlanName } from '../../src/spec/plans.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { parseDurationMs } from '../duration.js';
import { type Account, banAccount, expiryOf } from '../limits/account.js';
import { checkedTerms } from '../limits/key-option.js';
import type { World } from '../world.js';
import { type KeyInfo, keyInfo } from './key-info.js';
import { knownAccount } from './known-account.js';

export type { KeyInfo, QuotaInfo } from './key-info.js';

export interface MintOptions {
  /** Default `free`. */
  readonly plan?: PlanName;
  /** A lifetime by the fake's clock, such as `'1h'`; left out, the key lives for ever. */
  readonly expiresIn?: string;
}

/**
 * API keys as a test makes and breaks them. A key is named by its text or by its pseudonym, such as `key#1`; one that the
 * fake does not know is an InputError.
 */
export interface KeysControl {
  /** Gives out a new key and answers it: `minted_1`, `minted_2` and so on. Throws an InputError for a plan or a lifetime that cannot be, and where there are too many. */
  mint(options?: MintOptions): string;
  /** Bans a key from now on, for `'5m'` or as long as the behaviour says (open question `ban-duration-seconds`). */
  ban(key: string, options?: { readonly for?: string }): void;
  /** Ends a ban; refusals that lead to the next one stay counted (open question `ban-threshold`). */
  unban(key: string): void;
  /** Makes a key invalid: 401 from now on. */
  revoke(key: string): void;
  /**
   * Forgets a key: 401 from now on, as for one that never was. A reset brings back the sample keys and those of the option
   * `keys`. Until then no other key gets its pseudonym.
   */
  delete(key: string): void;
  /** Tells how every key stands at this moment, in the order of their pseudonyms; looking begins no window. */
  list(): readonly KeyInfo[];
  /** Tells how one key stands at this moment. */
  get(key: string): KeyInfo;
}

export function createKeysControl(world: World): KeysControl {
  const { accounts, clock } = world;
  const infoOf = (account: Account) => keyInfo(account, world.behaviour, clock.now());
  return {
    mint(options = {}) {
      const example = "{ plan: 'pro', expiresIn: '1h' }";
      const attempted = 'Giving out an API key';
      const fields = checkedFields(attempted, 'the options', options, ['plan', 'expiresIn'], example);
      const { plan, lifetimeMs } = checkedTerms({ plan: 'free', ...fields });
      return accounts.mint({ plan, expiresAtMs: expiryOf(clock.now(), lifetimeMs) });
    },
    ban(key, options = {}) {
      const attempted = 'Banning a key';
      const account = knownAccount(accounts, attempted, key);
      const { for: duration } = checkedFields(attempted, 'the options', options, ['for'], "{ for: '5m' }");
      const durationMs = duration === undefined ? defaultBanMs(world) : checkedBanMs(attempted, duration);
      banAccount(account, clock.now(), durationMs);
    },
    unban(key) {
      knownAccount(accounts, 'Ending a ban', key).ban = undefined;
    },
    revoke(key) {
      knownAccount(accounts, 'Revoking a key', key).isRevoked = true;
    },
    delete(key) {
      knownAccount(accounts, 'Deleting a key', key);
      accounts.delete(accounts.resolve(key) ?? key);
    },
    list: () => Array.from(accounts.all(), infoOf),
    get: (key) => infoOf(knownAccount(accounts, 'Looking at a key', key)),
  };
}

function defaultBanMs({ behaviour }: World): number {
  return behaviour['ban-duration-seconds'] * 1000;
}

function checkedBanMs(attempted: string, duration: unknown): number {
  const durationMs = parseDurationMs(duration as string);
  if (durationMs !== undefined) return durationMs;
  throw new InputError(attempted, `${quoteValue(duration)} is no length of time`, "Try '5m'.");
}
