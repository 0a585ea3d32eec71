// In a real browser only: the focus and the selection in a dialog, and that a minted key is nowhere once it is closed.
import type { Page } from '@playwright/test';
import { expect, keyCard, test } from './control-room.js';

/** Creates a key in the dialog and returns its text as the page shows it. */
async function mint(page: Page, plan: string): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByRole('combobox', { name: 'Plan' }).selectOption(plan);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const minted = page.getByRole('dialog', { name: /was created$/ });
  return (await minted.locator('pre').first().textContent()) ?? '';
}

const closeDialog = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

test('the remaining quota of a key is the initial value, and typing replaces it', async ({ page, call }) => {
  await call('GET /inventory');
  await expect(keyCard(page, 'test_free')).toContainText('59 of 60 left');
  await keyCard(page, 'test_free').getByRole('button', { name: 'Set remaining' }).click();
  const left = page.getByRole('dialog').getByRole('textbox', { name: /^Remaining requests/ });
  await expect(left).toBeFocused();
  await expect(left).toHaveValue('59');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(keyCard(page, 'test_free')).toContainText('7 of 60 left');
});

test('a minted key works, and is nowhere on the page once the dialog is closed', async ({ page, call }) => {
  const key = await mint(page, 'business');
  expect((await call('GET /inventory', { key })).headers.get('x-ratelimit-limit')).toBe('1000');
  await closeDialog(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(keyCard(page, 'key#6')).toContainText('business');
  expect(await page.content()).not.toContain(key);
});
