// Long: the workers of both majors of msw observe a service.
import { expect, type Page, test } from '@playwright/test';
import { type HandWrittenService, serveByHand } from '../observe/hand-written-service.js';
import type { ObservePage } from './observe-page.js';
import { ask } from './shop.js';
import { type MswPackage, serveWorkerSite, type WorkerSite } from './worker-site.js';

declare const observePage: ObservePage;

const KEY = 'a_key_of_a_browser_1';
const majors: readonly (readonly [name: string, msw: MswPackage])[] = [
  ['msw 2', 'msw'],
  ['msw 3', 'msw-3'],
];

/** A service on another origin than the page; its address decides what it exposes of its headers. */
function serveAcrossOrigins(): Promise<HandWrittenService> {
  return serveByHand(({ method, url = '', headers }, response) => {
    const cors = {
      'Access-Control-Allow-Origin': headers.origin ?? '*',
      'Access-Control-Allow-Headers': '*, authorization',
    };
    if (method === 'OPTIONS') return response.writeHead(204, { ...cors, 'Access-Control-Allow-Methods': '*' }).end();
    const exposed = url.includes('exposed')
      ? { 'Access-Control-Expose-Headers': 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Date' }
      : {};
    const limits = {
      'X-RateLimit-Limit': '60',
      'X-RateLimit-Remaining': '61',
      'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 30),
    };
    const type = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    response.writeHead(url.includes('/pets/') ? 404 : 200, { ...cors, ...exposed, ...limits, ...type });
    return response.end(url.includes('/pets/') ? '{"code":"gone"}' : '[{"petId":1,"quantity":2,"status":"available"}]');
  });
}

for (const [name, msw] of majors) {
  test.describe(`a service observed by the worker of ${name}`, () => {
    let site: WorkerSite;
    let service: HandWrittenService;

    test.beforeAll(async () => {
      site = await serveWorkerSite(msw, 'observe-page.ts');
      service = await serveAcrossOrigins();
    });
    test.afterAll(async () => {
      await site.close();
      await service.close();
    });

    async function open(page: Page): Promise<void> {
      await page.goto(`${site.origin}/app/?service=${encodeURIComponent(service.baseUrl)}`);
      await page.waitForFunction(() => 'observePage' in globalThis);
      await page.evaluate(() => observePage.start());
    }
    const violations = (page: Page) =>
      page.evaluate(async () => {
        await observePage.observed.settled();
        return observePage.observed.violations().map(({ rule }) => rule);
      });

    test('returns the responses of the service, and reports what it can see of its violations', async ({ page }) => {
      await open(page);
      expect(await ask(page, `${service.baseUrl}/inventory?hidden`, { key: KEY })).toMatchObject({
        status: 200,
        text: '[{"petId":1,"quantity":2,"status":"available"}]',
      });
      expect(service.arrived.at(-1)?.headers.accept).toBe('*/*');
      // The browser may have added a key that is not shown.
      await ask(page, `${service.baseUrl}/inventory`);
      expect(await page.evaluate(() => observePage.observed.exchanges[1]?.request.credential.kind)).toBe('unknown');
      expect(await violations(page)).toEqual([]);
      await ask(page, `${service.baseUrl}/pets/1`, { key: KEY });
      expect(await violations(page)).toEqual(['errors/shape']);
      await ask(page, `${service.baseUrl}/inventory?exposed`, { key: KEY });
      expect((await violations(page)).sort()).toEqual(['errors/shape', 'limits/remaining-within-limit']);
      const seen = await page.evaluate(() => JSON.stringify(observePage.observed.exchanges));
      expect(seen).toContain('"name":"key#1"');
      expect(seen).not.toContain(KEY);
    });

    test('passes on a network error', async ({ page }) => {
      await open(page);
      const gone = service.baseUrl.replace(/:\d+/, ':9');
      await page.goto(`${site.origin}/app/?service=${encodeURIComponent(gone)}`);
      await page.waitForFunction(() => 'observePage' in globalThis);
      await page.evaluate(() => observePage.start());
      expect(await ask(page, `${gone}/inventory`, { key: KEY })).toMatchObject({
        status: 0,
        error: 'TypeError: Failed to fetch',
      });
      expect(await page.evaluate(() => observePage.observed.exchanges[0]?.failure)).toMatch(/Failed to fetch/);
    });
  });
}
