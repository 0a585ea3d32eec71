import type { World } from '../../mocks/world.js';
import type { WorldLinks } from '../../mocks/world-options.js';
import { createFakeResponder } from './fake-responder.js';
import { type HttpServer, type HttpServerOptions, startHttpServer } from './http-server.js';
import type { ControlRoom, ReadStore, Responder } from './responder.js';
import type { SharedStore } from './shared-store/shared-store.js';
import type { UserHandlers } from './user-handlers.js';
import { createServerSecrets } from './worlds/secrets.js';
import type { OwnOptions } from './worlds/served-world.js';
import { dropReasons, type WorldBounds, Worlds } from './worlds/worlds.js';

type OfHttp = 'port' | 'host' | 'secondHost' | 'trustsProxy' | 'log' | 'timeouts' | 'tls';

export interface ServerOptions extends Pick<HttpServerOptions<Responder>, OfHttp> {
  /** Creates a world, given the server's origin: the shared one at once, isolated ones later. They differ in `own` only. */
  readonly createWorld: (origin: string, own: OwnOptions, links: WorldLinks) => World;
  /** Creates the control room under `/__admin`. Default: none. */
  readonly admin?: (worlds: Worlds, readStore: ReadStore | undefined) => ControlRoom;
  readonly metrics?: boolean;
  /** Shared with other servers, which are then one fake together. Default: a fake of its own. */
  readonly store?: SharedStore | undefined;
  /** Called before the first request; what it throws ends the start. */
  readonly onOpen?: (worlds: Worlds) => void;
  /** Called for each request, so that handlers can be replaced. */
  readonly userHandlers?: () => UserHandlers | undefined;
  readonly worlds?: WorldBounds;
  /** Texts that never appear in logs and the journal, such as the admin token. */
  readonly secrets?: readonly string[];
}

export interface RunningServer extends HttpServer {
  readonly worlds: Worlds;
  readonly world: World;
  /** Base URL of the service, such as `http://127.0.0.1:4290/v1`. */
  readonly url: string;
}

/** Serves worlds on a port. Throws system errors and what creating the shared world throws, and leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log, store, userHandlers = () => undefined } = options;
  const secretsIn = createServerSecrets(options.secrets ?? []);
  // prom-client takes longer to load than the rest of the server.
  const metering = options.metrics ? await import('./monitoring/metrics.js') : undefined;
  const responderOf = (origin: string) => {
    const worlds = new Worlds({
      ...options.worlds,
      order: store?.current,
      // Without an admin API there are no isolated worlds to explain.
      createWorld: (own, links) =>
        options.createWorld(origin, own, options.admin === undefined ? {} : { ...links, secretsIn }),
    });
    worlds.onDrop(({ id, reason }) => {
      log.note?.(`World ${id} was dropped because ${dropReasons[reason]}.`, { world: id, reason });
    });
    options.onOpen?.(worlds);
    const shared = store?.serve(worlds, log);
    const readStore = shared?.read;
    const controlRoom = options.admin?.(worlds, readStore);
    const metrics = metering && new metering.Metrics(worlds, readStore);
    const order = shared?.requests;
    const fake = createFakeResponder({ worlds, controlRoom, metrics, readStore, userHandlers, secretsIn, order });
    return { worlds, controlRoom, join: shared?.start, ...fake };
  };
  const { responder, ...server } = await startHttpServer({ ...options, responder: responderOf });
  const { worlds, controlRoom, join } = responder;
  const { world } = worlds.shared;
  const close = async () => {
    controlRoom?.close();
    await server.close();
    worlds.close();
    store?.close();
  };
  try {
    const command = await (join && controlRoom?.load?.());
    await join?.({ request: responder.carryOut, command });
  } catch (error) {
    await close();
    throw error;
  }
  return { ...server, worlds, world, url: `${server.origin}${world.addresses.base.path}`, close };
}
