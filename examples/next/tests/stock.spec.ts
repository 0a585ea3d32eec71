import { expect, worldTest as test } from 'petstore-mock/playwright';

test.use({ petstoreServer: { url: 'http://127.0.0.1:14742', token: 'local-admin' } });

test('says that everything is sold', async ({ page, world }) => {
  await world.scenarios.play({ name: 'sold-out' });
  await page.goto('/');
  await expect(page.getByText('Sold out')).toBeVisible();
});

test('asks to wait after a 429', async ({ page, world }) => {
  await world.limits.set({ key: 'test_free', remaining: 0 });
  await page.goto('/');
  await expect(page.getByText(/Try again in \d+ s/)).toBeVisible();

  await world.clock.advance({ by: '1m' });
  await page.reload();
  await expect(page.getByText('pets available')).toBeVisible();
});
