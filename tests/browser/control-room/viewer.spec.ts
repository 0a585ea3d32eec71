import { expect, goTo, test } from './control-room.js';

test('both descriptions are shown, and run under the policy of the page', async ({ page }) => {
  await goTo(page, 'API');
  const viewer = page.getByRole('region', { name: 'Description' });
  await expect(viewer).toContainText('/inventory/{petId}');
  await page.getByRole('radio', { name: 'The admin API' }).click();
  await expect(viewer).toContainText('POST/clock/advance');
});

test('another world is shown by the same description', async ({ page, admin }) => {
  await admin.keys.mint({ isolated: true });
  await goTo(page, 'API');
  await page.getByRole('radio', { name: 'The admin API' }).check();
  await page.getByRole('combobox', { name: 'World' }).selectOption('w1');
  await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue('w1');
  await expect(page.getByRole('radio', { name: 'The admin API' })).toBeChecked();
  await expect(page.getByRole('region', { name: 'Description' })).toContainText('POST/clock/advance');
});

test('a request is tried out with a key', async ({ page, admin }) => {
  await goTo(page, 'API');
  const viewer = page.getByRole('region', { name: 'Description' });
  await viewer.getByRole('button', { name: 'Authorize' }).click();
  const dialog = viewer.locator('.dialog-ux');
  await dialog.getByRole('textbox').fill('test_pro');
  await dialog.getByRole('button', { name: /^Apply|^Authorize/ }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const operation = viewer.locator('.opblock').filter({ hasText: /^GET\s*\/inventory(?!\/)/ });
  await operation
    .getByRole('button', { name: /inventory/i })
    .first()
    .click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect(operation.locator('.live-responses-table .response-col_status').last()).toContainText('200');
  expect(await admin.requests.count({ operation: 'listInventory', status: 200, key: 'key#2' })).toBe(1);
});

test('the admin API is tried out as who is signed in, and no token shows', async ({ page, admin }) => {
  await goTo(page, 'API');
  await page.getByRole('radio', { name: 'The admin API' }).click();
  const viewer = page.getByRole('region', { name: 'Description' });
  const operation = viewer.locator('.opblock').filter({ hasText: '/clock/freeze' });
  await operation
    .getByRole('button', { name: /freeze/ })
    .first()
    .click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await admin.clock.run();
  await operation.getByRole('button', { name: 'Execute' }).click();
  await expect.poll(async () => (await admin.clock.get()).scale).toBe(0);
});
