// In a real browser only: what a stock of 10,000 pets costs the page.
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const rows = (page: Page) => page.getByRole('table', { name: 'Stock' }).locator('tbody tr');

test.use({ served: { pets: 10_000 } });
test.beforeEach(({ page }) => goTo(page, 'Stock'));

test('the first hundred of 10,000 pets are in the page, and more on request', async ({ page }) => {
  await expect(rows(page)).toHaveCount(100);
  await page.getByRole('button', { name: /^Show more/ }).click();
  await expect(rows(page)).toHaveCount(200);
});

test('a change of the last pet is shown within a second', async ({ page, call }) => {
  await page.getByRole('searchbox', { name: 'Search by id or status' }).fill('10000');
  await expect(rows(page)).toHaveCount(1);
  await call('PATCH /inventory/10000', { json: { quantity: 4_711 } });
  await expect(rows(page)).toContainText([/4.711/]);
});
