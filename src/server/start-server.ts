import type { World } from '../../mocks/world.js';
import { createAdmin } from './admin/admin.js';
import { createFakeResponder } from './fake-responder.js';
import { type HttpServer, startHttpServer } from './http-server.js';
import type { ServerLog } from './server-log.js';
import type { Timeouts } from './timeouts.js';
import type { UserHandlers } from './user-handlers.js';

export interface ServerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Makes the world once it is known where the server is reached, such as `http://127.0.0.1:4290`. */
  readonly createWorld: (origin: string) => World;
  readonly log: ServerLog;
  /** Left out: there is no admin API. */
  readonly admin?: { readonly token: string; readonly version: string };
  /** Asked at each request, so that handlers can be replaced. */
  readonly userHandlers?: () => UserHandlers | undefined;
  readonly timeouts?: Partial<Timeouts>;
}

export interface RunningServer extends HttpServer {
  readonly world: World;
  /** Base URL of the service, such as `http://127.0.0.1:4290/v1`. */
  readonly url: string;
}

/** Serves a world on a port. Throws what the system says of the port or what making the world throws, and leaves nothing open. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, log, userHandlers = () => undefined, timeouts = {} } = options;
  const responderOf = (origin: string) => {
    const world = options.createWorld(origin);
    const admin = options.admin && createAdmin({ world, ...options.admin });
    return { world, ...createFakeResponder(world, admin, userHandlers) };
  };
  const { responder, ...server } = await startHttpServer({ port, host, log, timeouts, responder: responderOf });
  return { ...server, world: responder.world, url: `${server.origin}${responder.world.addresses.base.path}` };
}
