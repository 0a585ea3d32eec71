import { type SetupServer, setupServer } from 'msw/node';
import { checkedFields, InputError } from '../../../src/spec/validation/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { rejectStrays, type UnhandledRequests, unhandledRequests } from './unhandled-requests.js';

export interface ListenOptions {
  /** What becomes of requests to elsewhere; default `warn`: they go there, and the console says so. */
  readonly unhandled?: UnhandledRequests;
}

/** A fake that answers what this process sends, through an MSW server of its own. */
export interface PetstoreServer extends Petstore {
  /** MSW's server: `server.use(…)` puts handlers of yours before the fake's. */
  readonly server: SetupServer;
  /**
   * Begins to answer. A request that looks like the service's and went to another address than `baseUrl` fails, and the console
   * says why. Throws an InputError where it listens already.
   */
  listen(options?: ListenOptions): void;
  /** Stops answering; does nothing where it does not listen. */
  close(): void;
}

/** Creates a fake and the MSW server that carries it. Throws an InputError for an option that cannot be. */
export function setupPetstoreServer(options: WorldOptions = {}): PetstoreServer {
  const petstore = createPetstore(options);
  const strays = rejectStrays(
    () => [petstore.baseUrl],
    ({ message }) => console.error(message),
  );
  const server = setupServer(...petstore.handlers, strays);
  let isListening = false;

  return Object.assign(petstore, {
    server,
    listen(options: ListenOptions = {}) {
      checkedFields('Beginning to answer', 'the options', options, ['unhandled'], "{ unhandled: 'error' }");
      if (isListening) {
        throw new InputError(
          'Beginning to answer',
          'the server listens already',
          'Listen once, in beforeAll(), or close() first.',
        );
      }
      server.listen(unhandledRequests(options.unhandled));
      isListening = true;
    },
    close() {
      // msw 3 throws where nothing is open.
      if (isListening) server.close();
      isListening = false;
    },
  });
}
