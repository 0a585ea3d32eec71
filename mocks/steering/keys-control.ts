import { parseDurationMs } from '../../src/json/duration.js';
import { checkedFields, InputError } from '../../src/json/input-error.js';
import { quoteValue } from '../../src/json/quoting.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import type { PlanName } from '../../src/service/plans.js';
import type { WindowName, WindowState } from '../../src/service/rate-limit-headers.js';
import {
  type Account,
  activeBan,
  banAccount,
  expiryOf,
  type KeyStanding,
  standingOf,
  windowsOf,
} from '../limits/account.js';
import { knownAccount } from '../limits/accounts.js';
import type { World } from '../world.js';
import { checkedTerms } from '../world-options.js';

/** Options of a new key. */
export interface MintOptions {
  /** Default `free`. */
  readonly plan?: PlanName;
  /** A lifetime by the fake's clock, such as `'1h'`. Default: the key never expires. */
  readonly expiresIn?: string;
}

/** Creates and changes API keys, given by text or pseudonym. Throws an InputError for an unknown one. */
export function createKeysControl(world: World) {
  const { accounts, clock } = world;
  const infoOf = (account: Account) => keyInfo(account, world.behaviour, clock.now());
  return {
    /** Creates a key and returns it: `minted_1`, `minted_2` and so on. Throws an InputError for an invalid plan or lifetime, and at the limit. */
    mint(options: MintOptions = {}): string {
      const example = "{ plan: 'pro', expiresIn: '1h' }";
      const attempted = 'Creating an API key';
      const fields = checkedFields(attempted, 'the options', options, ['plan', 'expiresIn'], example);
      const { plan, lifetimeMs } = checkedTerms({ plan: 'free', ...fields });
      return accounts.mint({ plan, expiresAtMs: expiryOf(clock.now(), lifetimeMs) });
    },
    /** Bans a key from now on, for `'5m'` or the duration of the behaviour (open question `ban-duration-seconds`). */
    ban(key: string, options: { readonly for?: string } = {}): void {
      const attempted = 'Banning a key';
      const account = knownAccount(accounts, attempted, key);
      const { for: duration } = checkedFields(attempted, 'the options', options, ['for'], "{ for: '5m' }");
      const usualMs = world.behaviour['ban-duration-seconds'] * 1000;
      const durationMs = duration === undefined ? usualMs : parseDurationMs(duration as string);
      if (durationMs === undefined) {
        throw new InputError(attempted, `${quoteValue(duration)} is not a duration`, "Try '5m'.");
      }
      banAccount(account, clock.now(), durationMs);
    },
    /** Ends a ban; rejected requests that count towards the next one stay counted (open question `ban-threshold`). */
    unban(key: string): void {
      knownAccount(accounts, 'Ending a ban', key).ban = undefined;
    },
    /** Revokes a key: 401 from now on. */
    revoke(key: string): void {
      knownAccount(accounts, 'Revoking a key', key).isRevoked = true;
    },
    /** Deletes a key: 401 from now on. A reset restores the sample keys and those of the option `keys`. */
    delete(key: string): void {
      knownAccount(accounts, 'Deleting a key', key);
      accounts.delete(accounts.resolve(key) ?? key);
    },
    /** Returns the current state of every key, in the order of their pseudonyms; reading starts no window. */
    list: (): readonly KeyInfo[] => Array.from(accounts.all(), infoOf),
    /** Returns the current state of one key. */
    get: (key: string): KeyInfo => infoOf(knownAccount(accounts, 'Reading a key', key)),
  };
}

/** Creates, bans, revokes and lists the API keys of a fake. */
export interface KeysControl extends ReturnType<typeof createKeysControl> {}

/** One window of a key's quota (§8). */
export interface QuotaInfo extends Omit<WindowState, 'resetsAtMs'> {
  /** When the window resets, in milliseconds since the epoch, by the fake's clock; undefined while it is unused. */
  readonly resetsAtMs: number | undefined;
}

/** The state of a key, without its text. Times in milliseconds since the epoch, by the fake's clock. */
export interface KeyInfo {
  /** The pseudonym in logs and in the journal, such as `key#1`. */
  readonly alias: string;
  readonly plan: PlanName;
  /** `revoked` wins over `expired`, and `expired` over `banned`. */
  readonly state: KeyStanding;
  readonly minute: QuotaInfo;
  readonly day: QuotaInfo;
  /** The current ban (§8.4); undefined if there is none. */
  readonly ban: { readonly fromMs: number; readonly untilMs: number } | undefined;
  /** Undefined: it never expires. */
  readonly expiresAtMs: number | undefined;
}

export function keyInfo(account: Account, behaviour: Behaviour, nowMs: number): KeyInfo {
  const { alias = '', plan, expiresAtMs } = account;
  const windows = windowsOf(account, behaviour, nowMs);
  const quotaOf = (name: WindowName): QuotaInfo =>
    account[name].used(nowMs) === 0 ? { ...windows[name], resetsAtMs: undefined } : windows[name];
  return {
    alias,
    plan,
    state: standingOf(account, nowMs),
    minute: quotaOf('minute'),
    day: quotaOf('day'),
    ban: activeBan(account, nowMs),
    expiresAtMs,
  };
}

const SETTING = 'Setting a quota';

/** Reads and sets the quotas of keys, also of a revoked, banned or expired one. Throws an InputError for an unknown one. */
export function createLimitsControl(world: World) {
  const windowsAt = (account: Account) => windowsOf(account, world.behaviour, world.clock.now());
  const setRemaining = (account: Account, remaining: unknown, window: unknown = 'minute') => {
    if (window !== 'minute' && window !== 'day') {
      throw new InputError(SETTING, 'unknown window', "Windows: 'minute' (default), 'day'.");
    }
    const { limit } = windowsAt(account)[window];
    if (typeof remaining !== 'number' || !Number.isInteger(remaining) || remaining < 0 || remaining > limit) {
      const problem = `${typeof remaining === 'number' ? remaining : 'the value'} is not a number of remaining requests`;
      const remedy = `The plan ${account.plan} has ${limit} per ${window}: try any number from 0 to ${limit}.`;
      throw new InputError(SETTING, problem, remedy);
    }
    account[window].setUsed(world.clock.now(), limit - remaining);
  };
  return {
    get: (key: string): Readonly<Record<WindowName, WindowState>> =>
      windowsAt(knownAccount(world.accounts, 'Reading a quota', key)),
    /** Sets the remaining requests of a key in its minute or day. Throws an InputError for a number above the limit of its plan. */
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
