import { type SetupWorker, setupWorker } from 'msw/browser';
import { checkedFields, InputError } from '../../../src/spec/validation/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray, isServed } from '../strays.js';
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

/** Creates a fake and the MSW worker that carries it. Throws an InputError for an option that cannot be, and outside a browser. */
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
      const early = describeEarlyRequests(petstore);
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

/** What a browser notes of each thing that a page has loaded, or tried to. */
interface ResourceTiming {
  readonly name: string;
  /** 0 where no service worker stood in between. */
  readonly workerStart: number;
}

/**
 * Returns what to tell where requests for the fake had gone to the network before its worker was ready, as the page's
 * `performance` notes them; undefined where there were none. Those that are still on their way are not noted yet.
 */
function describeEarlyRequests(petstore: Petstore): string | undefined {
  const loaded = performance.getEntriesByType('resource') as unknown as readonly ResourceTiming[];
  const early = loaded.filter(({ name, workerStart }) => workerStart === 0 && isServed(new URL(name), petstore));
  if (early.length === 0) return undefined;
  const requests = early.length === 1 ? '1 request' : `${early.length} requests`;
  return `petstore-mock: ${requests} to ${petstore.baseUrl} went to the network before start() was done. Write await before start(), and load what sends requests after it.`;
}

/**
 * Returns a readable error where a worker could not be registered because its script is missing: a server that answers unknown
 * paths with 404, or with the app's own page. Answers undefined for any other error.
 */
export function explainMissingWorker(error: unknown, url = '/mockServiceWorker.js'): InputError | undefined {
  if (!(error instanceof Error) || !/Failed to register .*(?:\(404\)|MIME type|does not exist)/s.test(error.message))
    return undefined;
  const explained = new InputError(
    'Starting the worker',
    `there is no worker script at ${url}`,
    'Run `npx petstore-mock init public/`, where public/ is the folder whose files are served as they are; under a path such as /shop, ' +
      "start({ serviceWorker: { url: '/shop/mockServiceWorker.js' } }).",
  );
  return Object.assign(explained, { cause: error });
}

declare const navigator: { readonly serviceWorker?: { readonly register: unknown } };

/** What to tell where Playwright blocks service workers: it puts a function of its own in the place of `register`. */
const WORKERS_ARE_BLOCKED =
  'petstore-mock: Playwright blocks service workers on this page, so the worker stands aside. Its requests are answered by ' +
  "petstore-mock/playwright, or go to the network. To have the worker: test.use({ serviceWorkers: 'allow' }).";

function areWorkersBlocked(): boolean {
  return /blocked by Playwright/.test(String(navigator.serviceWorker?.register));
}
