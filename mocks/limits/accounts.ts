import { sampleKeys } from '../../fixtures/keys.js';
import { quote } from '../../src/json/quote.js';
import { BEARER_TOKEN } from '../../src/spec/bearer-token.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import { isPlanName, type PlanName, planNames } from '../../src/spec/plans.js';
import { InputError } from '../../src/validation/input-error.js';
import { parseDurationMs } from '../duration.js';
import { type Account, createAccount } from './account.js';

/** Addresses without a key that are remembered at once; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;

/** A key of the user's own: its plan, or the plan and a lifetime such as `'1h'` that begins when the world does. */
export type KeyOption = PlanName | { readonly plan: PlanName; readonly expiresIn?: string };

export interface Accounts {
  /** Answers the account of a key, revoked and expired ones included; undefined for a key that was never given out. */
  ofKey(key: string): Account | undefined;
  /** Answers the account that stands for everybody without a valid key: nobody spends from it. */
  readonly anonymous: Account;
  /** Answers the bucket of a caller's address, a new one at first sight. */
  ofAddress(address: string): Account;
}

/** Opens the accounts of the sample keys and of the user's. Throws an InputError for a key or a plan that cannot be. */
export function openAccounts(
  keys: Readonly<Record<string, KeyOption>>,
  windowStart: Behaviour['window-start'],
  nowMs: number,
): Accounts {
  const byKey = new Map<string, Account>();
  const open = (key: string, plan: PlanName, isRevoked: boolean, expiresAtMs: number | undefined) => {
    const alias = byKey.get(key)?.alias ?? `key#${byKey.size + 1}`;
    byKey.set(key, createAccount({ alias, plan, isRevoked, expiresAtMs }, windowStart));
  };
  for (const { key, plan, revoked } of sampleKeys) open(key, plan, revoked, undefined);
  for (const [key, option] of Object.entries(keys)) {
    const { plan, lifetimeMs } = checkedKey(key, option);
    open(key, plan, false, lifetimeMs === undefined ? undefined : nowMs + lifetimeMs);
  }

  const openAnonymous = () =>
    createAccount({ alias: undefined, plan: 'free', isRevoked: false, expiresAtMs: undefined }, windowStart);
  const byAddress = new Map<string, Account>();
  return {
    ofKey: (key) => byKey.get(key),
    anonymous: openAnonymous(),
    ofAddress(address) {
      const known = byAddress.get(address);
      if (known !== undefined) return known;
      if (byAddress.size >= MOST_ADDRESSES) byAddress.delete(byAddress.keys().next().value ?? '');
      const account = openAnonymous();
      byAddress.set(address, account);
      return account;
    },
  };
}

function checkedKey(key: string, option: KeyOption): { plan: PlanName; lifetimeMs: number | undefined } {
  const attempted = 'Giving out an API key';
  if (!BEARER_TOKEN.test(key)) {
    throw new InputError(attempted, 'the key has characters that no bearer token has', "Try one such as 'team_a-1'.");
  }
  const { plan, expiresIn } = typeof option === 'string' ? { plan: option } : (option ?? {});
  // What stands in the plan's place may be the key: it is not quoted.
  if (!isPlanName(plan)) {
    throw new InputError(attempted, `it names no plan that there is`, `Plans: ${planNames.join(', ')}.`);
  }
  const lifetimeMs = expiresIn === undefined ? undefined : parseDurationMs(expiresIn);
  if (expiresIn !== undefined && lifetimeMs === undefined) {
    throw new InputError(attempted, `${quote(String(expiresIn))} is no lifetime`, "Try '1h'.");
  }
  return { plan, lifetimeMs };
}
