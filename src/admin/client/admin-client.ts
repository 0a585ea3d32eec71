/// <reference lib="esnext.disposable" preserve="true" />
import type { OperationId } from '../../spec/operations.js';
import type { AdminEvent } from '../events.js';
import type { FaultAsk, FaultList, FaultState } from '../schemas/faults.js';
import type { KeyMint, KeyPage, KeyState, MintedKey } from '../schemas/keys.js';
import type {
  FindingsReport,
  MannersReport,
  RequestDetail,
  RequestPage,
  RequestsSeen,
  Traffic,
} from '../schemas/requests.js';
import type { Health, Version } from '../schemas/server.js';
import type {
  BehaviourChange,
  BehaviourList,
  ClockState,
  ScenarioList,
  SeedAsk,
  SnapshotList,
  SnapshotState,
  StockChange,
  StockEntry,
  StockPage,
  WorldPage,
  WorldState,
} from '../schemas/world.js';

/** A part of a long list: `after` is the `next` of the part before. */
export interface PageQuery {
  readonly limit?: number;
  readonly after?: string;
}

export interface RequestFilter {
  readonly operation?: OperationId;
  /** A status, or a class of them such as `'4xx'`. */
  readonly status?: number | string;
  /** The pseudonym of a key. Its text works too, but stands in the URL of the call. */
  readonly key?: string;
  readonly method?: string;
  readonly path?: string;
  /** Only requests after the one of this number. */
  readonly since?: number;
}

/** Steers and watches a fake that runs elsewhere. Every call rejects with an AdminError that says what was wrong and what would work. */
export interface AdminClient {
  /** Where the server is, such as `http://127.0.0.1:4290`. */
  readonly url: string;
  /** Which world the calls are about: `shared` unless told otherwise. */
  readonly worldId: string;
  /** Returns a client for another world of the same server. */
  world(id: string): AdminClient;
  health(): Promise<Health>;
  version(): Promise<Version>;
  /** OpenAPI 3.1 of this API, and of the service that is faked. */
  description(): Promise<object>;
  serviceDescription(): Promise<object>;
  state(): Promise<WorldState>;
  reset(): Promise<WorldState>;
  seed(options: SeedAsk): Promise<WorldState>;
  readonly inventory: {
    list(part?: PageQuery & { readonly search?: string }): Promise<StockPage>;
    set(petId: string | number | bigint, change: StockChange): Promise<StockEntry>;
  };
  readonly snapshots: {
    list(): Promise<SnapshotList>;
    take(name: string): Promise<SnapshotState>;
    restore(name: string): Promise<WorldState>;
    delete(name: string): Promise<void>;
  };
  readonly keys: {
    list(part?: PageQuery): Promise<KeyPage>;
    mint(options?: KeyMint): Promise<MintedKey>;
    ban(key: string, options?: { readonly for?: string }): Promise<KeyState>;
    unban(key: string): Promise<KeyState>;
    revoke(key: string): Promise<KeyState>;
    delete(key: string): Promise<void>;
  };
  readonly limits: {
    set(key: string, state: { readonly remaining: number; readonly window?: 'minute' | 'day' }): Promise<KeyState>;
  };
  readonly clock: {
    get(): Promise<ClockState>;
    advance(by: string | number): Promise<ClockState>;
    set(to: string | Date): Promise<ClockState>;
    freeze(): Promise<ClockState>;
    run(scale?: number): Promise<ClockState>;
  };
  readonly faults: {
    list(): Promise<FaultList>;
    add(fault: FaultAsk): Promise<FaultState>;
    remove(id: string): Promise<void>;
    clear(): Promise<void>;
  };
  readonly scenarios: {
    list(): Promise<ScenarioList>;
    play(name: string, options?: { readonly seed?: number }): Promise<WorldState>;
  };
  readonly behaviour: {
    list(): Promise<BehaviourList>;
    set(change: BehaviourChange): Promise<BehaviourList>;
  };
  readonly requests: {
    list(filter?: RequestFilter & PageQuery & { readonly order?: 'newest' | 'oldest' }): Promise<RequestPage>;
    get(number: number): Promise<RequestDetail>;
    count(filter?: RequestFilter): Promise<number>;
    /** Waits until so many requests have come, 1 unless told otherwise, for 5 seconds unless told otherwise; a number is in milliseconds. */
    waitFor(
      filter?: RequestFilter,
      options?: { readonly count?: number; readonly timeout?: string | number },
    ): Promise<RequestsSeen>;
    clear(): Promise<void>;
    /** The journal as HAR 1.2. */
    har(): Promise<object>;
  };
  manners(since?: number): Promise<MannersReport>;
  /** Which promises of the document the newest answers kept, and which they broke. */
  findings(since?: number): Promise<FindingsReport>;
  traffic(): Promise<Traffic>;
  readonly worlds: {
    /** Opens another world, and answers what steers it. */
    open(options?: Pick<KeyMint, 'plan' | 'expiresIn'>): Promise<OwnWorld>;
    list(part?: PageQuery): Promise<WorldPage>;
    delete(id: string): Promise<void>;
  };
  /** Tells of everything as it happens, until the signal aborts or the server stops. */
  events(signal?: AbortSignal): AsyncIterable<AdminEvent>;
}

/** A world of one's own: a client that steers it, and the key that leads there. */
export interface OwnWorld extends AdminClient {
  /** What the app sends as its bearer token. */
  readonly key: string;
  /** Drops the world and its keys. One that is gone already stays gone. */
  drop(): Promise<void>;
  /** Drops it where a block ends: `await using world = await admin.worlds.open()`. */
  [Symbol.asyncDispose](): Promise<void>;
}
