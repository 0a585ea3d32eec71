import type { Page } from '@playwright/test';
import { expect, test } from 'petstore-mock/playwright';

test.use({ petstoreOptions: { pets: 8, clock: '2026-11-21T12:00:00Z' } });

/** Opens the page in a tab that remembers an API key. */
async function openPage(page: Page) {
  await page.addInitScript(() => sessionStorage.setItem('petstore-key', 'test_free'));
  await page.goto('/');
  await expect(page.getByRole('table')).toBeVisible();
}

test('counts a refused change down, and sends it again when the time has come', async ({ page, petstore }) => {
  petstore.inventory.set(1, 4);
  // A clock that is installed runs on; one that is paused stands still.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(petstore.clock.now());
  await openPage(page);
  petstore.limits.exhaust('test_free');
  const countdown = page.getByRole('timer');

  await page.getByRole('button', { name: 'One more of pet 1' }).click();
  // The page waits a moment for further clicks.
  await page.clock.runFor(300);
  await expect(countdown).toHaveText('60 s');
  await expect(page.getByLabel('Quantity of pet 1').getByRole('textbox')).toHaveValue('5');

  petstore.clock.advance('30s');
  await page.clock.fastForward('30');
  await expect(countdown).toHaveText('30 s');
  expect(petstore).toHaveCalled('updateInventory', { times: 1, status: 429 });

  petstore.clock.advance('31s');
  await page.clock.fastForward('31');
  await expect(page.getByText('Pet 1: 5 in stock, saved.')).toBeAttached();
  await expect(countdown).toBeHidden();
  expect(petstore.inventory.get(1)?.quantity).toBe(5);
  expect(petstore).toHaveCalled('updateInventory', { times: 2, body: { quantity: 5 } });
  expect(petstore).toBeWellMannered();
});

test('keeps the focus on a button that has to wait, and says why it waits', async ({ page, petstore }) => {
  await openPage(page);
  petstore.limits.exhaust('test_free');
  const refresh = page.getByRole('button', { name: 'Refresh' });

  await refresh.press('Enter');

  await expect(refresh).toHaveAccessibleDescription(/asked for a pause until/);
  await expect(refresh).toBeDisabled();
  await expect(refresh).toBeFocused();
});

test('rolls a change back when the connection breaks', async ({ page, petstore }) => {
  petstore.inventory.set(2, 7);
  petstore.faults.next('updateInventory', { network: 'reset' });
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(petstore.clock.now());
  await openPage(page);
  const quantity = page.getByRole('textbox', { name: 'Quantity of pet 2' });

  await quantity.fill('9');
  await quantity.press('Enter');

  await expect(quantity).toHaveValue('9');
  // The page waits a moment for further changes.
  await page.clock.runFor(300);
  await expect(page.getByRole('log')).toContainText('Pet 2 is back at 7. The service could not be reached.');
  await expect(quantity).toHaveValue('7');
});

test('warns that looking a pet up is deprecated', async ({ page }) => {
  await openPage(page);

  await page.getByRole('button', { name: 'Details of pet 3' }).click();

  await expect(page.getByRole('note')).toHaveText(
    'This lookup is deprecated since 30 Jun 2026. It ends on 31 Dec 2027.',
  );
});

test('asks for a key until the service accepts one', async ({ page, petstore }) => {
  await page.goto('/');
  const field = page.getByLabel('API key');

  await field.fill('mistyped');
  await field.press('Enter');
  await expect(page.getByText('The service did not accept the key.')).toBeVisible();
  await field.fill(petstore.keys.mint({ plan: 'pro' }));
  await field.press('Enter');

  await expect(page.getByRole('row')).toHaveCount(1 + 8);
  await expect(page.getByText('299 of 300 requests left')).toBeVisible();
  expect(petstore).toHaveCalled('listInventory', { times: 1, status: 401 });
  expect(petstore).toBeWellMannered();
});

test('gives the focus back when a key was asked for meanwhile', async ({ page, petstore }) => {
  await openPage(page);
  petstore.keys.revoke('test_free');
  const oneMore = page.getByRole('button', { name: 'One more of pet 1' });
  await oneMore.press('Enter');

  const field = page.getByLabel('API key');
  await field.fill(petstore.keys.mint());
  await field.press('Enter');

  await expect(page.getByText(/^Pet 1: \d+ in stock, saved\.$/)).toBeAttached();
  await expect(oneMore).toBeFocused();
});

test('says so when everything is sold', async ({ page, petstore }) => {
  petstore.scenario('sold-out');

  await openPage(page);

  await expect(page.getByText('8 pets, none left in stock')).toBeVisible();
  await expect(page.getByRole('button', { name: 'One less of pet 1' })).toBeDisabled();
});

test('fits a narrow screen', async ({ page, petstore }) => {
  petstore.inventory.set('9223372036854775807', { quantity: 2_147_483_647, status: 'available' });
  await page.setViewportSize({ width: 400, height: 800 });
  await openPage(page);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(400);
  const [quantity, details] = await Promise.all(
    ['fieldset.stepper', '.toggle'].map((part) => page.locator(`tr:has(.rounded) ${part}`).boundingBox()),
  );
  expect(Number(quantity?.x) + Number(quantity?.width)).toBeLessThanOrEqual(Number(details?.x));
});
