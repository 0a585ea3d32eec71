import type { SetupServer } from 'msw/node';
import { type TestAPI, test } from 'vitest';
import type { InputError } from '../../../src/spec/validation/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { createSharedServer } from './shared-server.js';

/** The fake of a test, through the MSW server of its file. */
export interface TestPetstore extends Petstore {
  /** MSW's server: `server.use(…)` puts handlers of yours before the fake's, until the test ends. */
  readonly server: SetupServer;
}

/** What a test can ask for. */
export interface PetstoreFixtures {
  /** The options of the fakes; `test.extend({ petstoreOptions: { pets: 3 } })` sets them, or `provide` in vitest's configuration. */
  petstoreOptions: WorldOptions;
  /** The MSW server, open from the first test of a file that asks for a fake to the last. */
  petstoreServer: SetupServer;
  /** A fake that no other test sees. A test fails that leaves a request unanswered, or sends one to another base URL. */
  petstore: TestPetstore;
}

/** Creates vitest's `test` with a fake for each test that asks for one. */
export function createPetstoreTest(): TestAPI<PetstoreFixtures> {
  const shared = createSharedServer();
  return test.extend<PetstoreFixtures>({
    petstoreOptions: [{}, { injected: true }],
    petstoreServer: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        shared.hold();
        await use(shared.server);
        shared.letGo();
      },
      { scope: 'file' },
    ],
    petstore: async ({ task, onTestFinished, petstoreOptions, petstoreServer }, use) => {
      const petstore = createPetstore(petstoreOptions);
      const guest = shared.admit(petstore, task.name);
      let complaintOf: (() => InputError | undefined) | undefined;
      // What a fixture throws as it ends, vitest reports twice. The test's own hooks of this kind run before.
      onTestFinished(() => {
        const complaint = complaintOf?.();
        // Its stack leads through the fake's code alone, and vitest would show that.
        if (complaint !== undefined) throw Object.assign(complaint, { stack: String(complaint) });
      });
      await use(Object.assign(petstore, { server: petstoreServer }));
      complaintOf = await guest.leave();
      // Vitest keeps the context of every test until the run is over, and would keep the fake with it.
      Reflect.deleteProperty(task.context, 'petstore');
    },
  });
}
