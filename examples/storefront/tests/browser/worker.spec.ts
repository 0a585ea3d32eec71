import { expect, test } from '@playwright/test';

test('`npm run dev` shows stock without any service', async ({ page }) => {
  await page.goto('/');

  await expect(page.getByText('petstore-mock answers this page')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(1 + 36);
});

test('`npm run dev` brings a situation about, and leaves it', async ({ page }) => {
  await page.goto('/?try=rate-limited');
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(1 + 36);

  await page.getByRole('link', { name: 'all is well' }).click();
  await expect(page.getByText('requests left')).toBeVisible();
  await expect(page.getByRole('timer')).toBeHidden();
});
