import { quoteValue } from '../../src/json/quote-value.js';
import type { PlanName } from '../../src/spec/plans.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { parseDurationMs } from '../duration.js';
import { banAccount } from '../limits/account.js';
import { checkedTerms } from '../limits/key-option.js';
import type { World } from '../world.js';
import { knownAccount } from './known-account.js';

export interface MintOptions {
  /** Default `free`. */
  readonly plan?: PlanName;
  /** A lifetime by the fake's clock, such as `'1h'`; left out, the key lives for ever. */
  readonly expiresIn?: string;
}

/** API keys as a test makes and breaks them. `ban` and `revoke` throw an InputError for a key that the fake does not know. */
export interface KeysControl {
  /** Gives out a new key and answers it: `minted_1`, `minted_2` and so on. Throws an InputError for a plan or a lifetime that cannot be. */
  mint(options?: MintOptions): string;
  /** Bans a key from now on, for `'5m'` or as long as the behaviour says (open question `ban-duration-seconds`). */
  ban(key: string, options?: { readonly for?: string }): void;
  /** Makes a key invalid: 401 from now on. */
  revoke(key: string): void;
}

export function createKeysControl(world: World): KeysControl {
  return {
    mint(options = {}) {
      const example = "{ plan: 'pro', expiresIn: '1h' }";
      const attempted = 'Giving out an API key';
      const fields = checkedFields(attempted, 'the options', options, ['plan', 'expiresIn'], example);
      const { plan, lifetimeMs } = checkedTerms({ plan: 'free', ...fields });
      const expiresAtMs = lifetimeMs === undefined ? undefined : world.clock.now() + lifetimeMs;
      return world.accounts.mint({ plan, expiresAtMs });
    },
    ban(key, options = {}) {
      const attempted = 'Banning a key';
      const account = knownAccount(world, attempted, key);
      const { for: duration } = checkedFields(attempted, 'the options', options, ['for'], "{ for: '5m' }");
      const durationMs = duration === undefined ? defaultBanMs(world) : checkedBanMs(attempted, duration);
      banAccount(account, world.clock.now(), durationMs);
    },
    revoke(key) {
      knownAccount(world, 'Revoking a key', key).isRevoked = true;
    },
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
