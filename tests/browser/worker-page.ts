/** What a page of the worker's tests runs: the fake, carried by MSW's worker. */
import { HttpResponse, http } from 'msw';
import { type PetstoreWorker, type StartOptions, setupPetstoreWorker } from '../../src/entries/browser.js';
import { BASE_URL } from './shop.js';

export interface WorkerPage {
  readonly petstore: PetstoreWorker;
  /** Starts the worker; returns the message of the error where there was one. */
  start(options?: StartOptions): Promise<string | undefined>;
  /** Puts a handler of the page's own before the fake's, for the list. */
  overrideList(): void;
}

const petstore = setupPetstoreWorker({ baseUrl: BASE_URL, pets: 3 });

const page: WorkerPage = {
  petstore,
  async start(options) {
    try {
      await petstore.start({ quiet: true, ...options });
      return undefined;
    } catch (error) {
      return String(error);
    }
  },
  overrideList: () => petstore.worker.use(http.get(`${BASE_URL}/inventory`, () => HttpResponse.json([]))),
};
Object.assign(globalThis, { workerPage: page });
