import { test as base } from '@playwright/test';
import { createAdminClient, type OwnWorld } from 'petstore-mock/admin';

const admin = createAdminClient({ url: 'http://127.0.0.1:14742', token: 'local-admin' });

export const test = base.extend<{ world: OwnWorld }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that nothing is needed.
  world: async ({}, use) => {
    const world = await admin.worlds.open();
    await use(world);
    await world.drop();
  },
  extraHTTPHeaders: async ({ world, extraHTTPHeaders }, use) => {
    await use({ ...extraHTTPHeaders, baggage: `petstore-world=${world.worldId}` });
  },
});
