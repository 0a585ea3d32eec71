// Long: routes of a page beside the fake, faults, several pages and contexts.
import { expect, routePetstore, test } from '../../src/entries/playwright.js';
import { ask, BASE_URL, SHOP, serveShop, update } from './shop.js';

const key = 'test_free';
const inventory = `${BASE_URL}/inventory`;

test.use({ petstoreOptions: { baseUrl: BASE_URL, pets: 3, clock: '2026-11-21T12:00:00Z' } });

test.beforeEach(async ({ context, page }) => {
  await serveShop(context);
  await page.goto(SHOP);
});

test('a page lists the stock, and reads the rate-limit headers', { tag: '@short' }, async ({ page, petstore }) => {
  const { status, headers, text } = await ask(page, inventory, { key });
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual(petstore.inventory.list());
  expect(headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '59' });
});

test('a page on another origin updates the stock', { tag: '@short' }, async ({ page, petstore }) => {
  expect(await update(page, 1, 12)).toMatchObject({ status: 200 });
  expect(petstore.inventory.get(1)).toMatchObject({ quantity: 12 });
  expect(petstore).toHaveCalled('updateInventory', { times: 1, body: { quantity: 12 } });
});

test('a ban ends when the clock is advanced', { tag: '@short' }, async ({ page, petstore }) => {
  petstore.keys.ban(key, { for: '5m' });
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 429, headers: { 'retry-after': '300' } });
  petstore.clock.advance('5m');
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 200 });
});

test('a request arrives as the page sent it', async ({ page, petstore }) => {
  const headers = { 'Content-Type': 'application/json', 'X-Twice': 'a, b' };
  await ask(page, `${BASE_URL}/inventory/%zz?of=%20&by#top`, { method: 'PATCH', key, headers, body: [0xff, 0x00] });
  const [exchange] = petstore.journal.exchanges;
  expect(exchange?.request).toMatchObject({ method: 'PATCH', url: `${BASE_URL}/inventory/%zz?of=%20&by` });
  expect(exchange?.request.headers).toContainEqual(['x-twice', 'a, b']);
  expect(exchange?.request.headers).toContainEqual(['origin', SHOP]);
});

test('a large body arrives whole', async ({ page }) => {
  const body = `{"quantity":1${' '.repeat(1_048_576 - 14)}}`;
  const headers = { 'Content-Type': 'application/json' };
  expect(await ask(page, `${inventory}/1`, { method: 'PATCH', key, headers, body })).toMatchObject({ status: 200 });
});

test('a page that leaves a body unread becomes idle, and its response can be judged', async ({ page, petstore }) => {
  petstore.limits.exhaust(key);
  const waiting = page.waitForResponse(inventory);
  const credentials = { credentials: 'include', headers: { Authorization: `Bearer ${key}` } } as const;
  const status = await page.evaluate(async ([url, init]) => (await fetch(url, init)).status, [
    inventory,
    credentials,
  ] as const);
  expect(status).toBe(429);
  await page.waitForLoadState('networkidle');
  await expect(await waiting).toConformTo('listInventory');
});

test('a fault resets the connection of one request, and delays another', async ({ page, petstore }) => {
  petstore.faults.next('listInventory', { network: 'reset' });
  const failed = page.waitForEvent('requestfailed');
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 0, error: 'TypeError: Failed to fetch' });
  expect((await failed).failure()).toEqual({ errorText: 'net::ERR_CONNECTION_RESET' });
  petstore.faults.next('listInventory', { delayMs: 20, dripMs: 30 });
  const begun = Date.now();
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 200 });
  // Timers of Node may fire a millisecond early.
  expect(Date.now() - begun).toBeGreaterThanOrEqual(49);
});

test('a page that aborts its request does no harm', async ({ page, petstore }) => {
  let release = () => {};
  const isTime = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The route of the page waits until the client has aborted.
  await page.route(inventory, (route) => isTime.then(() => route.fallback()));
  const requested = page.waitForRequest(inventory);
  const failed = page.waitForEvent('requestfailed');
  await page.evaluate((url) => {
    const patience = new AbortController();
    Object.assign(globalThis, { giveUp: () => patience.abort() });
    fetch(url, { signal: patience.signal }).catch(() => {});
  }, inventory);
  await requested;
  await page.evaluate('giveUp()');
  await failed;
  release();
  await expect.poll(() => petstore.journal.exchanges.length).toBe(1);
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 200 });
});

test('a page that closes does not wait for its response', async ({ petstore, context }) => {
  petstore.faults.always('any', { delayMs: 3_600_000 });
  const other = await context.newPage();
  await other.goto(SHOP);
  const requested = other.waitForRequest(inventory);
  const lost = ask(other, inventory, { key }).catch(() => 'lost');
  await requested;
  await other.close();
  expect(await lost).toBe('lost');
});

test('a later route of the context or of the page takes precedence, and can fall back to the fake', async ({
  page,
  context,
}) => {
  await context.route('**/inventory', (route) =>
    route.fallback({ headers: { ...route.request().headers(), authorization: 'Bearer wrong' } }),
  );
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 401 });
  await page.route('**/inventory', (route) =>
    route.fulfill({ status: 418, headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 418 });
  expect(await update(page, 1, 12)).toMatchObject({ status: 200 });
});

test('requests outside the base URL go to their own hosts', async ({ page, context, petstore }) => {
  const seen: string[] = [];
  await context.route(/example\.test\/(?:v2|v1x)|other\.test/, (route) => {
    seen.push(route.request().url());
    return route.fulfill({ body: 'elsewhere', headers: { 'Access-Control-Allow-Origin': '*' } });
  });
  const urls = [
    'https://api.example.test/v2/inventory',
    'https://api.example.test/v1x',
    'http://other.test/v1/inventory',
  ];
  for (const url of urls) expect(await ask(page, url)).toMatchObject({ status: 200, text: 'elsewhere' });
  expect(seen).toEqual(urls);
  expect(petstore.journal.exchanges).toEqual([]);
});

test('messages with another base URL get their responses there, as soon as it changes', async ({ page, petstore }) => {
  petstore.setBehaviour({ 'messages-base-url': 'https://messages.example.test/v1' });
  const message = { method: 'POST', key, headers: { 'Content-Type': 'application/json' }, body: '{"message":"hi"}' };
  expect(await ask(page, 'https://messages.example.test/v1/messages', message)).toMatchObject({ status: 200 });
  expect(await ask(page, `${BASE_URL}/messages`, message)).toMatchObject({ status: 404 });
});

test('two pages share one fake', async ({ page, context }) => {
  const other = await context.newPage();
  await other.goto(SHOP);
  await update(page, 1, 77);
  const { headers, text } = await ask(other, inventory, { key });
  expect(JSON.parse(text)[0]).toMatchObject({ petId: 1, quantity: 77 });
  expect(headers['x-ratelimit-remaining']).toBe('58');
});

test('parallel requests all get responses', async ({ page, petstore }) => {
  const responses = await Promise.all(Array.from({ length: 60 }, () => ask(page, inventory, { key })));
  expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200));
  expect(petstore.limits.get(key).minute.remaining).toBe(0);
});

test('another context is routed by hand, until the route is ended', async ({ browser, petstore }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await serveShop(context);
  const page = await context.newPage();
  await page.goto(SHOP);
  const route = await routePetstore(context, petstore);
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 200 });

  petstore.faults.next('listInventory', { delayMs: 3_600_000 });
  const requested = page.waitForRequest(inventory);
  const slow = ask(page, inventory, { key });
  await requested;
  route.end();
  expect(await slow).toMatchObject({ status: 0 });
  expect(await ask(page, inventory, { key })).toMatchObject({ status: 0 });
  await context.close();
});

test.describe('without CORS', () => {
  test.use({ petstoreOptions: { baseUrl: BASE_URL, cors: false } });

  test('a page can read a response only on the same origin', async ({ page, context }) => {
    expect(await ask(page, inventory, { key })).toMatchObject({ status: 0, error: 'TypeError: Failed to fetch' });
    await context.route('https://api.example.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: 'Shop' }),
    );
    await page.goto('https://api.example.test/');
    expect(await ask(page, '/v1/inventory', { key })).toMatchObject({ status: 200 });
  });
});
