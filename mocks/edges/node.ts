import { type SetupServer, setupServer } from 'msw/node';
import { createPetstore, type Petstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';

/** A fake that answers what this process sends, through an MSW server of its own. */
export interface PetstoreServer extends Petstore {
  /** MSW's server: `server.use(…)` puts handlers of yours before the fake's. */
  readonly server: SetupServer;
  /** Begins to answer. Requests to anywhere else go where they were going, unless `onUnhandledRequest` says otherwise. */
  listen(): void;
  /** Stops answering. */
  close(): void;
}

/** Makes a fake and the MSW server that carries it. Throws an InputError for an option that cannot be. */
export function setupPetstoreServer(options: WorldOptions = {}): PetstoreServer {
  const petstore = createPetstore(options);
  const server = setupServer(...petstore.handlers);
  return Object.assign(petstore, { server, listen: () => server.listen(), close: () => server.close() });
}
