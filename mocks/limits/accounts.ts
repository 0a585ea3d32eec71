import { sampleKeys } from '../../fixtures/keys.js';
import { assertNotPromise, InputError } from '../../src/json/input-error.js';
import type { Behaviour } from '../../src/service/behaviour.js';
import { checkedKey, type KeyOption, type WorldLinks } from '../world-options.js';
import { type Account, createAccount, expiryOf, type Identity, type Usage, usageOf } from './account.js';

/** Addresses without a key that are remembered at once; the oldest is forgotten first. */
const MOST_ADDRESSES = 10_000;
/** Keys, including deleted ones: the journal searches everything it shows for each of them. */
const MOST_KEYS = 10_000;

type WindowStart = Behaviour['window-start'];

function emptyState(windowStart: WindowStart) {
  return {
    windowStart,
    aliases: 0,
    /** The number of the last key that was minted without links. */
    minted: 0,
    byKey: new Map<string, Account>(),
    given: new Map<string, string>(),
    deleted: new Set<string>(),
    byAddress: new Map<string, Account>(),
    anonymous: createAnonymous(windowStart),
  };
}

type OpenAccounts = ReturnType<typeof emptyState>;

export interface AccountsState extends Readonly<Pick<OpenAccounts, 'aliases' | 'minted'>> {
  /** In the order of their pseudonyms. */
  readonly keys: readonly KeyState[];
  readonly addresses: readonly { readonly address: string; readonly usage: Usage }[];
}

/** A key, with either its text or its place in the option `keys`: those texts belong to the user. */
interface KeyState {
  readonly alias: string;
  readonly key?: string;
  /** 1 for the first. */
  readonly ownKey?: number;
  readonly isDeleted?: true;
  readonly plan: Account['plan'];
  readonly isRevoked: boolean;
  readonly expiresAtMs?: number | undefined;
  readonly usage?: Usage;
}

interface FirstKey extends Pick<Identity, 'plan'> {
  readonly key: string;
  readonly revoked?: boolean;
  readonly lifetimeMs?: number | undefined;
}

export class Accounts {
  readonly #ownKeys: readonly FirstKey[];
  readonly #links: WorldLinks;
  #state: OpenAccounts;

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

  keyOf(alias: string): string | undefined {
    const key = this.#state.given.get(alias);
    return key !== undefined && this.#state.byKey.has(key) ? key : undefined;
  }

  /** Returns the text of a key, given its text or its pseudonym; undefined if unknown. */
  resolve(keyOrAlias: string): string | undefined {
    // A key that looks like a pseudonym wins over it.
    return this.#state.byKey.has(keyOrAlias) ? keyOrAlias : this.keyOf(keyOrAlias);
  }

  knownKeys(): readonly string[] {
    return [...this.#state.byKey.keys()];
  }

  isGiven(key: string): boolean {
    return this.#state.byKey.has(key) || this.#state.deleted.has(key);
  }

  /** Every key that was ever issued, by its pseudonym and in the order of these. Deleted ones stay secret. */
  get given(): ReadonlyMap<string, string> {
    return this.#state.given;
  }

  all(): Iterable<Account> {
    return this.#state.byKey.values();
  }

  /** Issues a key that is not in use and returns it. Throws an InputError at the limit. */
  mint({ plan, expiresAtMs }: Pick<Identity, 'plan' | 'expiresAtMs'>): string {
    const state = this.#state;
    if (state.given.size >= MOST_KEYS) {
      const problem = `the limit of ${MOST_KEYS} is reached (deleted keys count)`;
      throw new InputError('Creating an API key', problem, 'Reuse keys, or reset: that deletes all minted ones.');
    }
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

  /** Returns all keys and addresses as data, without the texts of the user's own keys. */
  state(): AccountsState {
    const { aliases, minted, byKey, given, byAddress } = this.#state;
    const keys = Array.from(given, ([alias, key]): KeyState => {
      const account = byKey.get(key);
      const name = { alias, ...this.#nameOf(key) };
      if (account === undefined) return { ...name, isDeleted: true, plan: 'free', isRevoked: false };
      const { plan, isRevoked, expiresAtMs } = account;
      return { ...name, plan, isRevoked, expiresAtMs, usage: usageOf(account) };
    });
    const addresses = Array.from(byAddress, ([address, account]) => ({ address, usage: usageOf(account) }));
    return { aliases, minted, keys, addresses };
  }

  /** Returns whether this world may open the keys of a state. An isolated one opens its own only: that it was opened with must be among them, and no sample key unless it has those. */
  mayOpen({ keys }: AccountsState): boolean {
    const { isolatedKey, hasSampleKeys = true } = this.#links;
    if (isolatedKey === undefined) return true;
    const texts = new Set(keys.map(({ key }) => key));
    return texts.has(isolatedKey) && (hasSampleKeys || !sampleKeys.some(({ key }) => texts.has(key)));
  }

  /** Replaces all keys and addresses. First keys that the state does not know are opened as well; own ones that are missing here are gone. */
  restore(state: AccountsState, windowStart: WindowStart, nowMs: number): void {
    const { aliases, minted, keys, addresses } = state;
    this.#state = { ...emptyState(windowStart), aliases, minted };
    const { byKey, given, deleted, byAddress } = this.#state;
    for (const { ownKey = 0, key = this.#ownKeys[ownKey - 1]?.key, isDeleted, usage, ...identity } of keys) {
      if (key === undefined) continue;
      given.set(identity.alias, key);
      if (isDeleted) deleted.add(key);
      else byKey.set(key, createAccount(identity, windowStart, usage));
    }
    for (const { address, usage } of addresses) byAddress.set(address, createAnonymous(windowStart, usage));
    this.#openFirstKeys(nowMs);
  }

  /** A key of the user's is named by its place, unless it is a sample key, too. All others are named by their text. */
  #nameOf(key: string): Pick<KeyState, 'key' | 'ownKey'> {
    const own = this.#ownKeys.findIndex((one) => one.key === key);
    const isUsers = own !== -1 && key !== this.#links.isolatedKey && !sampleKeys.some((sample) => sample.key === key);
    return isUsers ? { ownKey: own + 1 } : { key };
  }

  #openFirstKeys(nowMs: number): void {
    const { hasSampleKeys = true } = this.#links;
    const all: readonly FirstKey[] = [...(hasSampleKeys ? sampleKeys : []), ...this.#ownKeys];
    // An own key replaces a sample key of the same text, and takes its pseudonym.
    for (const [key, { plan, revoked = false, lifetimeMs }] of new Map(all.map((each) => [each.key, each]))) {
      if (!this.isGiven(key)) this.#open(key, { plan, isRevoked: revoked, expiresAtMs: expiryOf(nowMs, lifetimeMs) });
    }
  }

  #open(key: string, identity: Omit<Identity, 'alias'>): void {
    const { byKey, given, windowStart } = this.#state;
    const alias = byKey.get(key)?.alias ?? `key#${++this.#state.aliases}`;
    given.set(alias, key);
    byKey.set(key, createAccount({ ...identity, alias }, windowStart));
  }
}

function createAnonymous(windowStart: WindowStart, usage?: Usage): Account {
  const nobody = { alias: undefined, plan: 'free', isRevoked: false, expiresAtMs: undefined } as const;
  return createAccount(nobody, windowStart, usage);
}

/** Returns the account of a key or pseudonym. Throws an InputError without the key for an unknown or deleted one. */
export function knownAccount(accounts: Accounts, attempted: string, keyOrAlias: string): Account {
  assertNotPromise(attempted, 'the key', keyOrAlias);
  const key = accounts.resolve(keyOrAlias);
  const account = key === undefined ? undefined : accounts.ofKey(key);
  if (account !== undefined) return account;
  const known = keyThatWorks(accounts);
  const [use, mint] = known === undefined ? ['', 'First mint'] : [`Use ${known}, or `, 'mint'];
  const inWords = known === undefined ? 'Mint one first.' : `${use}mint one.`;
  throw new InputError(
    attempted,
    'the key is not known to the fake',
    `${use}${mint} one: keys.mint({ plan: 'free' }).`,
    inWords,
  );
}

/** Returns how to refer to a known key, for error messages: only sample keys by their text. Undefined where there is no key. */
export function keyThatWorks(accounts: Accounts): string | undefined {
  const sample = sampleKeys.find(({ key }) => accounts.ofKey(key) !== undefined);
  if (sample !== undefined) return `a sample key such as ${sample.key}`;
  const [account] = accounts.all();
  return account && `a pseudonym such as ${account.alias}`;
}
