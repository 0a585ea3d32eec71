import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const question = (page: Page, id: string) => page.getByRole('listitem', { name: id, exact: true });

test.beforeEach(({ page }) => goTo(page, 'Behaviour'));

test('the last of several quick choices applies', async ({ page, admin }) => {
  const format = question(page, 'retry-after-format');
  await format.getByRole('radio', { name: 'http-date' }).click();
  await format.getByRole('radio', { name: 'seconds' }).click();
  await format.getByRole('radio', { name: 'http-date' }).click();
  const response = async () =>
    (await admin.behaviour.list()).items.find(({ id }) => id === 'retry-after-format')?.choice;
  await expect.poll(response).toBe('http-date');
  await expect(format).toContainText('changed');
  await expect(format.getByRole('radio', { name: 'http-date' })).toBeChecked();
});
