import { type BrowserContext, test as playwrightTest, type Request } from '@playwright/test';
import { createPetstore, type Petstore } from '../../petstore.js';
import type { WorldOptions } from '../../world-options.js';
import { findStray, isServed } from '../strays.js';
import { routePetstore, warnUser } from './route-petstore.js';

/** Options of `test`, for `test.use({ … })` and for `use` in the configuration. */
export interface PetstoreTestOptions {
  /**
   * How the fake of each test is made: `test.use({ petstoreOptions: { baseUrl: 'https://api.example.test/v1', pets: 5 } })`.
   * The whole object is replaced, not merged with that of the configuration.
   */
  readonly petstoreOptions: WorldOptions;
}

/** Fixtures of `test`. */
export interface PetstoreFixtures {
  /**
   * The fake of this test alone; it answers all pages of the test's `context`, also in a test that does not name it.
   *
   * - The test's own routes come first: `page.route(…)` and `context.route(…)` override single answers.
   * - `request` and `page.request` do not pass through the browser and never meet the fake: ask `petstore.handle(…)`.
   * - A context that the test makes itself is not routed: `await routePetstore(context, petstore)`.
   * - Its clock and the page's are two. Move the fake's first, so that what the page then sends meets the later time:
   *   `await page.clock.install({ time: 0 })` and `await page.clock.pauseAt(petstore.clock.now())` before the page opens,
   *   then `petstore.clock.advance('1m')` and `await page.clock.fastForward('01:00')`.
   */
  readonly petstore: Petstore;
}

// Playwright's types know no options that are given anew, but the configuration beats only what says that it is one.
const asOption = { scope: 'test', option: true } as const;

/** Playwright's `test` with a fake for each test. An app's service workers are blocked, unless `serviceWorkers: 'allow'` is set. */
export const test = playwrightTest.extend<PetstoreFixtures & PetstoreTestOptions>({
  petstoreOptions: [{}, { option: true }],
  serviceWorkers: [({ contextOptions }, use) => use(contextOptions.serviceWorkers ?? 'block'), asOption],
  petstore: async ({ petstoreOptions }, use) => {
    await use(createPetstore(petstoreOptions));
  },
  // Not an automatic fixture: that would start a browser for tests that have no page.
  context: async ({ context, petstore }, use, testInfo) => {
    const route = await routePetstore(context, petstore);
    const strays = watchStrays(context, petstore);
    await use(context);
    route.end();
    if (testInfo.status !== 'passed' && testInfo.status !== 'skipped') strays().forEach(warnUser);
  },
});

/**
 * Looks for requests that seem meant for the fake, went elsewhere and failed there: most likely a base URL is wrong.
 * Returns a function that tells what there was to tell so far, each address once.
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
    // A development server answers with its page whatever it does not know.
    const isPage = response.headers()['content-type']?.startsWith('text/html');
    if (response.status() >= 400 || isPage) look(response.request());
  });
  return () => [...strays];
}
