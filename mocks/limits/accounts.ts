import { sampleKeys } from '../../fixtures/keys.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import { type Account, createAccount, type Identity, saveAccount } from './account.js';
import { checkedKey, type KeyOption } from './key-option.js';

/** Addresses without a key that are remembered at once; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;

type WindowStart = Behaviour['window-start'];

export interface Accounts {
  /** Answers the account of a key, revoked and expired ones included; undefined for a key that was never given out. */
  ofKey(key: string): Account | undefined;
  /** Every key that was given out, in the order of their pseudonyms. */
  knownKeys(): readonly string[];
  /** The accounts of all keys, in the order of their pseudonyms. */
  all(): Iterable<Account>;
  /** Gives out a key of a name that nobody has yet, and answers it. */
  mint(identity: Pick<Identity, 'plan' | 'expiresAtMs'>): string;
  /** Answers the account that stands for everybody without a valid key: nobody spends from it. */
  readonly anonymous: Account;
  /** Answers the bucket of a caller's address, a new one at first sight. */
  ofAddress(address: string): Account;
  /** Begins quotas and bans anew, in windows of that kind. Keys stay as they are: minted, revoked, or about to expire. */
  renewQuotas(windowStart: WindowStart): void;
  /** Goes back to the keys that were there at first, none of them used; lifetimes begin at that moment. */
  reopen(windowStart: WindowStart, nowMs: number): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Opens the accounts of the sample keys and of the user's. Throws an InputError for a key or a plan that cannot be. */
export function openAccounts(
  keys: Readonly<Record<string, KeyOption>>,
  firstWindowStart: WindowStart,
  openedAtMs: number,
): Accounts {
  const ownKeys = Object.entries(keys).map(([key, option]) => ({ key, ...checkedKey(key, option) }));
  let windowStart: WindowStart;
  let minted: number;
  let byKey: Map<string, Account>;
  let byAddress: Map<string, Account>;
  let anonymous: Account;

  const openAnonymous = () =>
    createAccount({ alias: undefined, plan: 'free', isRevoked: false, expiresAtMs: undefined }, windowStart);
  const open = (key: string, identity: Omit<Identity, 'alias'>) => {
    const alias = byKey.get(key)?.alias ?? `key#${byKey.size + 1}`;
    byKey.set(key, createAccount({ ...identity, alias }, windowStart));
  };
  const reopen = (start: WindowStart, nowMs: number) => {
    windowStart = start;
    minted = 0;
    byKey = new Map();
    byAddress = new Map();
    anonymous = openAnonymous();
    for (const { key, plan, revoked } of sampleKeys) open(key, { plan, isRevoked: revoked, expiresAtMs: undefined });
    for (const { key, plan, lifetimeMs } of ownKeys) {
      const expiresAtMs = lifetimeMs === undefined ? undefined : nowMs + lifetimeMs;
      open(key, { plan, isRevoked: false, expiresAtMs });
    }
  };
  reopen(firstWindowStart, openedAtMs);

  return {
    ofKey: (key) => byKey.get(key),
    knownKeys: () => [...byKey.keys()],
    all: () => byKey.values(),
    mint({ plan, expiresAtMs }) {
      let key: string;
      do key = `minted_${++minted}`;
      while (byKey.has(key));
      open(key, { plan, isRevoked: false, expiresAtMs });
      return key;
    },
    get anonymous() {
      return anonymous;
    },
    ofAddress(address) {
      const known = byAddress.get(address);
      if (known !== undefined) return known;
      if (byAddress.size >= MOST_ADDRESSES) byAddress.delete(byAddress.keys().next().value ?? '');
      const account = openAnonymous();
      byAddress.set(address, account);
      return account;
    },
    renewQuotas(start) {
      windowStart = start;
      for (const [key, account] of byKey) byKey.set(key, createAccount(account, windowStart));
      byAddress.clear();
      anonymous = openAnonymous();
    },
    reopen,
    save() {
      const saved = { windowStart, minted, anonymous, byKey: new Map(byKey), byAddress: new Map(byAddress) };
      const putBack = [...byKey.values(), ...byAddress.values()].map(saveAccount);
      return () => {
        ({ windowStart, minted, anonymous } = saved);
        byKey = new Map(saved.byKey);
        byAddress = new Map(saved.byAddress);
        for (const put of putBack) put();
      };
    },
  };
}
