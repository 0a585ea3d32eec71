// Long: the worker of the next major of msw, faults, and what goes wrong when it starts.
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test';
import { ask, BASE_URL, update } from './shop.js';
import type { WorkerPage } from './worker-page.js';
import { type MswPackage, serveWorkerSite, type WorkerSite } from './worker-site.js';

declare const workerPage: WorkerPage;

const INVENTORY = `${BASE_URL}/inventory`;
const key = 'test_free';

const majors: readonly (readonly [name: string, msw: MswPackage])[] = [
  ['msw 2', 'msw'],
  ['msw 3', 'msw-3'],
];

for (const [name, msw] of majors) {
  // The next major is not installed for `npm test`.
  const tag = msw === 'msw' ? ['@short'] : [];
  test.describe(`the worker of ${name}`, () => {
    let site: WorkerSite;

    test.beforeAll(async () => {
      site = await serveWorkerSite(msw);
    });
    test.afterAll(() => site.close());
    test.beforeEach(({ page }) => open(page, site));

    test('responds to the requests of the page', { tag }, async ({ page }) => {
      expect(await start(page)).toBeUndefined();
      const list = await ask(page, INVENTORY, { key });
      expect(list.status).toBe(200);
      expect(JSON.parse(list.text)).toHaveLength(3);
      expect(list.headers['x-ratelimit-remaining']).toBe('59');

      expect(await update(page, 1, 7)).toMatchObject({ status: 200 });
      expect(await page.evaluate(() => workerPage.petstore.inventory.get(1)?.quantity)).toBe(7);
    });

    test('breaks the connection before the response or halfway through the body, which can arrive in small pieces', async ({
      page,
    }) => {
      await start(page);
      const whole = (await ask(page, INVENTORY, { key })).text;
      const next = (fault: Parameters<WorkerPage['petstore']['faults']['next']>[1]) =>
        page.evaluate((options) => workerPage.petstore.faults.next('listInventory', options), fault);
      await next({ network: 'reset' });
      expect(await ask(page, INVENTORY, { key })).toMatchObject({ status: 0, error: 'TypeError: Failed to fetch' });
      await next({ body: 'truncated' });
      const received = await ask(page, INVENTORY, { key });
      expect(received).toMatchObject({ status: 200, text: '' });
      expect(received.error).toBeDefined();
      await next({ dripMs: 120 });
      const begun = Date.now();
      expect((await ask(page, INVENTORY, { key })).text).toBe(whole);
      expect(Date.now() - begun).toBeGreaterThanOrEqual(119);
    });

    test('a handler of the page takes precedence', async ({ page }) => {
      await start(page);
      await page.evaluate(() => workerPage.overrideList());
      expect((await ask(page, INVENTORY, { key })).text).toBe('[]');
    });

    test('stops responding once it is stopped', async ({ page }) => {
      await start(page);
      await page.evaluate(() => workerPage.petstore.stop());
      expect((await ask(page, INVENTORY, { key })).status).toBe(0);
      await page.evaluate(() => workerPage.petstore.stop());
    });

    test('passes on a request to another base URL, and suggests a fix', async ({ page }) => {
      await start(page);
      const warned = page.waitForEvent('console', (message: ConsoleMessage) => message.text().includes('baseUrl'));
      expect((await ask(page, `${site.origin}/v2/inventory`, { key })).status).toBe(404);
      expect((await warned).text()).toContain(`Correct the URL in the code, or pass { baseUrl: '${site.origin}/v2' }`);
    });

    test('explains how to get the worker’s script if it is missing, or the app’s page', async ({ page }) => {
      for (const url of ['/nowhere.js', '/app/mockServiceWorker.js']) {
        await open(page, site);
        const message = await start(page, { serviceWorker: { url } });
        expect(message).toContain(`InputError: Starting the worker: the worker script ${url} was not found. `);
        expect(message).toContain('Run `npx petstore-mock init public/`, where public/ is the folder');
      }
    });
  });
}

// The major of msw makes no difference to what follows.
test.describe('the worker', () => {
  let site: WorkerSite;

  test.beforeAll(async () => {
    site = await serveWorkerSite('msw');
  });
  test.afterAll(() => site.close());
  test.beforeEach(({ page }) => open(page, site));

  test('responds 429 once the quota is used up, and 200 when the clock was advanced', { tag: '@short' }, async ({
    page,
  }) => {
    await start(page);
    await page.evaluate(() => workerPage.petstore.limits.exhaust('test_free'));
    const limited = await ask(page, INVENTORY, { key });
    expect(limited.status).toBe(429);
    expect(limited.headers['retry-after']).toBeDefined();
    await page.evaluate(() => workerPage.petstore.clock.advance('61s'));
    expect((await ask(page, INVENTORY, { key })).status).toBe(200);
  });

  test('delays a response', async ({ page }) => {
    await start(page);
    await page.evaluate(() => workerPage.petstore.faults.always('listInventory', { delayMs: 3_600_000 }));
    const patient = ask(page, INVENTORY, { key }).catch(() => undefined);
    await expect.poll(() => page.evaluate(() => workerPage.petstore.journal.exchanges.length)).toBe(1);
    const impatient = await ask(page, INVENTORY, { key, patienceMs: 200 });
    expect(impatient.error).toContain('TimeoutError');
    await page.close();
    expect(await patient).toBeUndefined();
  });

  test.describe('if Playwright blocks service workers', () => {
    test.use({ serviceWorkers: 'block' });

    test('stands aside, and the app continues', async ({ page }) => {
      const warned = page.waitForEvent('console', (message) => message.text().includes('petstore-mock/playwright'));
      expect(await start(page)).toBeUndefined();
      await warned;
      expect((await ask(page, INVENTORY, { key })).status).toBe(0);
      await page.evaluate(() => workerPage.petstore.stop());
    });
  });

  test('names the requests that were sent before it was ready', async ({ page }) => {
    const warned = page.waitForEvent('console', (message: ConsoleMessage) => message.text().includes('await'));
    expect((await ask(page, INVENTORY, { key })).status).toBe(0);
    await start(page);
    expect((await warned).text()).toContain('1 request to ');
    expect((await ask(page, INVENTORY, { key })).status).toBe(200);
  });
});

async function open(page: Page, { origin }: WorkerSite): Promise<void> {
  await page.goto(origin);
  await page.waitForFunction(() => 'workerPage' in globalThis);
}

function start(page: Page, options?: Parameters<WorkerPage['start']>[0]): Promise<string | undefined> {
  return page.evaluate((given) => workerPage.start(given), options);
}
