import type { SetupServer } from 'msw/node';
import { type TestAPI, test } from 'vitest';
import type { InputError } from '../../../src/json/input-error.js';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { SharedServer } from './shared-server.js';

/** The fake of a test, through the MSW server of its file. */
export interface TestPetstore extends Petstore {
  /** MSW's server: `server.use(…)` adds your handlers before the fake's, until the test ends. */
  readonly server: SetupServer;
}

/** Keeps a test without a fake from reaching the service. */
export interface PetstoreGuard {
  /** Lets requests of this test pass to the network. */
  lift(): void;
}

/** Fixtures of `test`. */
export interface PetstoreFixtures {
  /** The options of the fakes; `test.extend({ petstoreOptions: { pets: 3 } })` sets them, or `provide` in vitest's configuration. */
  petstoreOptions: WorldOptions;
  /** The MSW server, open from the first to the last test of a file that uses a fake. */
  petstoreServer: SetupServer;
  /** Fails every test that sends a request to the base URL but does not use `petstore`. */
  petstoreGuard: PetstoreGuard;
  /** A fake for this test alone. The test fails if a request is pending at its end, or went to another base URL. */
  petstore: TestPetstore;
}

/** Creates vitest's `test` with a fake for each test that uses one. */
export function createPetstoreTest(): TestAPI<PetstoreFixtures> {
  const shared = new SharedServer();
  return test.extend<PetstoreFixtures>({
    petstoreOptions: [{}, { injected: true }],
    petstoreServer: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        shared.start();
        await use(shared.server);
        shared.stop();
      },
      { scope: 'file' },
    ],
    petstoreGuard: [
      async ({ task, onTestFinished, petstoreOptions, petstoreServer: _ }, use) => {
        const end = shared.guard(task.name, () => createPetstore(petstoreOptions));
        onTestFinished(() => throwWithoutStack(end()));
        await use({ lift: end });
      },
      { auto: true },
    ],
    petstore: async ({ task, onTestFinished, petstoreOptions, petstoreServer, petstoreGuard }, use) => {
      const petstore = createPetstore(petstoreOptions);
      const unregister = shared.register(petstore, task.name);
      petstoreGuard.lift();
      let problemOf: (() => InputError | undefined) | undefined;
      // Vitest reports errors of a fixture's teardown twice. The test's own hooks of this kind run before.
      onTestFinished(() => throwWithoutStack(problemOf?.()));
      await use(Object.assign(petstore, { server: petstoreServer }));
      problemOf = await unregister();
      // Vitest keeps the context of every test until the end of the run, and the fake with it.
      Reflect.deleteProperty(task.context, 'petstore');
    },
  });
}

/** The stack would contain only the fake's code, which vitest would show. */
function throwWithoutStack(problem: InputError | undefined): void {
  if (problem !== undefined) throw Object.assign(problem, { stack: String(problem) });
}
