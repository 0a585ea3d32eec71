import { sampleKeys } from '../../fixtures/keys.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import { assertNotPromise, InputError } from '../../src/spec/validation/input-error.js';
import type { WorldLinks } from '../world-links.js';
import { checkedKey, type KeyOption } from '../world-options.js';
import { type Account, createAccount, expiryOf, type Identity, saveAccount } from './account.js';

/** Addresses without a key that are remembered at once; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;
/** Minted keys, deleted ones included: the journal looks for each of them in all that it shows. */
const MOST_MINTED = 10_000;

type WindowStart = Behaviour['window-start'];

export interface Accounts {
  /** Returns the account of a key, revoked and expired ones included; undefined for a key that was never given out, or was deleted. */
  ofKey(key: string): Account | undefined;
  /** Returns the text of the key that has a pseudonym; undefined where there is none. */
  keyOf(alias: string): string | undefined;
  /** Returns the text of the key that is named by its text or by its pseudonym. */
  resolve(keyOrAlias: string): string | undefined;
  /** Every key that is known, in the order of their pseudonyms. */
  knownKeys(): readonly string[];
  /** Whether a text is a key that was given out, be it deleted since. */
  isGiven(key: string): boolean;
  /** The text of every key that was ever given out, by its pseudonym and in the order of these: deleted ones too, which stay secrets. */
  readonly given: ReadonlyMap<string, string>;
  /** The accounts of all keys, in the order of their pseudonyms. */
  all(): Iterable<Account>;
  /** Gives out a key of a name that nobody has yet, and answers it. Throws an InputError where there are too many. */
  mint(identity: Pick<Identity, 'plan' | 'expiresAtMs'>): string;
  /** Forgets a key. Until the accounts are opened again, nobody gets its text or its pseudonym. */
  delete(key: string): void;
  /** Returns the account that stands for everybody without a valid key: nobody spends from it. */
  readonly anonymous: Account;
  /** Returns the bucket of a caller's address, a new one at first sight. */
  ofAddress(address: string): Account;
  /** Begins quotas and bans anew, in windows of that kind. Keys stay as they are: minted, revoked, or about to expire. */
  renewQuotas(windowStart: WindowStart): void;
  /** Goes back to the keys that were there at first, none of them used; lifetimes begin at that moment. */
  reopen(windowStart: WindowStart, nowMs: number): void;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Opens the accounts of the sample keys, unless the links tell otherwise, and of the user's. Throws an InputError for a key or a plan that cannot be. */
export function openAccounts(
  keys: Readonly<Record<string, KeyOption>>,
  firstWindowStart: WindowStart,
  openedAtMs: number,
  { hasSampleKeys = true, nextKey }: WorldLinks = {},
): Accounts {
  const ownKeys = Object.entries(keys).map(([key, option]) => ({ key, ...checkedKey(key, option) }));
  let windowStart: WindowStart;
  let firstKeys: number;
  let minted: number;
  let byKey: Map<string, Account>;
  let given: Map<string, string>;
  let deleted: Set<string>;
  let byAddress: Map<string, Account>;
  let anonymous: Account;

  const openAnonymous = () =>
    createAccount({ alias: undefined, plan: 'free', isRevoked: false, expiresAtMs: undefined }, windowStart);
  const open = (key: string, identity: Omit<Identity, 'alias'>) => {
    const alias = byKey.get(key)?.alias ?? `key#${given.size + 1}`;
    given.set(alias, key);
    byKey.set(key, createAccount({ ...identity, alias }, windowStart));
  };
  const reopen = (start: WindowStart, nowMs: number) => {
    windowStart = start;
    minted = 0;
    byKey = new Map();
    given = new Map();
    deleted = new Set();
    byAddress = new Map();
    anonymous = openAnonymous();
    for (const { key, plan, revoked } of hasSampleKeys ? sampleKeys : [])
      open(key, { plan, isRevoked: revoked, expiresAtMs: undefined });
    for (const { key, plan, lifetimeMs } of ownKeys) {
      open(key, { plan, isRevoked: false, expiresAtMs: expiryOf(nowMs, lifetimeMs) });
    }
    firstKeys = given.size;
  };
  reopen(firstWindowStart, openedAtMs);

  const keyOf = (alias: string) => {
    const key = given.get(alias);
    return key !== undefined && byKey.has(key) ? key : undefined;
  };

  return {
    ofKey: (key) => byKey.get(key),
    keyOf,
    // No key looks like a pseudonym: a bearer token has no `#`.
    resolve: (keyOrAlias) => (byKey.has(keyOrAlias) ? keyOrAlias : keyOf(keyOrAlias)),
    knownKeys: () => [...byKey.keys()],
    isGiven: (key) => byKey.has(key) || deleted.has(key),
    get given() {
      return given;
    },
    all: () => byKey.values(),
    mint({ plan, expiresAtMs }) {
      if (given.size - firstKeys >= MOST_MINTED) throw tooManyKeys();
      let key: string;
      do key = nextKey?.() ?? `minted_${++minted}`;
      while (byKey.has(key) || deleted.has(key));
      open(key, { plan, isRevoked: false, expiresAtMs });
      return key;
    },
    delete(key) {
      if (byKey.delete(key)) deleted.add(key);
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
      const saved = { windowStart, minted, anonymous };
      const copies = {
        byKey: new Map(byKey),
        given: new Map(given),
        deleted: new Set(deleted),
        byAddress: new Map(byAddress),
      };
      const putBack = [...byKey.values(), ...byAddress.values()].map(saveAccount);
      return () => {
        ({ windowStart, minted, anonymous } = saved);
        byKey = new Map(copies.byKey);
        given = new Map(copies.given);
        deleted = new Set(copies.deleted);
        byAddress = new Map(copies.byAddress);
        for (const put of putBack) put();
      };
    },
  };
}

function tooManyKeys(): InputError {
  const problem = `${MOST_MINTED} were minted already, as many as may be, deleted ones included`;
  return new InputError('Giving out an API key', problem, 'Use those again, or reset: that forgets them all.');
}

/**
 * Returns the account of a key, which is named by its text or its pseudonym, be it banned, revoked or expired. Throws an
 * InputError, which never quotes the key, for one that was not given out, or was deleted.
 */
export function knownAccount(accounts: Accounts, attempted: string, keyOrAlias: string): Account {
  assertNotPromise(attempted, 'the key', keyOrAlias);
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

/** Says what names a key that is known, for the remedies of errors: only a sample key by its text. Undefined where there is no key at all. */
export function keyThatWorks(accounts: Accounts): string | undefined {
  const sample = sampleKeys.find(({ key }) => accounts.ofKey(key) !== undefined);
  if (sample !== undefined) return `a sample key such as ${sample.key}`;
  const [account] = accounts.all();
  return account && `a pseudonym such as ${account.alias}`;
}
