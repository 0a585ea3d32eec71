import { type PetstoreRequest, sentKey } from '../../../mocks/neutral-http.js';
import type { SavedState } from '../../../mocks/state/saved-state.js';
import type { MintOptions } from '../../../mocks/steering/keys-control.js';
import type { World } from '../../../mocks/world.js';
import type { WorldEntry } from '../../admin/schemas/world.js';
import { InputError } from '../../json/input-error.js';
import { explainForeignKey, explainNoWorld, worldsNamedIn } from './chosen-world.js';
import { SHARED } from './request-source.js';
import { type DrawHex, drawHex, generateIsolatedKey, mayHaveIsolatedKey, TAG_DIGITS, tagOfKey } from './secrets.js';
import {
  type CreateOwnWorld,
  describeWorld,
  JOURNAL_LIMIT,
  journalShare,
  type Opening,
  type OpenWorld,
  type ServedWorld,
  serveWorld,
  usedAtMs,
} from './served-world.js';

export interface WorldBounds {
  /** Default 1,000; 0: none. */
  readonly most?: number | undefined;
  /** How long one may be idle, in real time; default an hour; `Infinity`: forever. */
  readonly idleMs?: number | undefined;
  /** Whether `X-Petstore-World` and `baggage` choose the world of a request; default false. Isolated worlds then have the shared keys, too. */
  readonly byHeader?: boolean | undefined;
}

export interface WorldsOptions extends WorldBounds {
  readonly createWorld: CreateOwnWorld;
  /** Given where other servers have the same worlds: the inputs of each come in an order, with their moment. Default: one server. */
  readonly order?: InputOrder | undefined;
}

/** What servers with the same worlds must not read for themselves. */
export interface InputOrder {
  /** The moment of the current input, or the present one between two. */
  readonly nowMs: () => number;
  /** The same digits on every server that handles the same input. */
  readonly drawHex: DrawHex;
  /** Carries out a request in a world when it is its turn. */
  readonly carryOut: ((world: string, request: PetstoreRequest) => Promise<void>) | undefined;
}

const DEFAULT_IDLE_MS = 3_600_000;
/** A world that was used this recently is not dropped to make room. */
const IN_USE_MS = 60_000;

export interface WorldsState {
  readonly worlds: readonly Opening[];
  readonly opened: number;
}

/** The worlds of a server: the shared one, and one for each key that was minted with `isolated`, opened on demand. */
export class Worlds {
  readonly shared: ServedWorld;
  readonly most: number;
  /** How long one may be idle, in milliseconds of real time. */
  readonly idleMs: number;
  readonly #byHeader: boolean;
  readonly #createWorld: CreateOwnWorld;
  readonly #order: InputOrder | undefined;
  readonly #nowMs: () => number;
  readonly #drawHex: DrawHex;
  readonly #shared: OpenWorld & { readonly served: ServedWorld };
  readonly #isolated = new Map<string, OpenWorld>();
  readonly #byTag = new Map<string, OpenWorld>();
  readonly #dropListeners: ((world: DroppedWorld) => void)[] = [];
  #changed = () => {};
  #opened = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ createWorld, order, most = 1_000, idleMs = DEFAULT_IDLE_MS, byHeader = false }: WorldsOptions) {
    this.most = most;
    this.idleMs = idleMs;
    this.#byHeader = byHeader;
    this.#order = order;
    this.#nowMs = order?.nowMs ?? (() => Date.now());
    this.#drawHex = order?.drawHex ?? drawHex;
    this.#createWorld = createWorld;
    const shared = this.#open(SHARED, '', {});
    this.shared = this.#serve(shared);
    this.#shared = { ...shared, served: this.shared };
  }

  /** Returns the id of the world of a request: the one that its headers choose, else that of its key. There is none if they name a wrong one. */
  idOf({ headers }: Pick<PetstoreRequest, 'headers'>): string | { readonly problem: string } {
    const names = this.#byHeader ? worldsNamedIn(headers) : undefined;
    if (names !== undefined && names.size > 0) {
      const [id = ''] = names;
      if (names.size === 1 && this.has(id)) return id;
      return { problem: explainNoWorld(names) };
    }
    if (this.#byTag.size === 0 || !mayHaveIsolatedKey(headers)) return SHARED;
    return this.#byTag.get(tagOfKey(sentKey({ headers }) ?? '') ?? '')?.id ?? SHARED;
  }

  /** Returns the world of a request. There is none if it names a wrong one, or one that is served elsewhere. */
  find(head: Pick<PetstoreRequest, 'headers'>): ServedWorld | { readonly problem: string } {
    const id = this.idOf(head);
    if (typeof id !== 'string') return id;
    return this.#find(id)?.served ?? { problem: `The world ${id} is not served here at the moment.` };
  }

  /** Carries out a request in a world when it is its turn among those to other servers; undefined where it may be carried out at once. */
  get carryOut(): InputOrder['carryOut'] {
    return this.#order?.carryOut;
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Returns a world by its id and counts that as use; undefined where it does not exist, or only elsewhere. */
  get(id: string): ServedWorld | undefined {
    const world = this.#find(id);
    if (world !== undefined) world.adminAtMs = this.#nowMs();
    return world?.served;
  }

  #find(id: string): OpenWorld | undefined {
    return id === SHARED ? this.#shared : this.#isolated.get(id);
  }

  /** Opens a world and mints its first key. Throws an InputError for an invalid plan or lifetime, and at the maximum. */
  open(terms: MintOptions): { readonly served: ServedWorld; readonly key: string } {
    if (this.#order === undefined) this.#dropIdle();
    const toGo = this.#findReplaceable();
    let tag: string;
    do tag = this.#drawHex(TAG_DIGITS);
    while (this.#byTag.has(tag));
    const key = generateIsolatedKey(tag, this.#drawHex);
    const isolated = this.#open(`w${this.#opened + 1}`, key, terms);
    const served = this.#serve(isolated);
    // Only now it is certain that the new world exists.
    if (toGo !== undefined) this.#drop(toGo, 'no-room');
    this.#opened += 1;
    // Several servers: who needs it serves it.
    this.#add(this.#order === undefined ? isolated : { ...isolated, served: undefined });
    return { served, key };
  }

  /** Returns a world, served from now on as it began if it was not. Undefined if it does not exist. */
  serve(id: string): ServedWorld | undefined {
    const world = this.#find(id);
    return world && (world.served ?? this.#serve(world));
  }

  /** Serves an isolated world no longer: other servers may. */
  release(id: string): void {
    const isolated = this.#isolated.get(id);
    if (isolated !== undefined) isolated.served = undefined;
  }

  /** Returns the state with which a world begins at this moment. */
  beginningOf(id: string): SavedState | undefined {
    const world = this.#find(id);
    return world && this.#create(world).state();
  }

  get registry(): WorldsState {
    const openingOf = ({ id, key, terms, openedAtMs }: OpenWorld) => ({ id, key, terms, openedAtMs });
    const worlds = Array.from(this.#isolated.values(), openingOf);
    return { worlds, opened: this.#opened };
  }

  /** Replaces which worlds there are. Those that stay are served as before. */
  restoreRegistry({ worlds, opened }: WorldsState): void {
    const before = new Map(this.#isolated);
    this.#isolated.clear();
    this.#byTag.clear();
    for (const opening of worlds) {
      const known = before.get(opening.id);
      const isSame = known?.key === opening.key;
      this.#add({ ...opening, served: isSame ? known.served : undefined, adminAtMs: opening.openedAtMs });
    }
    this.#opened = opened;
    for (const { id, key } of before.values()) {
      if (this.#isolated.get(id)?.key !== key) this.#notifyOfDrop(id, 'deleted');
    }
  }

  onChange(listener: () => void): void {
    this.#changed = listener;
  }

  /** To be called after every request and every call that may have changed a world. */
  noteChange(): void {
    this.#changed();
  }

  /** Drops an isolated world and its keys. Throws an InputError for the shared world and for an unknown id. */
  delete(id: string, reason: DroppedWorld['reason'] = 'deleted'): void {
    const invalid = (problem: string, remedy: string) => new InputError('Dropping a world', problem, remedy);
    if (id === SHARED) throw invalid('the shared world cannot be dropped', 'Reset it with POST /__admin/reset.');
    const isolated = this.#isolated.get(id);
    // The id is not quoted: it may be a key.
    if (isolated === undefined) throw invalid('no world has that id', 'GET /__admin/worlds lists all worlds.');
    this.#drop(isolated, reason);
  }

  /** Every world that is served here, the shared one first, then the oldest. */
  all(): readonly ServedWorld[] {
    return [this.#shared, ...this.#isolated.values()].flatMap(({ served = [] }) => served);
  }

  list(): readonly WorldEntry[] {
    return [
      describeWorld(this.#shared, this.#nowMs(), Number.POSITIVE_INFINITY),
      ...Array.from(this.#isolated.values(), (isolated) => describeWorld(isolated, this.#nowMs(), this.idleMs)),
    ];
  }

  onDrop(listener: (world: DroppedWorld) => void): void {
    this.#dropListeners.push(listener);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #open(id: string, key: string, terms: MintOptions): OpenWorld {
    const openedAtMs = this.#nowMs();
    return { id, key, terms, openedAtMs, served: undefined, adminAtMs: openedAtMs };
  }

  #serve(open: OpenWorld): ServedWorld {
    open.served = serveWorld(open.id, this.#create(open), this.#nowMs);
    return open.served;
  }

  /** Creates the shared world, or that of an isolated key and of those that are minted in it later. */
  #create({ id, key, terms }: Opening): World {
    const links = this.#order && { machineMs: this.#order.nowMs };
    if (id === SHARED) {
      const explainUnknownKey = (sent: string) =>
        this.#byTag.has(tagOfKey(sent) ?? '') ? explainForeignKey(SHARED) : explainLostKey(sent);
      return this.#createWorld({}, { ...links, explainUnknownKey });
    }
    const deletedKey = `The API key no longer exists in its world, ${id}: it was deleted, or minted before a reset. Mint another with POST /__admin/keys?world=${id}.`;
    const share = () => journalShare(this.#isolated.size);
    const world = this.#createWorld(
      { keys: { [key]: { plan: 'free', ...terms } }, journalLimit: JOURNAL_LIMIT },
      {
        ...links,
        hasSampleKeys: this.#byHeader,
        isolatedKey: key,
        nextKey: () => generateIsolatedKey(tagOfKey(key) ?? '', this.#drawHex),
        explainUnknownKey: () => (this.#byHeader ? explainForeignKey(id) : deletedKey),
        journalBytes: () => share().bytes,
        // With a store, the journals of all servers must be equal, whenever they learn of a world.
        ...(links === undefined && { journalShare: () => share().exchanges }),
      },
    );
    if (world.accounts.ofKey(key) === undefined) throw new Error('createWorld ignored the own options of a world.');
    return world;
  }

  #add(isolated: OpenWorld): void {
    this.#isolated.set(isolated.id, isolated);
    this.#byTag.set(tagOfKey(isolated.key) ?? '', isolated);
    // Several servers agree first.
    if (this.#order === undefined && Number.isFinite(this.idleMs)) {
      this.#timer ??= setInterval(() => this.#dropIdle(), idleCheckIntervalMs(this.idleMs)).unref();
    }
  }

  #drop({ id, key }: OpenWorld, reason: DroppedWorld['reason']): void {
    this.#isolated.delete(id);
    this.#byTag.delete(tagOfKey(key) ?? '');
    if (this.#isolated.size === 0) this.close();
    this.noteChange();
    this.#notifyOfDrop(id, reason);
  }

  #notifyOfDrop(id: string, reason: DroppedWorld['reason']): void {
    for (const listener of this.#dropListeners) listener({ id, reason });
  }

  #dropIdle(): void {
    const idleSinceMs = Date.now() - this.idleMs;
    for (const isolated of [...this.#isolated.values()]) {
      if (usedAtMs(isolated) <= idleSinceMs) this.#drop(isolated, 'idle');
    }
  }

  /** Returns the world that has to make room for another; undefined below the maximum. Throws an InputError where all are in use. */
  #findReplaceable(): OpenWorld | undefined {
    if (this.#isolated.size < this.most) return undefined;
    if (this.#order !== undefined) throw noRoomError(this.most, [...this.#isolated.keys()][0]);
    const [idlest] = [...this.#isolated.values()].sort((one, other) => usedAtMs(one) - usedAtMs(other));
    if (idlest !== undefined && Date.now() - usedAtMs(idlest) >= IN_USE_MS) return idlest;
    throw noRoomError(this.most, idlest?.id);
  }
}

/** Returns how long to wait between two looks for idle worlds. */
export function idleCheckIntervalMs(idleMs: number): number {
  return Math.min(60_000, Math.max(1_000, idleMs / 4));
}

/** Why worlds are dropped: `The world was dropped because …`. */
export const dropReasons = {
  idle: 'it was idle for too long',
  'no-room': 'it was the one idle for longest when room for another was needed',
  deleted: 'it was deleted',
} as const;

export interface DroppedWorld {
  readonly id: string;
  readonly reason: keyof typeof dropReasons;
}

/** Explains why a key of the isolated form has no world, and what to do; undefined for any other key. */
function explainLostKey(key: string): string | undefined {
  if (tagOfKey(key) === undefined) return undefined;
  const why = 'worlds end when they are deleted, idle for too long or replaced by another one, and with their server';
  return `The world of the API key does not exist (any more) on this server: ${why}. Mint another with POST /__admin/keys {"isolated": true}.`;
}

/** `idlest`: the id of the world that was idle for longest; undefined where the server allows none. */
function noRoomError(most: number, idlest: string | undefined): InputError {
  const problem = idlest === undefined ? 'this server allows none' : `the limit of ${most} is reached`;
  const remedy =
    idlest === undefined
      ? 'Start it with --worlds 1000.'
      : `Drop one with DELETE /__admin/worlds/${idlest}, or start the server with --worlds ${most * 2}.`;
  return new InputError('Opening an isolated world', problem, remedy);
}
