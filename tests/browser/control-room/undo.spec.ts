import { expect, expectNoSidewaysScroll, expectReported, goTo, keyCard, test } from './control-room.js';
import { expectAccessible } from './expect-accessible.js';

// Colours are measured, and a button changes its own in a while.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a deleted key comes back by keyboard, from an announcement that stays', async ({ page, call }) => {
  await page.getByRole('button', { name: 'Delete test_free' }).focus();
  await page.keyboard.press('Enter');
  await expectReported(page, 'test_free was deleted.');
  await expect(keyCard(page, 'test_free')).toBeHidden();
  expect((await call('GET /inventory')).status).toBe(401);
  const button = page.getByRole('button', { name: 'Undo: Delete test_free' });
  await expect(button).toBeVisible();
  // An announcement without a button ends with its animation.
  await expect(page.locator('.announcement')).toHaveCSS('animation-name', 'none');
  await expectAccessible(page, 'an announcement with a button');
  // It is the last but one in the order of the page.
  await page.getByRole('button', { name: 'Dismiss' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expectReported(page, 'Undone: Delete test_free.');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeFocused();
  await expect(keyCard(page, 'test_free')).toBeVisible();
  expect((await call('GET /inventory')).status).toBe(200);
});

test('a reset is undone on a narrow screen, and the error of what changed meanwhile fits', async ({
  page,
  admin,
  letPass,
}) => {
  // What Chromium logs of an error response.
  letPass(/status of 409 .*\/__admin\/undo/);
  await page.setViewportSize({ width: 400, height: 800 });
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  await page.getByRole('button', { name: 'Reset the world' }).click();
  await page.getByRole('button', { name: 'Undo: Reset the world' }).click();
  await expectReported(page, 'Undone: Reset the world.');
  await goTo(page, 'Stock');
  expect((await admin.inventory.list()).items[0]?.quantity).toBe(4_711);
  await page.getByRole('button', { name: 'Add a pet' }).click();
  await page.getByRole('textbox', { name: 'Id' }).fill('77');
  await page.keyboard.press('Enter');
  await expectReported(page, 'Added pet 77.');
  await expect(page.getByRole('button', { name: 'Undo: Add pet 77' })).toBeVisible();
  await admin.inventory.set({ petId: 77, quantity: 5 });
  await page.getByRole('button', { name: 'Undo: Add pet 77' }).click();
  await expectReported(page, /pet 77 has changed since, from 1, available to 5, available/);
  await expectNoSidewaysScroll(page, 'an error');
  await expectAccessible(page, 'an error in the announcement');
});
