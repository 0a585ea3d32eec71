import { checkedFields, InputError } from '../../src/json/input-error.js';
import { type Account, type WindowState, windowsOf } from '../limits/account.js';
import { knownAccount } from '../limits/accounts.js';
import type { World } from '../world.js';

const SETTING = 'Setting a quota';

type WindowName = 'minute' | 'day';

/**
 * Creates what reads and sets quotas. A key is given by its text or by its pseudonym, such as `key#1`. All methods throw an
 * InputError for an unknown key. A revoked, banned or expired key has quotas too, though its requests are rejected before they count.
 */
export function createLimitsControl(world: World) {
  const setRemaining = (account: Account, remaining: unknown, window: unknown = 'minute') => {
    if (window !== 'minute' && window !== 'day') {
      throw new InputError(SETTING, 'unknown window', "Windows: 'minute' (default), 'day'.");
    }
    const { limit } = windowsOf(account, world.behaviour, world.clock.now())[window];
    if (typeof remaining !== 'number' || !Number.isInteger(remaining) || remaining < 0 || remaining > limit) {
      const problem = `${typeof remaining === 'number' ? remaining : 'the value'} is not a number of remaining requests`;
      const remedy = `The plan ${account.plan} has ${limit} per ${window}: try any number from 0 to ${limit}.`;
      throw new InputError(SETTING, problem, remedy);
    }
    account[window].setUsed(world.clock.now(), limit - remaining);
  };
  return {
    get(key: string): { readonly minute: WindowState; readonly day: WindowState } {
      return windowsOf(knownAccount(world.accounts, 'Reading a quota', key), world.behaviour, world.clock.now());
    },
    /**
     * Sets the remaining requests of a key in its minute or day; a window that has not begun begins now.
     * Throws an InputError for a number above the limit of its plan.
     */
    set(key: string, state: { readonly remaining: number; readonly window?: WindowName }): void {
      const account = knownAccount(world.accounts, SETTING, key);
      const example = "{ remaining: 3 }, or { remaining: 3, window: 'day' }";
      const { remaining, window } = checkedFields(SETTING, 'the state', state, ['remaining', 'window'], example);
      setRemaining(account, remaining, window);
    },
    /** Uses up a window, by default the minute: requests of the key get a 429 until it resets. */
    exhaust(key: string, window?: WindowName): void {
      setRemaining(knownAccount(world.accounts, SETTING, key), 0, window);
    },
  };
}

/** Reads and changes the quotas of keys. */
export interface LimitsControl extends ReturnType<typeof createLimitsControl> {}
