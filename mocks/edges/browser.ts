import { type SetupWorker, setupWorker } from 'msw/browser';
import { createPetstore, type Petstore } from '../petstore.js';
import type { WorldOptions } from '../world-options.js';

/** A fake that answers what this page sends, through an MSW worker of its own. */
export interface PetstoreWorker extends Petstore {
  /** MSW's worker: `worker.use(…)` puts handlers of yours before the fake's. */
  readonly worker: SetupWorker;
  /** Begins to answer; wait for it before the first request. */
  start(): Promise<void>;
  /** Stops answering. */
  stop(): void;
}

/** Makes a fake and the MSW worker that carries it. Throws an InputError for an option that cannot be. */
export function setupPetstoreWorker(options: WorldOptions = {}): PetstoreWorker {
  const petstore = createPetstore(options);
  const worker = setupWorker(...petstore.handlers);
  return Object.assign(petstore, {
    worker,
    start: async () => {
      await worker.start();
    },
    stop: () => worker.stop(),
  });
}
