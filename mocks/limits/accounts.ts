import { sampleKeys } from '../../fixtures/keys.js';
import type { Behaviour } from '../../src/spec/behaviour.js';
import { assertNotPromise, InputError } from '../../src/spec/validation/input-error.js';
import { checkedKey, type KeyOption, type WorldLinks } from '../world-options.js';
import { type Account, createAccount, expiryOf, type Identity, saveAccount } from './account.js';

/** Addresses without a key that are remembered at once; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;
/** Minted keys, including deleted ones: the journal searches everything it shows for each of them. */
const MOST_MINTED = 10_000;

type WindowStart = Behaviour['window-start'];

interface AccountsState {
  windowStart: WindowStart;
  firstKeys: number;
  minted: number;
  readonly byKey: Map<string, Account>;
  readonly given: Map<string, string>;
  readonly deleted: Set<string>;
  readonly byAddress: Map<string, Account>;
  anonymous: Account;
}

function copyState(state: AccountsState): AccountsState {
  return {
    ...state,
    byKey: new Map(state.byKey),
    given: new Map(state.given),
    deleted: new Set(state.deleted),
    byAddress: new Map(state.byAddress),
  };
}

/** The accounts of a world: those of its keys, and of addresses without one. */
export class Accounts {
  readonly #ownKeys: readonly ({ readonly key: string } & ReturnType<typeof checkedKey>)[];
  readonly #links: WorldLinks;
  #state: AccountsState;

  /** Opens the user's keys, and the sample keys unless the links disable them. Throws an InputError for an invalid key or plan. */
  constructor(
    keys: Readonly<Record<string, KeyOption>>,
    windowStart: WindowStart,
    openedAtMs: number,
    links: WorldLinks = {},
  ) {
    this.#ownKeys = Object.entries(keys).map(([key, option]) => ({ key, ...checkedKey(key, option) }));
    this.#links = links;
    this.#state = emptyState(windowStart);
    this.#openFirstKeys(openedAtMs);
  }

  /** Returns the account of a key, including revoked and expired ones; undefined for an unknown or deleted key. */
  ofKey(key: string): Account | undefined {
    return this.#state.byKey.get(key);
  }

  /** Returns the text of the key with a pseudonym; undefined if unknown. */
  keyOf(alias: string): string | undefined {
    const key = this.#state.given.get(alias);
    return key !== undefined && this.#state.byKey.has(key) ? key : undefined;
  }

  /** Returns the text of a key, given its text or its pseudonym; undefined if unknown. */
  resolve(keyOrAlias: string): string | undefined {
    // No key looks like a pseudonym: a bearer token has no `#`.
    return this.#state.byKey.has(keyOrAlias) ? keyOrAlias : this.keyOf(keyOrAlias);
  }

  /** Every known key, in the order of their pseudonyms. */
  knownKeys(): readonly string[] {
    return [...this.#state.byKey.keys()];
  }

  /** Returns whether a text is a key that was issued, including deleted ones. */
  isGiven(key: string): boolean {
    return this.#state.byKey.has(key) || this.#state.deleted.has(key);
  }

  /** Every key that was ever issued, by its pseudonym and in the order of these. Deleted ones stay secret. */
  get given(): ReadonlyMap<string, string> {
    return this.#state.given;
  }

  /** The accounts of all keys, in the order of their pseudonyms. */
  all(): Iterable<Account> {
    return this.#state.byKey.values();
  }

  /** Issues a key that is not in use and returns it. Throws an InputError at the limit. */
  mint({ plan, expiresAtMs }: Pick<Identity, 'plan' | 'expiresAtMs'>): string {
    const state = this.#state;
    if (state.given.size - state.firstKeys >= MOST_MINTED) throw tooManyKeys();
    let key: string;
    do key = this.#links.nextKey?.() ?? `minted_${++state.minted}`;
    while (this.isGiven(key));
    this.#open(key, { plan, isRevoked: false, expiresAtMs });
    return key;
  }

  /** Deletes a key. Until the accounts are reopened, no other key gets its text or its pseudonym. */
  delete(key: string): void {
    if (this.#state.byKey.delete(key)) this.#state.deleted.add(key);
  }

  /** The account for requests without a valid key: nobody spends from it. */
  get anonymous(): Account {
    return this.#state.anonymous;
  }

  /** Returns the bucket of a caller's address, a new one for a new address. */
  ofAddress(address: string): Account {
    const { byAddress, windowStart } = this.#state;
    const known = byAddress.get(address);
    if (known !== undefined) return known;
    if (byAddress.size >= MOST_ADDRESSES) byAddress.delete(byAddress.keys().next().value ?? '');
    const account = createAnonymous(windowStart);
    byAddress.set(address, account);
    return account;
  }

  /** Restarts quotas and bans in windows of that kind. Keys stay as they are: minted, revoked, or about to expire. */
  renewQuotas(windowStart: WindowStart): void {
    const { byKey, byAddress } = this.#state;
    this.#state.windowStart = windowStart;
    for (const [key, account] of byKey) byKey.set(key, createAccount(account, windowStart));
    byAddress.clear();
    this.#state.anonymous = createAnonymous(windowStart);
  }

  /** Goes back to the initial keys, unused; lifetimes begin at that moment. */
  reopen(windowStart: WindowStart, nowMs: number): void {
    this.#state = emptyState(windowStart);
    this.#openFirstKeys(nowMs);
  }

  save(): () => void {
    const saved = copyState(this.#state);
    const restoreEach = [...saved.byKey.values(), ...saved.byAddress.values()].map(saveAccount);
    return () => {
      this.#state = copyState(saved);
      for (const restore of restoreEach) restore();
    };
  }

  #openFirstKeys(nowMs: number): void {
    const { hasSampleKeys = true } = this.#links;
    for (const { key, plan, revoked } of hasSampleKeys ? sampleKeys : []) {
      this.#open(key, { plan, isRevoked: revoked, expiresAtMs: undefined });
    }
    for (const { key, plan, lifetimeMs } of this.#ownKeys) {
      this.#open(key, { plan, isRevoked: false, expiresAtMs: expiryOf(nowMs, lifetimeMs) });
    }
    this.#state.firstKeys = this.#state.given.size;
  }

  #open(key: string, identity: Omit<Identity, 'alias'>): void {
    const { byKey, given, windowStart } = this.#state;
    const alias = byKey.get(key)?.alias ?? `key#${given.size + 1}`;
    given.set(alias, key);
    byKey.set(key, createAccount({ ...identity, alias }, windowStart));
  }
}

function emptyState(windowStart: WindowStart): AccountsState {
  return {
    windowStart,
    firstKeys: 0,
    minted: 0,
    byKey: new Map(),
    given: new Map(),
    deleted: new Set(),
    byAddress: new Map(),
    anonymous: createAnonymous(windowStart),
  };
}

function createAnonymous(windowStart: WindowStart): Account {
  return createAccount({ alias: undefined, plan: 'free', isRevoked: false, expiresAtMs: undefined }, windowStart);
}

function tooManyKeys(): InputError {
  const problem = `the limit of ${MOST_MINTED} is reached (deleted keys count)`;
  return new InputError('Creating an API key', problem, 'Reuse keys, or reset: that deletes all minted ones.');
}

/**
 * Returns the account of a key, given its text or its pseudonym, whether banned, revoked or expired. Throws an InputError,
 * which never quotes the key, for an unknown or deleted one.
 */
export function knownAccount(accounts: Accounts, attempted: string, keyOrAlias: string): Account {
  assertNotPromise(attempted, 'the key', keyOrAlias);
  const key = accounts.resolve(keyOrAlias);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  if (account !== undefined) return account;
  const ways = ["Define it with the option keys: { my_key: 'free' }", "mint one with keys.mint({ plan: 'free' })"];
  const known = keyThatWorks(accounts);
  const remedy = known === undefined ? ways.join(', or ') : `${ways.join(', ')}, or use ${known}`;
  const inWords = known === undefined ? 'Mint one first.' : `Use ${known}, or mint one.`;
  throw new InputError(attempted, 'the key is not known to the fake', `${remedy}.`, inWords);
}

/** Returns how to refer to a known key, for error messages: only sample keys by their text. Undefined where there is no key. */
export function keyThatWorks(accounts: Accounts): string | undefined {
  const sample = sampleKeys.find(({ key }) => accounts.ofKey(key) !== undefined);
  if (sample !== undefined) return `a sample key such as ${sample.key}`;
  const [account] = accounts.all();
  return account && `a pseudonym such as ${account.alias}`;
}
