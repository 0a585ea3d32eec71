import { limitHeaders } from '../../../mocks/limits/account.js';
import { corsHeaders, sentKey } from '../../../mocks/neutral-http.js';
import { adminOperations } from '../../admin/operations.js';
import { ADMIN_PATH, isOfPage, opensPage } from '../admin/admin-path.js';
import { jsonErrorResponse } from '../json-response.js';
import type { ControlRoom, ServedResponse, ServerRequest } from '../responder.js';
import { SHARED } from '../worlds/request-source.js';
import { mayHaveIsolatedKey } from '../worlds/secrets.js';
import { idleCheckIntervalMs, type Worlds } from '../worlds/worlds.js';
import { StoreAwayError } from './availability.js';
import type { Replica } from './replica.js';
import type { Streams } from './streams.js';

const MOST_ATTEMPTS = 5;

/** How requests to a server are ordered among those to all servers of the same fake. Also ends isolated worlds that nobody uses on any of them. */
export class OrderedRequests {
  readonly #replica: Replica;
  readonly #streams: Streams;
  readonly #worlds: Worlds;
  readonly #nowMs: () => number;
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(replica: Replica, streams: Streams, worlds: Worlds, nowMs: () => number) {
    this.#replica = replica;
    this.#streams = streams;
    this.#worlds = worlds;
    this.#nowMs = nowMs;
    if (!Number.isFinite(worlds.idleMs)) return;
    this.#timer = setInterval(() => void this.#dropIdle().catch(() => {}), idleCheckIntervalMs(worlds.idleMs)).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Carries out a request to the fake. Returns a 503 if the store is away, and a problem if the request names a wrong world. */
  async carryOut(request: ServerRequest): Promise<ServedResponse | { readonly problem: string }> {
    try {
      return await this.#attempt(async () => {
        const world = await this.#worldOf(request);
        return typeof world === 'string' ? this.#replica.order(world, { kind: 'request', request }) : world;
      });
    } catch (error) {
      return this.#unavailable(request, error);
    }
  }

  /** Handles a request to the control room. `respond` does so on this server alone. */
  async control(
    request: ServerRequest,
    { respond, reject }: Pick<ControlRoom, 'respond' | 'reject'>,
  ): Promise<ServedResponse> {
    if (opensPage(request) || isOfPage(request.path) || reject(request) !== undefined) return respond(request);
    // What is about the server itself does not need the store.
    if (isReadHere(request) && OF_SERVER.includes(request.path)) return respond(request);
    const world = new URLSearchParams(request.query).get('world') ?? SHARED;
    try {
      if (!isReadHere(request)) return await this.#command(world, request);
      await this.#look(world, request);
      return await respond(request);
    } catch (error) {
      return this.#unavailable(request, error);
    }
  }

  /** Another server may know the world of a key, or of a header. */
  async #worldOf(request: ServerRequest): Promise<string | { readonly problem: string }> {
    const world = this.#worlds.idOf(request);
    const isKnown = world === SHARED ? !mayHaveIsolatedKey(request.headers) : typeof world === 'string';
    if (isKnown) return world;
    await this.#replica.barrier(SHARED);
    return this.#worlds.idOf(request);
  }

  /** A response shows at least everything that was done before its request. */
  async #look(world: string, { path }: ServerRequest): Promise<void> {
    // A stream of events begins with what is known here, and goes on once the store is back.
    const isStream = path === `${ADMIN_PATH}${adminOperations.watchEvents.path}`;
    if (isStream && !this.#replica.state.isReady && this.#worlds.get(world) !== undefined) return;
    await this.#replica.barrier(SHARED);
    if (world === SHARED || !this.#worlds.has(world)) return;
    await this.#replica.barrier(world);
  }

  /** Never answered by this server alone: it could change a world for itself. */
  async #command(world: string, request: ServerRequest): Promise<ServedResponse> {
    await this.#replica.barrier(SHARED);
    const before = this.#worlds.registry.worlds;
    const { method, path, query, body, callerAddress } = request;
    // The store needs no token.
    const input = { kind: 'command', request: { method, path, query, headers: [], body, callerAddress } } as const;
    // An unknown world is explained in the shared one.
    const response = await this.#attempt(() => this.#replica.order(this.#worlds.has(world) ? world : SHARED, input));
    if (path.startsWith(`${ADMIN_PATH}/worlds/`)) {
      const dropped = before.filter(({ id }) => !this.#worlds.has(id));
      // It was carried out, whatever happens now.
      for (const { id } of dropped) await this.#replica.end(id).catch(() => {});
    }
    return response;
  }

  /** Tries again if a world ended, or began, meanwhile: then nothing was applied. */
  async #attempt<Result>(order: () => Promise<Result | 'gone'>): Promise<Result> {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      const outcome = await order();
      if (outcome !== 'gone') return outcome;
      await this.#replica.barrier(SHARED);
    }
    throw new StoreAwayError(false);
  }

  /** Only the store knows when each world was used last. */
  async #dropIdle(): Promise<void> {
    for (const { id, openedAtMs } of this.#worlds.registry.worlds) {
      const lastMs = Number((await this.#streams.lastId(id))?.split('-')[0] ?? openedAtMs);
      if (this.#nowMs() - lastMs > this.#worlds.idleMs) await this.#replica.drop(id, 'idle');
    }
  }

  /** Returns the documented Error, with the limits as this server last knew them (§8.1). */
  #unavailable(request: ServerRequest, error: unknown): ServedResponse {
    if (!(error instanceof StoreAwayError)) throw error;
    const found = this.#worlds.find(request);
    const { world } = 'problem' in found ? this.#worlds.shared : found;
    const nowMs = world.clock.now();
    const message = error.isUncertain
      ? 'The store of this fake did not confirm the request in time: it was carried out or it was not, and may yet be. Read before you repeat it.'
      : 'The store of this fake is away. The request was not carried out: repeat it.';
    const account = world.accounts.ofKey(sentKey(request) ?? '') ?? world.accounts.anonymous;
    return jsonErrorResponse(503, 'service_unavailable', message, nowMs, {
      'Retry-After': '1',
      ...(request.path.startsWith(ADMIN_PATH) ? {} : limitHeaders(account, world.behaviour, nowMs)),
      ...(world.cors ? corsHeaders(request) : {}),
    });
  }
}

/** A replay reads the journal here, and then orders a request to the fake: that may contain what only this server knows. */
function isReadHere({ method, path }: ServerRequest): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || REPLAY.test(path);
}

const REPLAY = new RegExp(`^${ADMIN_PATH}${adminOperations.replayRequest.path.replace('{number}', '[^/]+')}$`);

const OF_SERVER = [adminOperations.getHealth, adminOperations.getAdminDescription].map(
  ({ path }) => `${ADMIN_PATH}${path}`,
);
