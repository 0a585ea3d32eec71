import { expect, test } from '@playwright/test';

test('`npm run dev` shows stock without any service', async ({ page }) => {
  await page.goto('/');

  await expect(page.getByText('petstore-mock answers this page')).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(25);
});
