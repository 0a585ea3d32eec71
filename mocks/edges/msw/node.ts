import { type SetupServer, setupServer } from 'msw/node';
import { checkedFields, InputError } from '../../../src/json/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { requireMsw } from '../installed-peers.js';
import { skipPreflights } from './happy-dom.js';
import { rejectStrays, type UnhandledRequests, unhandledRequests } from './unhandled-requests.js';

requireMsw();

/** Options of `listen()`. */
export interface ListenOptions {
  /** How to treat requests to other addresses; default `warn`: they pass, with a warning on the console. */
  readonly unhandled?: UnhandledRequests;
}

/** A fake for the requests of this process, through its own MSW server. */
export interface PetstoreServer extends Petstore {
  /** MSW's server: `server.use(…)` adds your handlers before the fake's. */
  readonly server: SetupServer;
  /**
   * Starts the fake. A request that looks like the service's but went to another address than `baseUrl` fails, with an error on
   * the console. Throws an InputError if it is already listening.
   */
  listen(options?: ListenOptions): void;
  /** Stops the fake; does nothing if it is not listening. */
  close(): void;
}

/** Creates a fake and its MSW server. Throws an InputError for an invalid option. */
export function setupPetstoreServer(options: WorldOptions = {}): PetstoreServer {
  const petstore = createPetstore(options);
  const server = setupServer(...petstore.handlers, rejectStrays(petstore.baseUrl));
  let isListening = false;

  return Object.assign(petstore, {
    server,
    listen(options: ListenOptions = {}) {
      checkedFields('Starting the fake', 'the options', options, ['unhandled'], "{ unhandled: 'error' }");
      if (isListening) {
        throw new InputError(
          'Starting the fake',
          'the server is already listening',
          'Call listen() once, in beforeAll(), or close() first.',
        );
      }
      skipPreflights();
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
