// Long: in a real browser only, worlds over a reload, a restart and a new sign-in, and files.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { serveFake } from '../../serve-fake.js';
import { expect, expectReported, goTo, keyCard, test } from './control-room.js';
import { ofGoneWorld, ofLostServer } from './expected-troubles.js';

const worldSelect = (page: Page) => page.getByRole('combobox', { name: 'World' });

test('a reload returns to the chosen world, and a new sign-in starts in the shared one', async ({
  page,
  fake,
  admin,
}) => {
  await admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await page.reload();
  await expect(worldSelect(page)).toHaveValue('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(fake.address);
  await expect(keyCard(page, 'test_free')).toBeVisible();
  await expect(worldSelect(page)).toHaveValue('shared');
});

test('a reload shows the shared world if the chosen one is gone, and reports it until it is read', async ({
  page,
  admin,
  letPass,
}) => {
  letPass(ofGoneWorld('w1'));
  await admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await admin.worlds.delete({ id: 'w1' });
  await page.reload();
  await expect(keyCard(page, 'test_free')).toBeVisible();
  await expect(worldSelect(page)).toHaveValue('shared');
  const notice = page.getByText('The world w1 no longer exists');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toBeHidden();
});

test('a world that a server restart removed is reported, and the page returns to the shared world', async ({
  page,
  fake,
  letPass,
}) => {
  letPass(ofLostServer);
  letPass(ofGoneWorld('w1'));
  await fake.admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await fake.close();
  const again = await serveFake({ port: Number(new URL(fake.origin).port) });
  await expect(page.getByText(/world w1 no longer exists: .*the server was restarted/)).toBeVisible();
  await page.getByRole('button', { name: 'Show the shared world' }).click();
  await expect(keyCard(page, 'test_free')).toBeVisible();
  await again.close();
});

test('a snapshot is downloaded, and uploaded again by keyboard', async ({ page, admin }) => {
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  await admin.snapshots.take({ name: 'bug' });
  await goTo(page, 'Worlds');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download bug' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('bug.petstore-state.json');
  expect(await readFile(await file.path(), 'utf8')).toContain('{"petId":"1","quantity":4711,');
  await admin.snapshots.delete({ name: 'bug' });
  // The name is free once the page knows.
  await expect(page.getByRole('button', { name: 'Download bug' })).toBeHidden();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload a file' }).focus();
  await page.keyboard.press('Enter');
  const buffer = await readFile(await file.path());
  await (await chooser).setFiles({ name: file.suggestedFilename(), mimeType: 'application/json', buffer });
  await expectReported(page, 'bug.petstore-state.json was uploaded as the snapshot bug.');
  await expect(page.getByRole('button', { name: 'Restore bug' })).toBeVisible();
});
