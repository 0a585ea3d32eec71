import { type BrowserContext, test as playwrightTest, type Request } from '@playwright/test';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray, isServed } from '../strays.js';
import { routePetstore, warnUser } from './route-petstore.js';

/** Options of `test`, for `test.use({ … })` and for `use` in the configuration. */
export interface PetstoreTestOptions {
  /**
   * The options of each test's fake: `test.use({ petstoreOptions: { baseUrl: 'https://api.example.test/v1', pets: 5 } })`.
   * The whole object is replaced, not merged with that of the configuration.
   */
  readonly petstoreOptions: WorldOptions;
}

/** Fixtures of `test`. */
export interface PetstoreFixtures {
  /**
   * The fake of this test alone. It serves all pages of the test's `context`, also in a test that does not use the fixture.
   *
   * - The test's own routes come first: `page.route(…)` and `context.route(…)` override single responses.
   * - `request` and `page.request` bypass the browser and the fake: call `petstore.handle(…)`.
   * - A context that the test creates is not routed: `await routePetstore(context, petstore)`.
   * - The fake and the page have separate clocks. Advance the fake's first, so that later requests meet the later time:
   *   `await page.clock.install({ time: 0 })` and `await page.clock.pauseAt(petstore.clock.now())` before the page opens,
   *   then `petstore.clock.advance('1m')` and `await page.clock.fastForward('01:00')`.
   */
  readonly petstore: Petstore;
}

// Playwright's types do not allow redefined options, but the configuration overrides only declared options.
const asOption = { scope: 'test', option: true } as const;

/** Playwright's `test` with a fake for each test. Service workers are blocked unless `serviceWorkers: 'allow'` is set. */
export const test = playwrightTest.extend<PetstoreFixtures & PetstoreTestOptions>({
  petstoreOptions: [{}, { option: true }],
  serviceWorkers: [({ contextOptions }, use) => use(contextOptions.serviceWorkers ?? 'block'), asOption],
  petstore: async ({ petstoreOptions }, use) => {
    await use(createPetstore(petstoreOptions));
  },
  // Not an automatic fixture: that would start a browser for tests without a page.
  context: async ({ context, petstore }, use, testInfo) => {
    const route = await routePetstore(context, petstore);
    const strays = watchStrays(context, petstore);
    await use(context);
    route.end();
    if (testInfo.status !== 'passed' && testInfo.status !== 'skipped') strays().forEach(warnUser);
  },
});

/**
 * Detects requests that look meant for the fake but went to another address and failed: most likely a wrong base URL.
 * Returns a function that returns the warnings so far, one for each address.
 */
function watchStrays(context: BrowserContext, petstore: Petstore): () => string[] {
  const strays = new Set<string>();
  const look = (request: Request) => {
    const url = request.url();
    const isData = ['fetch', 'xhr'].includes(request.resourceType());
    if (!isData || isServed(new URL(url), petstore)) return;
    const homes = new Set([petstore.baseUrl, petstore.journal.messagesUrl]);
    const stray = findStray({ method: request.method(), url }, [...homes], { option: 'petstoreOptions: ' });
    if (stray !== undefined) strays.add(stray.message);
  };
  context.on('requestfailed', look);
  context.on('response', (response) => {
    // A development server serves its page for unknown paths.
    const isPage = response.headers()['content-type']?.startsWith('text/html');
    if (response.status() >= 400 || isPage) look(response.request());
  });
  return () => [...strays];
}
