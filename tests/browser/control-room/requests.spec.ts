import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { readHar } from '../../../src/exchange/read-har.js';
import { expect, expectReported, goTo, test } from './control-room.js';

const feed = (page: Page) => page.getByRole('grid', { name: 'Requests, newest first' });
/** The rows of requests, without the headings. */
const rows = (page: Page) =>
  feed(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
const detailOf = (page: Page, number: number) => page.getByRole('region', { name: `Request #${number}`, exact: true });

test.beforeEach(({ page }) => goTo(page, 'Requests'));

test('a request of a client is shown within a second', async ({ page, call }) => {
  await expect(page.getByText('No requests yet')).toBeVisible();
  await call('GET /inventory', { key: 'test_pro' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(['/v1/inventory']);
  await expect(rows(page)).toContainText(['#1']);
  await expect(rows(page)).toContainText(['299/300']);
});

test('a line with enough room shows the operation', async ({ page, call }) => {
  await call('GET /inventory');
  await expect(rows(page).getByText('listInventory')).toBeHidden();
  await page.setViewportSize({ width: 1_440, height: 900 });
  await expect(rows(page).getByText('listInventory')).toBeVisible();
});

test('a paused list does not change until it is resumed', async ({ page, call }) => {
  await call('GET /inventory');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Pause' }).click();
  await call('GET /orders');
  await expect(page.getByText('Paused: 1 new request')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('one exchange is shown in full, without any key', async ({ page, call, fake }) => {
  const key = await fake.admin.keys.mint({ plan: 'pro' });
  await call('PATCH /inventory/1', { key: key.key, json: { quantity: 4_711 } });
  await rows(page).first().click();
  const detail = detailOf(page, 1);
  await expect(detail.getByRole('region', { name: 'Request' })).toContainText(/authorization/i);
  await expect(detail.getByRole('region', { name: 'Request' })).toContainText('4711');
  await expect(detail.getByRole('region', { name: 'Response', exact: true })).toContainText('X-RateLimit-Remaining');
  await expect(page).toHaveURL(/#\/requests\/1$/);
  expect(await page.content()).not.toContain(key.key);
});

test('an exchange that is copied as curl can be sent again', async ({ page, context, call }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await call('PATCH /inventory/1', { key: 'test_pro', json: { quantity: 12 } });
  await call('PATCH /inventory/1', { key: 'test_pro', json: { quantity: 13 } });
  await rows(page).last().click();
  await detailOf(page, 1).getByRole('button', { name: 'Copy the request as curl' }).click();
  await expectReported(page, 'Copied the request as curl.');
  const curl = await page.evaluate<string>('navigator.clipboard.readText()');
  const env = { PATH: process.env.PATH };
  const { stdout } = await promisify(execFile)('bash', ['-c', `${curl} --silent`], { env });
  expect(stdout).toMatch(/^HTTP\/1.1 200 /);
  expect((await call('GET /inventory')).text).toContain('"petId":1,"quantity":12,');
});

test('after a reset the journal is empty, and the overview reports that', async ({ page, admin, call }) => {
  await call('GET /inventory');
  await goTo(page, 'Overview');
  const held = page.getByRole('main').getByRole('link', { name: /^\d+ requests?$/ });
  await expect(held).toHaveText('1 request');
  await admin.reset();
  await expect(held).toHaveText('0 requests');
  await held.click();
  await expect(page.getByText('The requests were cleared, the world was reset')).toBeVisible();
});

test('the downloaded HAR contains every exchange, and no key', async ({ page, admin, call }) => {
  const { key } = await admin.keys.mint({ plan: 'pro' });
  await call('GET /inventory', { key });
  await call('GET /inventory', { key: 'no-such-key' });
  await expect(rows(page)).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download HAR' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(readHar(text, 'petstore.har').exchanges.map(({ response }) => response?.status)).toEqual([200, 401]);
  expect(text).not.toContain(key);
  expect(text).not.toContain('no-such-key');
});

test.describe('a mouse button that is held for a while', () => {
  test.use({ viewport: { width: 1_280, height: 900 } });

  const HEAD_PX = 34;
  const rowOf = (page: Page, number: number) =>
    rows(page).filter({ has: page.locator(`a[href="#/requests/${number}"]`) });

  /** Presses the mouse button on the middle of what is visible of a row, lets others act, and releases it. */
  async function pressSlowly(page: Page, row: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
    const [box, list] = [await row.boundingBox(), await feed(page).boundingBox()];
    if (box === null || list === null) throw new Error('The row is not in the page.');
    const top = Math.max(box.y, list.y + HEAD_PX);
    const bottom = Math.min(box.y + box.height, list.y + list.height);
    await page.mouse.move(box.x + box.width / 2, (top + bottom) / 2);
    await page.mouse.down();
    await meanwhile();
    // Two frames: what the page does about it is drawn.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    await page.mouse.up();
  }

  test('opens the first and the last visible rows, marked or not', async ({ page, admin, call }) => {
    for (let sent = 0; sent < 20; sent++) await call('GET /inventory', { key: 'test_pro' });
    await admin.faults.add({ status: 503 });
    for (let sent = 0; sent < 20; sent++) await call('GET /inventory', { key: 'test_pro' });
    await expect(rowOf(page, 40)).toBeVisible();
    for (const top of [0, 10_000]) {
      const scroll = () => page.evaluate(`document.querySelector('.feed-rows').scrollTop = ${top}`);
      let numbers: number[] = [];
      // The list was narrower, with higher rows, while a request was open.
      await expect(async () => {
        await scroll();
        numbers = await page.evaluate<number[]>(visibleNumbers);
        expect(numbers.length).toBeGreaterThan(15);
      }).toPass();
      for (const number of [...numbers.slice(0, 2), ...numbers.slice(-2)]) {
        await expect(async () => {
          await scroll();
          await expect(rowOf(page, number)).toBeInViewport({ timeout: 500 });
        }).toPass();
        await pressSlowly(page, rowOf(page, number), async () => {});
        await expect(page).toHaveURL(new RegExp(`#/requests/${number}$`));
        await expect(detailOf(page, number)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(detailOf(page, number)).toBeHidden();
      }
    }
  });

  test('opens the row that was pressed, whatever arrives meanwhile', async ({ page, call }) => {
    for (let sent = 0; sent < 5; sent++) await call('GET /inventory', { key: 'test_pro' });
    for (const number of [5, 4]) {
      await expect(rowOf(page, number)).toBeVisible();
      await pressSlowly(page, rowOf(page, number), async () => {
        await call('GET /orders', { key: 'test_pro' });
        await expect(page.getByRole('button', { name: /^↑ \d+ new$/ })).toBeVisible();
      });
      await expect(page).toHaveURL(new RegExp(`#/requests/${number}$`));
      await page.keyboard.press('Escape');
    }
  });
});

/** Run in the page: the numbers of the rows of which at least three pixels are visible. */
const visibleNumbers = `(() => {
  const list = document.querySelector('.feed-rows').getBoundingClientRect();
  return [...document.querySelectorAll('.rows-body > [role=row]')]
    .filter((row) => row.getBoundingClientRect().top < list.bottom - 3 && row.getBoundingClientRect().bottom > list.top + 40)
    .map((row) => Number(row.querySelector('a').hash.split('/').at(-1)));
})()`;
