import { checkedFields, InputError } from '../../src/spec/validation/input-error.js';
import { type Account, limitsOf, type WindowState, windowState } from '../limits/account.js';
import { knownAccount } from '../limits/accounts.js';
import type { World } from '../world.js';

/**
 * Quotas as a test sets and reads them. A key is named by its text or by its pseudonym, such as `key#1`; all throw an
 * InputError for one that the fake does not know. One that is revoked, banned or expired has quotas like any other, though
 * its requests are refused before they are looked at.
 */
export interface LimitsControl {
  get(key: string): { readonly minute: WindowState; readonly day: WindowState };
  /**
   * Says how many requests a key has left in its minute, or in its day; a window that has not begun begins now.
   * Throws an InputError for a number that its plan does not have.
   */
  set(key: string, state: { readonly remaining: number; readonly window?: 'minute' | 'day' }): void;
  /** Leaves a key none: its next request is refused with 429 until the window, the minute unless told otherwise, resets. */
  exhaust(key: string, window?: 'minute' | 'day'): void;
}

const SETTING = 'Setting a quota';

export function createLimitsControl(world: World): LimitsControl {
  const limitOf = (account: Account, window: 'minute' | 'day') => {
    const { perMinute, perDay } = limitsOf(account, world.behaviour);
    return window === 'minute' ? perMinute : perDay;
  };
  const setRemaining = (account: Account, remaining: unknown, window: unknown = 'minute') => {
    if (window !== 'minute' && window !== 'day') {
      throw new InputError(SETTING, 'there is no such window', "Windows: 'minute' (unless told otherwise), 'day'.");
    }
    const limit = limitOf(account, window);
    if (typeof remaining !== 'number' || !Number.isInteger(remaining) || remaining < 0 || remaining > limit) {
      const problem = `${typeof remaining === 'number' ? remaining : 'what is given'} is no number of requests left`;
      const remedy = `The plan ${account.plan} has ${limit} per ${window}: try any from 0 to ${limit}.`;
      throw new InputError(SETTING, problem, remedy);
    }
    account[window].setUsed(world.clock.now(), limit - remaining);
  };
  return {
    get(key) {
      const account = knownAccount(world.accounts, 'Looking at a quota', key);
      const stateOf = (window: 'minute' | 'day') =>
        windowState(account[window], limitOf(account, window), world.clock.now());
      return { minute: stateOf('minute'), day: stateOf('day') };
    },
    set(key, state) {
      const account = knownAccount(world.accounts, SETTING, key);
      const example = "{ remaining: 3 }, or { remaining: 3, window: 'day' }";
      const { remaining, window } = checkedFields(SETTING, 'the state', state, ['remaining', 'window'], example);
      setRemaining(account, remaining, window);
    },
    exhaust(key, window) {
      setRemaining(knownAccount(world.accounts, SETTING, key), 0, window);
    },
  };
}
