import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const table = (page: Page) => page.getByRole('grid', { name: 'Stock' });
/** The row of a pet, by its id in the first cell. */
const rowOf = (page: Page, petId: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: petId, exact: true }) });
test.beforeEach(({ page }) => goTo(page, 'Stock'));

test('a change by a client is shown within a second', async ({ page, call }) => {
  await call('PATCH /inventory/3', { json: { quantity: 17 } });
  await expect(rowOf(page, '3')).toContainText('17');
});

test.describe('of 10,000 pets', () => {
  test.use({ served: { pets: 10_000 } });

  test('only the pets in view are in the page, and the keyboard reaches the last one', async ({ page }) => {
    await expect(table(page)).toHaveAttribute('aria-rowcount', '10001');
    await rowOf(page, '1').focus();
    await page.keyboard.press('End');
    await expect(rowOf(page, '10000')).toBeFocused();
    await expect(rowOf(page, '10000')).toBeInViewport();
    expect(await table(page).getByRole('row').count()).toBeLessThan(200);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await expect(rowOf(page, '1')).toBeFocused();
  });

  test('a change of the last pet is shown within a second', async ({ page, call }) => {
    await page.getByRole('searchbox', { name: 'Search by id or status' }).fill('10000');
    await expect(rowOf(page, '10000')).toBeVisible();
    await call('PATCH /inventory/10000', { json: { quantity: 4_711 } });
    await expect(rowOf(page, '10000')).toContainText(/4.711/);
  });
});
