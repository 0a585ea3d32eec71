// In a real browser only: the pages of a proxy, read by axe, wide and narrow.
import { test as base } from '@playwright/test';
import { serveProxyRoom } from '../../serve-proxy-room.js';
import { connection, expect, expectNoSidewaysScroll, goTo } from './control-room.js';
import { expectAccessible } from './expect-accessible.js';
import { watchTroubles } from './watch-troubles.js';

type ProxyRoom = Awaited<ReturnType<typeof serveProxyRoom>>;

const test = base.extend<{ room: ProxyRoom }>({
  room: async ({ browserName: _ }, use) => {
    const room = await serveProxyRoom();
    await use(room);
    await room.close();
  },
  page: async ({ page, context, room }, use) => {
    const troubles = watchTroubles(context);
    await page.goto(room.address);
    await expect(connection(page)).toHaveText('Connection: Live');
    await use(page);
    expect(troubles.found(), 'troubles of the page').toEqual([]);
  },
});

const KEY = 'live_key_of_mine';
const WRONG_KEY = 'wrong_key_of_mine';
const names = ['Overview', 'Requests', 'Contract'];

/** Forwards a few exchanges: successes, error responses, one that is not JSON, one that failed. */
function passSome({ pass }: ProxyRoom): void {
  pass({ status: 200, body: '[{"petId":1,"quantity":5,"status":"available"}]' });
  pass({ status: 200, body: '[{"petId":1,' });
  pass({ status: 401, key: null, body: '{"code":"no_key","message":"No key.","status":401}' });
  pass({
    status: 401,
    key: WRONG_KEY,
    body: `{"code":"no_key","message":"The key ${WRONG_KEY} is unknown.","status":401}`,
  });
  pass({ status: 200, path: '/pets/7', body: Uint8Array.of(0xff, 0xfe) });
  pass({ failure: 'connect ECONNREFUSED 10.0.0.7:443' });
}

test('a proxy shows its upstream, and has no page that would control it', async ({ page, room }) => {
  passSome(room);
  const service = page.getByRole('region', { name: 'Service' });
  await expect(service).toContainText(`Proxy in front of ${room.upstream}`);
  const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  await expect(links).toHaveText(names);
  await expect(page.getByRole('combobox', { name: 'World' })).toHaveCount(0);
  for (const control of ['Reset the world', 'Create a key', 'Freeze']) {
    await expect(page.getByRole('button', { name: control })).toHaveCount(0);
  }
  await page.goto(`${page.url().split('#')[0]}#/stock`);
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('violations that a proxy observed are counted, shown, and link to the exchange', async ({ page, room }) => {
  passSome(room);
  await expect(page.getByRole('main').getByRole('link', { name: /^[1-9] rules? violated$/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Requests per second' })).toContainText('No response 1');
  await expect(page.getByRole('main').getByRole('link', { name: '6 requests' })).toBeVisible();
  await goTo(page, 'Contract');
  const broken = page.getByRole('region', { name: 'Violations' }).getByRole('listitem');
  await broken.filter({ hasText: 'the body is not JSON' }).getByRole('link', { name: 'Request #2' }).click();
  const detail = page.getByRole('region', { name: 'Request #2', exact: true });
  await expect(detail).toContainText('The response violates the document.');
  await expect(detail).toContainText('84 ms');
});

test('a key that a proxy saw is shown as its pseudonym, in the row and everywhere else', async ({ page, room }) => {
  passSome(room);
  await goTo(page, 'Requests');
  const rows = page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr');
  await expect(rows).toHaveCount(6);
  await expect(rows.last()).toContainText('key#1');
  await page.getByRole('combobox', { name: 'Key' }).selectOption('key#2');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('The key key#2 is unknown.');
  for (const key of [KEY, WRONG_KEY]) expect(await page.content()).not.toContain(key);
});

for (const state of ['empty', 'busy'] as const) {
  test.describe(`${state}, on 400 pixels`, () => {
    test.use({ viewport: { width: 400, height: 800 }, contextOptions: { reducedMotion: 'reduce' } });

    test('axe finds no violations in a proxy’s pages, and none scrolls sideways', async ({ page, room }) => {
      test.slow();
      if (state === 'busy') passSome(room);
      for (const name of names) {
        await goTo(page, name);
        await expectAccessible(page, name);
        await expectNoSidewaysScroll(page, name);
      }
    });
  });
}
