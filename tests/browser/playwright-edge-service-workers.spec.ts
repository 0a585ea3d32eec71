// Long: service workers of the app and the fake go together.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, routePetstore, test } from '../../src/entries/playwright.js';
import { ask } from './shop.js';

/** Returns the stock itself, as a worker does that caches. */
const worker = `
  self.addEventListener('install', () => self.skipWaiting());
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
  self.addEventListener('fetch', (event) => {
    if (event.request.url.endsWith('/v1/inventory')) event.respondWith(new Response('from the worker'));
  });
`;

/** Serves an app with a service worker. Playwright's routes do not serve the scripts of workers. */
const appTest = test.extend<{ readonly app: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern that nothing is needed.
  app: async ({}, use) => {
    const server = createServer((request, response) => {
      const isWorker = request.url === '/worker.js';
      response.setHeader('Content-Type', isWorker ? 'text/javascript' : 'text/html');
      response.end(isWorker ? worker : '<!doctype html><title>App</title>');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    // A name that browsers trust as they trust https: nowhere else do they run service workers.
    await use(`http://localhost:${(server.address() as AddressInfo).port}`);
    server.closeAllConnections();
    server.close();
  },
});

declare const navigator: {
  readonly serviceWorker: EventTarget & { register(url: string): Promise<object | undefined> };
};

appTest.use({ petstoreOptions: { baseUrl: 'http://127.0.0.1:9/v1' } });

/** Registers the worker and waits until it controls the page, if it ever will. */
async function startWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
    if (await serviceWorker.register('/worker.js')) await controlled;
  });
}

appTest('an app’s service worker is blocked', async ({ app, page, petstore }) => {
  await page.goto(app);
  await startWorker(page);
  expect(await ask(page, `${petstore.baseUrl}/inventory`)).toMatchObject({ status: 401 });
});

appTest.describe('allowed', () => {
  appTest.use({ serviceWorkers: 'allow' });

  appTest('an app’s service worker that is in the way is named', async ({ app, page, petstore }, testInfo) => {
    await page.goto(app);
    await startWorker(page);
    expect(await ask(page, `${petstore.baseUrl}/inventory`)).toMatchObject({ text: 'from the worker' });
    // Workers are reported through a separate channel, which may be late.
    await expect
      .poll(() => testInfo.annotations)
      .toEqual([
        expect.objectContaining({ type: 'petstore-mock', description: expect.stringContaining(`${app}/worker.js`) }),
      ]);
  });

  appTest('and so is one that was there before', async ({ app, browser, petstore }, testInfo) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(app);
    const told = context.waitForEvent('serviceworker');
    await startWorker(page);
    await told;
    await routePetstore(context, petstore);
    expect(testInfo.annotations).toHaveLength(1);
    await context.close();
  });
});
