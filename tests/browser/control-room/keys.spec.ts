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

test('the gauges fall as a client sends requests', async ({ page, call }) => {
  const card = keyCard(page, 'test_free');
  const minute = card.getByRole('meter', { name: 'Requests left in this minute' });
  await expect(minute).toHaveAttribute('aria-valuenow', '60');
  for (let sent = 0; sent < 3; sent++) await call('GET /inventory');
  await expect(minute).toHaveAttribute('aria-valuenow', '57');
  await expect(card.getByRole('meter', { name: 'Requests left in this day' })).toHaveAttribute(
    'aria-valuetext',
    '997 of 1000 left',
  );
});
