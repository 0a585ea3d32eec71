import { type SetupWorker, setupWorker } from 'msw/browser';
import { checkedFields, InputError } from '../../../src/json/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray, isServed } from '../strays.js';
import { type UnhandledRequests, unhandledRequests } from './unhandled-requests.js';

/** Options of `start()`. */
export interface StartOptions {
  /** URL and registration options of the worker's script; default `{ url: '/mockServiceWorker.js' }`. */
  readonly serviceWorker?: { readonly url?: string; readonly options?: { readonly scope?: string } };
  /** Whether responses are not logged on the console; default false. */
  readonly quiet?: boolean;
  /** How to treat requests to other addresses; default `warn`: they pass, with a warning on the console. */
  readonly unhandled?: UnhandledRequests;
}

/** A fake for the requests of this page, through its own MSW worker. */
export interface PetstoreWorker extends Petstore {
  /** MSW's worker: `worker.use(…)` adds your handlers before the fake's. */
  readonly worker: SetupWorker;
  /**
   * Starts the fake; await it before the first request: earlier ones are reported on the console. Does nothing if it runs already,
   * and only warns if Playwright blocks service workers. Waits for an earlier `start()` or `stop()` that is under way. Throws an InputError if the worker's script is missing.
   */
  start(options?: StartOptions): Promise<void>;
  /** Stops the fake; does nothing if it was not started. */
  stop(): Promise<void>;
}

const startNames = ['serviceWorker', 'quiet', 'unhandled'] as const satisfies (keyof StartOptions)[];

/** Creates a fake and its MSW worker. Throws an InputError for an invalid option, and outside a browser. */
export function setupPetstoreWorker(options: WorldOptions = {}): PetstoreWorker {
  const petstore = createPetstore(options);
  const worker = makeWorker(petstore);
  let isStarted = false;
  // React's strict mode calls start(), stop() and start() at once.
  let lastTurn = Promise.resolve();
  const inTurn = (step: () => Promise<void>) => {
    const turn = lastTurn.then(step);
    lastTurn = turn.catch(() => {});
    return turn;
  };

  // A page uses many services, so a stray is reported but not blocked.
  worker.events.on('request:unhandled', ({ request }) => {
    const stray = findStray(request, [petstore.baseUrl]);
    if (stray !== undefined) console.warn(stray.message);
  });

  return Object.assign(petstore, {
    worker,
    async start(startOptions: StartOptions = {}) {
      checkedFields('Starting the fake', 'the options', startOptions, startNames, "{ unhandled: 'error' }");
      const { unhandled, ...settings } = startOptions;
      // An app with a built-in fake must run in tests that bring another.
      const isBlocked = /blocked by Playwright/.test(String(navigator.serviceWorker?.register));
      if (isBlocked) return console.warn(WORKERS_ARE_BLOCKED);
      await inTurn(async () => {
        if (isStarted) return;
        try {
          await worker.start({ ...settings, ...unhandledRequests(unhandled) });
        } catch (error) {
          throw explainMissingWorker(error, settings.serviceWorker?.url) ?? error;
        }
        isStarted = true;
        const early = describeEarlyRequests(petstore);
        if (early !== undefined) console.warn(early);
      });
    },
    stop: () =>
      inTurn(async () => {
        if (!isStarted) return;
        isStarted = false;
        await worker.stop();
      }),
  });
}

function makeWorker({ handlers }: Petstore): SetupWorker {
  try {
    return setupWorker(...handlers);
  } catch (error) {
    if (!/non-browser environment/.test(String(error))) throw error;
    const remedy = "Use setupPetstoreServer from 'petstore-mock/node' if Node sends the requests, in jsdom too.";
    throw Object.assign(new InputError('Creating the worker', 'this is not a browser', remedy), { cause: error });
  }
}

/**
 * Returns a warning if requests for the fake went to the network before its worker was ready, by the page's `performance`
 * entries; undefined if there were none. Requests that are still pending have no entry yet.
 */
function describeEarlyRequests(petstore: Petstore): string | undefined {
  // Without a service worker its start is 0.
  const loaded = performance.getEntriesByType('resource') as unknown as { name: string; workerStart: number }[];
  const early = loaded.filter(({ name, workerStart }) => workerStart === 0 && isServed(new URL(name), petstore));
  if (early.length === 0) return undefined;
  const requests = early.length === 1 ? '1 request' : `${early.length} requests`;
  return `petstore-mock: ${requests} to ${petstore.baseUrl} went to the network before start() finished. Write await before start(), and load the code that sends requests after it.`;
}

/**
 * Returns a readable error if a worker could not be registered because its script is missing: the server responded with 404
 * or with the app's own page. Returns undefined for any other error.
 */
export function explainMissingWorker(error: unknown, url = '/mockServiceWorker.js'): InputError | undefined {
  if (!(error instanceof Error) || !/Failed to register .*(?:\(404\)|MIME type|does not exist)/s.test(error.message))
    return undefined;
  const explained = new InputError(
    'Starting the worker',
    `the worker script ${url} was not found`,
    'Run `npx petstore-mock init public/`, where public/ is the folder of static files; under a path such as /shop, ' +
      "start({ serviceWorker: { url: '/shop/mockServiceWorker.js' } }).",
  );
  return Object.assign(explained, { cause: error });
}

declare const navigator: { readonly serviceWorker?: { readonly register: unknown } };

/** The warning where Playwright blocks service workers, by replacing `register`. */
const WORKERS_ARE_BLOCKED =
  'petstore-mock: Playwright blocks service workers on this page, so the worker does not start. Requests are handled by ' +
  "petstore-mock/playwright, or go to the network. To use the worker: test.use({ serviceWorkers: 'allow' }).";
