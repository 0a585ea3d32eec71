import type { PlanName } from '../../src/spec/plans.js';
import type { World } from '../world.js';

export interface MintOptions {
  /** Default `free`. */
  readonly plan?: PlanName;
  /** A lifetime by the fake's clock, such as `'1h'`; left out, the key lives for ever. */
  readonly expiresIn?: string;
}

/** API keys as a test makes and breaks them. `ban` and `revoke` throw an InputError for a key that the fake does not know. */
export interface KeysControl {
  /** Gives out a new key and answers it. Throws an InputError for a plan or a lifetime that cannot be. */
  mint(options?: MintOptions): string;
  /** Bans a key from now on, for `'5m'` or as long as the behaviour says (open question `ban-duration-seconds`). */
  ban(key: string, options?: { readonly for?: string }): void;
  /** Makes a key invalid: 401 from now on. */
  revoke(key: string): void;
}

export function createKeysControl(_world: World): KeysControl {
  return {} as never;
}
