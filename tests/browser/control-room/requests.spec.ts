// Long: in a real browser only, a click on a row while requests arrive, the clipboard, downloads, and what a wide list shows.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { readHar } from '../../../src/exchange/read-har.js';
import { expect, expectReported, goTo, test } from './control-room.js';

const rows = (page: Page) => page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr');
const rowOf = (page: Page, number: number) =>
  rows(page).filter({ has: page.locator(`a[href="#/requests/${number}"]`) });
const detailOf = (page: Page, number: number) => page.getByRole('region', { name: `Request #${number}`, exact: true });

test.beforeEach(({ page }) => goTo(page, 'Requests'));

test('a request of a client is shown within a second', { tag: '@short' }, async ({ page, call }) => {
  await expect(page.getByText('No requests yet')).toBeVisible();
  await call('GET /inventory', { key: 'test_pro' });
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(['#1']);
  await expect(rows(page)).toContainText(['/v1/inventory']);
  await expect(rows(page)).toContainText(['299/300']);
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

test('a mouse button that is held for a while opens its row, whatever arrives meanwhile', async ({ page, call }) => {
  for (let sent = 0; sent < 5; sent++) await call('GET /inventory', { key: 'test_pro' });
  for (const number of [5, 4]) {
    await rowOf(page, number).hover();
    await page.mouse.down();
    await call('GET /orders', { key: 'test_pro' });
    const sent = 5 + (6 - number);
    await expect(page.getByText(`${sent} of ${sent} requests`)).toBeVisible();
    await page.mouse.up();
    await expect(page).toHaveURL(new RegExp(`#/requests/${number}$`));
    await expect(detailOf(page, number)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(detailOf(page, number)).toBeHidden();
  }
});

test('a long list scrolls by itself, below headings that stay, and shows the operation if there is room', async ({
  page,
  admin,
  call,
}) => {
  // Its mark has a text for screen readers.
  await admin.faults.add({ status: 503, count: 1 });
  for (let sent = 0; sent < 60; sent++) await call('GET /inventory', { key: 'test_pro' });
  await expect(rows(page)).toHaveCount(60);
  await rowOf(page, 1).scrollIntoViewIfNeeded();
  await expect(rowOf(page, 1)).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Target' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeInViewport();
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
  const operation = rowOf(page, 1).getByText('listInventory');
  await expect(operation).toBeHidden();
  await page.setViewportSize({ width: 1_600, height: 900 });
  await expect(operation).toBeVisible();
});
