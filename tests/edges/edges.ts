import { setupServer } from 'msw/node';
import { unhandledRequests } from '../../mocks/edges/msw/unhandled-requests.js';
import { createHandlers } from '../../mocks/handlers.js';
import { World } from '../../mocks/world.js';
import type { WorldOptions } from '../../mocks/world-options.js';
import { startServer } from '../../src/server/start-server.js';

export interface RunningEdge {
  /** Scheme, host and port, without a path. */
  readonly origin: string;
  readonly world: World;
  close(): Promise<void>;
}

/** Every edge of the fake, by name: each serves its own world under `/v1`. */
export const edges: Readonly<Record<string, (options: WorldOptions) => Promise<RunningEdge>>> = {
  async MSW(options) {
    const origin = 'http://petstore.test';
    const world = new World({ ...options, baseUrl: `${origin}/v1` });
    const server = setupServer(...createHandlers(world));
    server.listen(unhandledRequests('error'));
    return { origin, world, close: async () => server.close() };
  },
  async HTTP(options) {
    const { origin, world, close } = await startServer({
      port: 0,
      host: '127.0.0.1',
      createWorld: (origin) => new World({ ...options, baseUrl: `${origin}/v1` }),
      log: { request: undefined, bug: (bug) => options.onBug?.(bug) },
    });
    return { origin, world, close };
  },
};
