import { expect, test } from '../../../src/entries/observe-playwright.js';
import { ask } from '../shop.js';

const key = 'good-key';

test.beforeEach(async ({ page, observed }) => {
  await page.goto(observed.baseUrl.replace(/127\.0\.0\.1(.*)\/v1/, 'localhost$1/page'));
});

test('lists the stock', async ({ page, observed }) => {
  expect(await ask(page, `${observed.baseUrl}/inventory`, { key })).toMatchObject({ status: 200 });
  await observed.settled();
  expect(observed).toBeWellMannered();
});

test('lists the stock again', async ({ page, observed }) => {
  expect(await ask(page, `${observed.baseUrl}/inventory`, { key })).toMatchObject({ status: 200 });
});

test('reads the orders', async ({ page, observed }) => {
  expect(await ask(page, `${observed.baseUrl}/store/orders`, { key })).toMatchObject({ status: 200 });
});

test('fails by its own error', async ({ page, observed }) => {
  expect(await ask(page, `${observed.baseUrl}/inventory`, { key })).toMatchObject({ status: 201 });
});

test('ends while a response is pending', async ({ page, observed }) => {
  void ask(page, `${observed.baseUrl}/inventory`, { key }).catch(() => {});
});

test('sends no request', async ({ page }) => {
  await expect(page).toHaveURL(/\/page$/);
});
