// Long: what Playwright shows of responses that a cache, a route, a worker or a page that went away made.
import { gzipSync } from 'node:zlib';
import { expect as playwrightExpect, test } from '@playwright/test';
import { expect, observeContext } from '../../src/entries/observe-playwright.js';
import { readHar } from '../../src/exchange/read-har.js';
import { createService } from '../conformant-service/create-service.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { faultyServices } from '../faulty-services/faulty-services.js';
import { serveFake } from '../serve-fake.js';
import { type ObservedShop, openShop, serveObserved, useService } from './observed-shop.js';
import { ask } from './shop.js';

const LIST = '[{"petId":1,"quantity":2,"status":"available"}]';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const limits = () => ({
  'X-RateLimit-Limit': '60',
  'X-RateLimit-Remaining': '50',
  'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1_000) + 30),
});

const shops: ObservedShop[] = [];
async function serve(...args: Parameters<typeof serveObserved>): Promise<ObservedShop> {
  const shop = await serveObserved(...args);
  shops.push(shop);
  return shop;
}
test.afterEach(async () => {
  for (const shop of shops.splice(0)) await shop.close();
});

const faulty = (name: string) => {
  const found = faultyServices.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no faulty service ${name}.`);
  return found.make();
};
const rulesOf = (observed: ReturnType<typeof observeContext>) => [
  ...new Set(observed.violations().map(({ rule }) => rule)),
];

test('a conformant service has no violations, and is fully observed from another origin', { tag: '@short' }, async ({
  context,
}) => {
  const shop = await serve(createService());
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await useService(await openShop(context, shop), shop);
  await observed.expectConformance();
  expect(observed.exchanges).toHaveLength(9);
  const credentials = observed.exchanges.map(({ request }) => request.credential.kind);
  expect(credentials).toEqual(['bearer', 'none', ...Array(7).fill('bearer')]);
  expect(observed.exchanges.map(({ response }) => response?.body.kind)).toEqual(Array(9).fill('text'));
  const passed = observed
    .findings()
    .filter(({ outcome }) => outcome === 'pass')
    .map(({ rule }) => rule.id);
  expect(passed).toEqual(expect.arrayContaining(['limits/headers-present', 'errors/shape', 'inventory/list-shape']));
  expect(observed).toBeWellMannered();
  expect(observed).toHaveCalled('listInventory', { times: 3 });
  expect(JSON.stringify(observed.exchanges)).not.toContain(GOOD_KEY);
  expect(readHar(observed.har(), 'observed.har').exchanges).toEqual(observed.exchanges);
});

test('a response whose body the page leaves unread is judged without it', async ({ context }) => {
  const shop = await serve((_request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.writeHead(200, { ...limits(), ...JSON_TYPE, 'Cache-Control': 'no-store' }).end(LIST);
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  await page.evaluate((url) => fetch(url).then(({ status }) => status), `${shop.baseUrl}/inventory`);
  await observed.settled();
  expect(observed.exchanges).toMatchObject([{ response: { status: 200, body: { kind: 'missing' } } }]);
  expect(observed.exchanges).toHaveLength(1);
});

test('a violation is reported', async ({ context }) => {
  const shop = await serve(faulty('has no limit headers on 401'));
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await useService(await openShop(context, shop), shop);
  await observed.settled();
  expect(rulesOf(observed)).toEqual(['limits/headers-present']);
  await playwrightExpect(observed.expectConformance()).rejects.toThrow('violated 1 rule in 9 requests');
});

test('a fake on a port has no violations until a fault is on', async ({ context }) => {
  const fake = await serveFake({ pets: 3 });
  const observed = observeContext(context, { baseUrl: `${fake.origin}/v1` });
  const page = await context.newPage();
  // Another origin; the page at the root forbids its scripts every request.
  await page.goto(`${fake.origin.replace('127.0.0.1', 'localhost')}/livez`);
  const list = () => ask(page, `${fake.origin}/v1/inventory`, { key: 'test_free' });
  await list();
  await observed.expectConformance();
  await fake.admin.faults.add({ operation: 'listInventory', body: 'malformed' });
  await list();
  await observed.settled();
  expect(rulesOf(observed).sort()).toEqual(['body/json', 'inventory/list-shape']);
  await page.close();
  await fake.close();
});

test('the service receives the same requests as without observation', async ({ browser }) => {
  const shop = await serve(createService());
  const use = async (isObserved: boolean) => {
    const context = await browser.newContext();
    const before = shop.received.length;
    if (isObserved) observeContext(context, { baseUrl: shop.baseUrl });
    const seen = await useService(await openShop(context, shop), shop);
    await context.close();
    return { arrived: shop.received.slice(before), texts: seen.map(({ status, text }) => [status, text]) };
  };
  const alone = await use(false);
  expect(alone.arrived).toHaveLength(9);
  expect((await use(true)).arrived).toEqual(alone.arrived);
});

test('a compressed body is judged decoded', async ({ context }) => {
  const shop = await serve((_, response) => {
    const body = gzipSync(LIST);
    response.writeHead(200, { ...JSON_TYPE, ...limits(), 'Content-Encoding': 'gzip', 'Content-Length': body.length });
    response.end(body);
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await ask(await openShop(context, shop), `${shop.baseUrl}/inventory`, { key: GOOD_KEY });
  await observed.expectConformance();
  expect(observed.exchanges[0]?.response?.body).toMatchObject({ kind: 'text', text: LIST });
});

test('a redirect and its target are two exchanges', async ({ context }) => {
  const shop = await serve(({ url }, response) => {
    if (url === '/v1/inventory') response.writeHead(302, { ...limits(), Location: '/v1/elsewhere' }).end();
    else response.writeHead(200, { ...JSON_TYPE, ...limits() }).end(LIST);
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await ask(await openShop(context, shop), `${shop.baseUrl}/inventory`, { key: GOOD_KEY });
  await observed.settled();
  expect(observed.exchanges.map(({ response }) => [response?.status, response?.body.kind])).toEqual([
    [302, 'missing'],
    [200, 'text'],
  ]);
});

test('an empty body is empty, and one that is cut off is missing', async ({ context }) => {
  const shop = await serve(({ url }, response) => {
    const isCut = url === '/v1/inventory?cut';
    response.writeHead(200, { ...JSON_TYPE, ...limits(), ...(isCut && { 'Content-Length': 100 }) });
    if (!isCut) return response.end();
    return response.write('[', () => response.destroy());
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  await ask(page, `${shop.baseUrl}/inventory`, { key: GOOD_KEY });
  await ask(page, `${shop.baseUrl}/inventory?cut`, { key: GOOD_KEY });
  await observed.settled();
  const bodies = observed.exchanges.map(({ response }) => response?.body);
  expect(bodies).toEqual([{ kind: 'empty' }, { kind: 'missing', why: 'cut off' }]);
  expect(observed.violations().map(({ exchange }) => exchange)).toEqual([1]);
});

test('an aborted request, or one of a closed page, has no response', async ({ context }) => {
  const shop = await serve(() => {});
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  await ask(page, `${shop.baseUrl}/inventory`, { key: GOOD_KEY, patienceMs: 50 });
  const requested = page.waitForRequest('**/store/orders');
  void ask(page, `${shop.baseUrl}/store/orders`, { key: GOOD_KEY }).catch(() => {});
  await requested;
  await page.close();
  await observed.settled();
  expect(observed.exchanges.map(({ response, failure }) => [response, failure])).toEqual([
    [undefined, 'the client aborted the request'],
    [undefined, expect.stringMatching(/aborted|closed/)],
  ]);
});

test('bodies of a page that navigates away are missing', async ({ context }) => {
  const shop = await serve((_, response) => void response.writeHead(200, { ...JSON_TYPE, ...limits() }).end(LIST));
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  await page.evaluate(
    ([url, key]) => void fetch(url, { keepalive: true, headers: { Authorization: `Bearer ${key}` } }),
    [`${shop.baseUrl}/inventory`, GOOD_KEY] as const,
  );
  await page.goto(`${shop.pageUrl}?2`);
  await observed.settled();
  expect(rulesOf(observed)).toEqual([]);
  expect(observed.exchanges.map(({ response }) => response?.body.kind ?? 'missing')).toEqual([
    expect.stringMatching(/^(?:missing|text)$/),
  ]);
});

test('a response from a route of the test is not the service’s', async ({ context }) => {
  const shop = await serve((_, response) => void response.writeHead(200, { ...JSON_TYPE, ...limits() }).end(LIST));
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await context.route('**/v1/inventory?made', (route) =>
    route.fulfill({ body: 'no JSON', headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await context.route('**/v1/inventory?passed', (route) => route.continue());
  const page = await openShop(context, shop);
  expect(await ask(page, `${shop.baseUrl}/inventory?made`, { key: GOOD_KEY })).toMatchObject({ text: 'no JSON' });
  await ask(page, `${shop.baseUrl}/inventory?passed`);
  await observed.expectConformance();
  expect(observed.exchanges.map(({ failure }) => failure)).toEqual([
    'the response came from a test, not from the service',
    undefined,
  ]);
  // Where there are routes, Playwright does not show the cookies that go along.
  expect(observed.exchanges[1]).toMatchObject({
    request: { credential: { kind: 'unknown' } },
    response: { status: 200 },
  });
});

test('a request counts when a route has sent it', async ({ context }) => {
  const shop = await serve((_, response) => void response.writeHead(200, { ...JSON_TYPE, ...limits() }).end(LIST));
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  await context.route('**/v1/away', (route) => route.continue({ url: `${shop.origin}/elsewhere` }));
  await context.route('**/from/elsewhere', (route) => route.continue({ url: `${shop.baseUrl}/inventory` }));
  const page = await openShop(context, shop);
  await ask(page, `${shop.baseUrl}/away`, { key: GOOD_KEY });
  await ask(page, `${shop.origin}/from/elsewhere`, { key: GOOD_KEY });
  await expect.poll(() => observed.exchanges.length).toBe(1);
  await observed.expectConformance();
  expect(observed).toHaveCalled('listInventory', { times: 1 });
});

test('a response from the browser cache is not the service’s', async ({ context }) => {
  const shop = await serve(({ url, headers }, response) => {
    const kept: Record<string, string> = url?.includes('asks')
      ? { ETag: '"1"', 'Cache-Control': 'no-cache' }
      : { 'Cache-Control': 'max-age=600' };
    if (headers['if-none-match'] !== undefined) return response.writeHead(304, { ETag: '"1"' }).end();
    return response.writeHead(200, { ...JSON_TYPE, ...limits(), ...kept }).end(LIST);
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  for (const query of ['kept', 'kept', 'asks', 'asks']) {
    expect(await ask(page, `${shop.baseUrl}/inventory?${query}`, { key: GOOD_KEY })).toMatchObject({
      status: 200,
      text: LIST,
    });
  }
  await observed.expectConformance();
  expect(observed.exchanges.map(({ response, failure }) => response?.mayBeCached ?? failure)).toEqual([
    undefined,
    'the response came from a cache, not from the service',
    undefined,
    true,
  ]);
});

test('a response of a service worker is not the service’s, but its requests count', async ({ context }) => {
  const script = `
    addEventListener('install', () => skipWaiting());
    addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    addEventListener('fetch', (event) => {
      if (event.request.url.includes('own')) event.respondWith(new Response('no JSON'));
      else if (event.request.url.includes('/v1/')) event.respondWith(fetch(event.request));
    });`;
  const shop = await serve(({ url }, response) => {
    if (url === '/worker.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    return response.writeHead(200, { ...JSON_TYPE, ...limits() }).end(LIST);
  });
  const observed = observeContext(context, { baseUrl: shop.baseUrl });
  const page = await openShop(context, shop);
  await page.evaluate(`(async () => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((resolve) => Object.assign(serviceWorker, { oncontrollerchange: resolve }));
    await serviceWorker.register('/worker.js');
    if (!serviceWorker.controller) await controlled;
  })()`);
  expect(await ask(page, `${shop.baseUrl}/inventory?own`, { key: GOOD_KEY })).toMatchObject({ text: 'no JSON' });
  expect(await ask(page, `${shop.baseUrl}/inventory?passed`, { key: GOOD_KEY })).toMatchObject({ text: LIST });
  // Requests of a worker are reported through a separate channel, which may be late.
  await expect.poll(() => observed.exchanges.length).toBe(3);
  await observed.expectConformance();
  const byWorker = 'the response came from a service worker, not from the service';
  expect(observed.exchanges.map(({ response, failure }) => failure ?? response?.body).sort()).toEqual(
    [byWorker, byWorker, { kind: 'missing', why: 'the browser does not show it' }].sort(),
  );
});
