import { type SetupWorker, setupWorker } from 'msw/browser';
import { checkedFields } from '../../../src/validation/checked-fields.js';
import { InputError } from '../../../src/validation/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray } from '../find-stray.js';
import { areWorkersBlocked, WORKERS_ARE_BLOCKED } from './blocked-workers.js';
import { tellEarlyRequests } from './early-requests.js';
import { explainMissingWorker } from './explain-missing-worker.js';
import { type UnhandledRequests, unhandledRequests } from './unhandled-requests.js';

export interface StartOptions {
  /** Where the worker's script lies, and how it is registered; default `{ url: '/mockServiceWorker.js' }`. */
  readonly serviceWorker?: { readonly url?: string; readonly options?: { readonly scope?: string } };
  /** Whether the console stays silent about each answer; default false. */
  readonly quiet?: boolean;
  /** What becomes of requests to elsewhere; default `warn`: they go there, and the console says so. */
  readonly unhandled?: UnhandledRequests;
}

/** A fake that answers what this page sends, through an MSW worker of its own. */
export interface PetstoreWorker extends Petstore {
  /** MSW's worker: `worker.use(…)` puts handlers of yours before the fake's. */
  readonly worker: SetupWorker;
  /**
   * Begins to answer; wait for it before the first request: the console says which came too early. Stands aside, with a warning,
   * where Playwright blocks service workers. Throws an InputError where the worker's script is missing.
   */
  start(options?: StartOptions): Promise<void>;
  /** Stops answering; does nothing where it was not started. */
  stop(): Promise<void>;
}

const startNames = ['serviceWorker', 'quiet', 'unhandled'] as const satisfies (keyof StartOptions)[];

/** Makes a fake and the MSW worker that carries it. Throws an InputError for an option that cannot be, and outside a browser. */
export function setupPetstoreWorker(options: WorldOptions = {}): PetstoreWorker {
  const petstore = createPetstore(options);
  const worker = makeWorker(petstore);
  let isStarted = false;

  // A page talks to many services, so a stray is reported and goes where it was going.
  worker.events.on('request:unhandled', ({ request }) => {
    const stray = findStray(request, [petstore.baseUrl]);
    if (stray !== undefined) console.warn(stray.message);
  });

  return Object.assign(petstore, {
    worker,
    async start(startOptions: StartOptions = {}) {
      checkedFields('Beginning to answer', 'the options', startOptions, startNames, "{ unhandled: 'error' }");
      const { unhandled, ...options } = startOptions;
      // An app that brings its fake along is to run in tests that bring another.
      if (areWorkersBlocked()) return console.warn(WORKERS_ARE_BLOCKED);
      try {
        await worker.start({ ...options, ...unhandledRequests(unhandled) });
      } catch (error) {
        throw explainMissingWorker(error, options.serviceWorker?.url) ?? error;
      }
      isStarted = true;
      const early = tellEarlyRequests(petstore);
      if (early !== undefined) console.warn(early);
    },
    async stop() {
      if (!isStarted) return;
      isStarted = false;
      await worker.stop();
    },
  });
}

function makeWorker({ handlers }: Petstore): SetupWorker {
  try {
    return setupWorker(...handlers);
  } catch (error) {
    if (!/non-browser environment/.test(String(error))) throw error;
    const remedy = "Take setupPetstoreServer from 'petstore-mock/node' where Node sends the requests, in jsdom too.";
    throw Object.assign(new InputError('Making the worker', 'this is no browser', remedy), { cause: error });
  }
}
