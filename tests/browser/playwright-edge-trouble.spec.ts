// Long: requests that miss the fake, bugs, and pages that close early are reported or do no harm.
import type { TestInfo } from '@playwright/test';
import { expect, routePetstore, test } from '../../src/entries/playwright.js';
import { ask, BASE_URL, SHOP, serveShop } from './shop.js';

declare const window: { open(url: string): unknown };

const inventory = `${BASE_URL}/inventory`;

test.use({ petstoreOptions: { baseUrl: BASE_URL, pets: 3 } });
// The second test of a pair looks at what became of the first.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ context }) => {
  await serveShop(context);
});

/** What the fake adds to the report of a test. */
const told = ({ annotations }: TestInfo) =>
  annotations.filter(({ type }) => type === 'petstore-mock').map(({ description }) => description);

test('the fake is routed in a test that does not name it', async ({ page }) => {
  await page.goto(SHOP);
  expect(await ask(page, inventory)).toMatchObject({ status: 401 });
});

test('a test without a page needs no browser', async ({ petstore }) => {
  const headers = { Authorization: 'Bearer test_free' };
  expect(petstore.handle({ method: 'GET', path: '/v1/inventory', headers })).toMatchObject({ status: 200 });
});

test.describe('requests of the test itself', () => {
  // Nothing listens there, and no name is resolved.
  test.use({ petstoreOptions: { baseUrl: 'http://127.0.0.1:9/v1' } });

  test('never reach the fake: they do not pass through the browser', async ({ page, request, petstore }) => {
    await expect(request.get(`${petstore.baseUrl}/inventory`)).rejects.toThrow('ECONNREFUSED');
    await expect(page.request.get(`${petstore.baseUrl}/inventory`)).rejects.toThrow('ECONNREFUSED');
    expect(petstore.journal.exchanges).toEqual([]);
  });
});

let failed: TestInfo;

test('a failing test …', async ({ page }, testInfo) => {
  test.fail();
  failed = testInfo;
  await page.goto(SHOP);
  // The shop serves its page at its own address, as development servers do.
  await ask(page, '/inventory?api_key=test_free');
  await ask(page, '/inventory');
  await ask(page, '/basket');
  await ask(page, `${BASE_URL}/inventory`);
  throw new Error('The stock never came.');
});

test('… lists the requests that seem to have missed the fake', () => {
  expect(told(failed)).toHaveLength(1);
  expect(told(failed)[0]).toContain(`${SHOP}/inventory did not reach the fake: the fake is at ${BASE_URL}.`);
  expect(told(failed)[0]).not.toContain('test_free');
});

test('a passing test lists no such requests', async ({ page }, testInfo) => {
  await page.goto(SHOP);
  await ask(page, '/inventory');
  failed = testInfo;
});

test('… and indeed it did not', () => {
  expect(told(failed)).toEqual([]);
});

test('a bug in the edge fails the test, and the page does not wait for a response', async ({
  page,
  context,
  petstore,
}) => {
  test.fail();
  const response = () => {
    throw new Error('a bug');
  };
  await routePetstore(context, { ...petstore, handle: response });
  await page.goto(SHOP);
  expect(await ask(page, inventory)).toMatchObject({ status: 0 });
});

test('a test may end while requests and delayed responses are pending', async ({ page, petstore }) => {
  petstore.faults.next('listInventory', { delayMs: 3_600_000 }, { times: 5 });
  await page.goto(SHOP);
  const requested = page.waitForRequest(inventory);
  await page.evaluate((url) => {
    for (let sent = 0; sent < 30; sent++) fetch(url).catch(() => {});
  }, inventory);
  await requested;
});

test('a page may close while requests are pending', async ({ context }) => {
  for (let closed = 0; closed < 2; closed++) {
    const page = await context.newPage();
    await page.goto(SHOP);
    const requested = page.waitForRequest(inventory);
    await page.evaluate((url) => {
      for (let sent = 0; sent < 20; sent++) fetch(url).catch(() => {});
    }, inventory);
    await requested;
    await page.close();
  }
});

test('a page may open on a URL of the fake', async ({ page, petstore }) => {
  petstore.faults.always('any', { delayMs: 10 });
  await page.goto(SHOP);
  const opened = page.waitForEvent('popup');
  await page.evaluate((url) => void window.open(url), inventory);
  await expect((await opened).getByText('unauthorized')).toBeVisible();
});

test('what cannot be routed is rejected', async ({ page, petstore }) => {
  const refusal =
    'Routing the fake: the context is not a BrowserContext. Write await routePetstore(page.context(), petstore).';
  await expect(routePetstore(page as never, petstore)).rejects.toThrow(refusal);
  await expect(routePetstore(page.context(), Promise.resolve(petstore) as never)).rejects.toThrow(
    'the fake is a promise',
  );
});
