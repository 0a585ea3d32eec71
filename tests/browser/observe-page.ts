/** What a page of the observing tests runs: a real service, observed through MSW's worker. */
import { setupWorker } from 'msw/browser';
import { type ObservedPetstore, observePetstore } from '../../src/entries/observe.js';

export interface ObservePage {
  readonly observed: ObservedPetstore;
  start(): Promise<void>;
}

declare const location: { readonly search: string };

const baseUrl = new URLSearchParams(location.search).get('service') ?? '';
const observed = observePetstore({ baseUrl });
const worker = setupWorker(...observed.handlers);

const page: ObservePage = {
  observed,
  start: async () => void (await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })),
};
Object.assign(globalThis, { observePage: page });
