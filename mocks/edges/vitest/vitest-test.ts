import type { SetupServer } from 'msw/node';
import type { TestAPI } from 'vitest';
import * as vitest from 'vitest';
import type { InputError } from '../../../src/json/input-error.js';
import { createPetstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { SharedServer, type TestPetstore } from '../msw/shared-server.js';
import { requireUnhandled, type UnhandledRequests } from '../msw/unhandled-requests.js';

/** Keeps a test without a fake from reaching the service. */
export interface PetstoreGuard {
  /** Lets requests of this test pass to the network. */
  lift(): void;
}

/** Options of the fake of a test. */
export interface PetstoreTestOptions extends WorldOptions {
  /** How to treat requests to other addresses while the test runs; default `warn`: they pass, with a warning on the console. */
  readonly unhandled?: UnhandledRequests;
}

/** Fixtures of `test`. */
export interface PetstoreFixtures {
  /** The options of the fakes; `test.extend({ petstoreOptions: { pets: 3 } })` sets them, or `provide` in vitest's configuration. */
  petstoreOptions: PetstoreTestOptions;
  /** The MSW server, open from the import of `petstore-mock/vitest` to the last hook of the file. */
  petstoreServer: SetupServer;
  /** Fails every test that sends a request to the base URL but does not use `petstore`. */
  petstoreGuard: PetstoreGuard;
  /** A fake for this test alone. The test fails if a request is pending at its end, or went to another base URL. */
  petstore: TestPetstore;
}

/**
 * Creates vitest's `test` with a fake for each test that uses one. From now to the last hook of the file, a request to the fake's
 * address reaches a fake or fails with a sentence.
 */
export function createPetstoreTest(): TestAPI<PetstoreFixtures> {
  const provided = vitest.inject('petstoreOptions' as never) as PetstoreTestOptions | undefined;
  const shared = new SharedServer(provided?.baseUrl === undefined ? [] : [provided.baseUrl]);
  shared.start();
  // The first hook of a file is the last one to run after its tests.
  vitest.afterAll(() => shared.stop());
  // Since vitest 4.1. Before, concurrent tests cannot be told apart.
  const { aroundEach } = vitest as Partial<Pick<typeof vitest, 'aroundEach'>>;
  aroundEach?.((runTest, { task }) => (task.concurrent === true ? shared.runApart(runTest) : runTest()));
  return vitest.test.extend<PetstoreFixtures>({
    petstoreOptions: [{}, { injected: true }],
    petstoreServer: [
      // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs.
      async ({}, use) => {
        // In a worker that does not isolate its files, only the first one imports this.
        shared.start();
        await use(shared.server);
        shared.stop();
      },
      { scope: 'file' },
    ],
    petstoreGuard: [
      async ({ task, onTestFinished, petstoreOptions, petstoreServer: _ }, use) => {
        const { unhandled = 'warn', ...options } = petstoreOptions;
        requireUnhandled(unhandled);
        const { lift, end } = shared.guard(task.name, () => createPetstore(options), unhandled);
        onTestFinished(() => throwWithoutStack(end()));
        await use({ lift });
      },
      { auto: true },
    ],
    petstore: async ({ task, onTestFinished, petstoreOptions, petstoreServer, petstoreGuard }, use) => {
      const { unhandled: _, ...options } = petstoreOptions;
      const petstore = createPetstore(options);
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
