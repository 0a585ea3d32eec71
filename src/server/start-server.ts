import type { World } from '../../mocks/world.js';
import type { WorldLinks } from '../../mocks/world-links.js';
import { createFakeResponder } from './fake-responder.js';
import { type HttpServer, startHttpServer, type Timeouts } from './http-server.js';
import type { ControlRoom } from './responder.js';
import type { ServerLog } from './server-log.js';
import type { UserHandlers } from './user-handlers.js';
import { dropReason } from './worlds/dropped-worlds.js';
import { createServerSecrets } from './worlds/secrets.js';
import type { OwnOptions } from './worlds/served-world.js';
import { createWorlds, DEFAULT_IDLE_MS, type Worlds, type WorldsOptions } from './worlds/worlds.js';

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /**
   * Creates a world once it is known where the server is reached, such as `http://127.0.0.1:4290`: at once the shared one, later
   * those that keys have of their own. All get the same options, but for those in `own`; `links` is for `mocks/world.ts`.
   */
  readonly createWorld: (origin: string, own: OwnOptions, links: WorldLinks) => World;
  readonly log: ServerLog;
  /** Creates what answers under `/__admin`. Left out: nothing does. */
  readonly admin?: (worlds: Worlds, origin: string) => ControlRoom;
  /** Asked at each request, so that handlers can be replaced. */
  readonly userHandlers?: () => UserHandlers | undefined;
  readonly timeouts?: Partial<Timeouts>;
  readonly worlds?: Omit<WorldsOptions, 'createWorld'>;
  /** Texts that no log and no journal may show, such as the admin token. */
  readonly secrets?: readonly string[];
}

export interface RunningServer extends HttpServer {
  readonly worlds: Worlds;
  /** The one that all share. */
  readonly world: World;
  /** Base URL of the service, such as `http://127.0.0.1:4290/v1`. */
  readonly url: string;
}

/** Serves worlds on a port. Throws what the system says of the port or what making the shared world throws, and leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, log, userHandlers = () => undefined, timeouts = {} } = options;
  const { idleMs = DEFAULT_IDLE_MS } = options.worlds ?? {};
  const secretsIn = createServerSecrets(options.secrets ?? []);
  const responderOf = (origin: string) => {
    const worlds = createWorlds({
      ...options.worlds,
      // Without an admin API no key has a world of its own, and nobody can be told how to mint one.
      createWorld: (own, links) =>
        options.createWorld(origin, own, options.admin === undefined ? {} : { ...links, secretsIn }),
    });
    worlds.onDrop(({ id, reason }) => {
      log.note?.(`World ${id} was dropped because ${dropReason(reason, idleMs)}.`, { world: id, reason });
    });
    const controlRoom = options.admin?.(worlds, origin);
    return { worlds, controlRoom, ...createFakeResponder(worlds, controlRoom, userHandlers, secretsIn) };
  };
  const { responder, ...server } = await startHttpServer({ port, host, log, timeouts, responder: responderOf });
  const { worlds, controlRoom } = responder;
  const { world } = worlds.shared;
  return {
    ...server,
    worlds,
    world,
    url: `${server.origin}${world.addresses.base.path}`,
    close() {
      controlRoom?.close();
      worlds.close();
      return server.close();
    },
  };
}
