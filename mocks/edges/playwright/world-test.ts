import { test as playwrightTest } from '@playwright/test';
import type { OwnWorld } from '../../../src/admin/client/admin-client.js';
import type { AdminClientOptions } from '../../../src/admin/client/caller.js';
import { createAdminClient } from '../../../src/admin/client/create-admin-client.js';
import { InputError } from '../../../src/json/input-error.js';

/** Options of `worldTest`, for `test.use({ … })` and for `use` in the configuration. */
export interface WorldTestOptions {
  /** The server that runs with `--world-header`: `{ url: 'http://127.0.0.1:4290', token: 'local-admin' }`. Required. */
  readonly petstoreServer: Pick<AdminClientOptions, 'url' | 'token'> | undefined;
}

/** Fixtures of `worldTest`. */
export interface WorldFixtures {
  /**
   * The world of this test alone, on the server. Every request of the test's `context` carries its id in the header `baggage`:
   * an app that passes the header on from its server reaches this world, whatever its key.
   */
  readonly world: OwnWorld;
}

/** Playwright's `test` with a world for each test on one running server: for apps that fetch on their own server. */
export const worldTest = playwrightTest.extend<WorldFixtures & WorldTestOptions>({
  petstoreServer: [undefined, { option: true }],
  world: async ({ petstoreServer }, use) => {
    if (petstoreServer === undefined) {
      const remedy = "Try test.use({ petstoreServer: { url: 'http://127.0.0.1:4290', token: 'local-admin' } }).";
      throw new InputError('Opening a world for the test', 'the option petstoreServer is missing', remedy);
    }
    const world = await createAdminClient(petstoreServer).worlds.open();
    await use(world);
    await world.drop();
  },
  extraHTTPHeaders: async ({ world, extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, baggage: `petstore-world=${world.worldId}` });
  },
});
