import type { Page } from '@playwright/test';
import { serveFake } from '../../serve-fake.js';
import { expect, expectSaid, goTo, keyCard, test } from './control-room.js';
import { ofGoneWorld, ofLostServer } from './expected-troubles.js';

/** Opens a world by the page, and answers the key that leads to it. */
async function openWorld(page: Page): Promise<string> {
  await goTo(page, 'Worlds');
  await page.getByRole('button', { name: 'Open a world' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog', { name: 'The world w1 is open' });
  return (await dialog.locator('pre').first().textContent()) ?? '';
}

const worldSelect = (page: Page) => page.getByRole('combobox', { name: 'World' });

test('a new world is steered from the page, and the shared one stays as it is', async ({ page, call }) => {
  const key = await openWorld(page);
  const before = (await call('GET /inventory')).text;
  await page.getByRole('dialog').getByRole('button', { name: 'Show its world' }).click();
  await expect(worldSelect(page)).toHaveValue('w1');

  await goTo(page, 'Faults');
  await page.getByRole('button', { name: 'Run sold-out' }).click();
  await expect.poll(async () => (await call('GET /inventory', { key })).text).toContain('"status":"sold"');
  await goTo(page, 'Overview');
  await keyCard(page, 'key#1').getByRole('button', { name: 'Exhaust' }).click();
  await expect.poll(async () => (await call('GET /inventory', { key })).status).toBe(429);

  expect((await call('GET /inventory')).text).toBe(before);
  expect(await page.content()).not.toContain(key);
});

test('worlds are switched between, and each shows its own requests', async ({ page, admin, call }) => {
  const { key } = await admin.keys.mint({ isolated: true });
  await call('GET /inventory', { key });
  await call('GET /inventory', { key });
  await goTo(page, 'Requests');
  await expect(page.getByText('No requests yet')).toBeVisible();
  await worldSelect(page).selectOption('w1');
  const feed = page.getByRole('grid', { name: 'Requests, newest first' });
  await expect(feed).toHaveAttribute('aria-rowcount', '3');
  await worldSelect(page).selectOption('shared');
  await expect(page.getByText('No requests yet')).toBeVisible();
});

test('the key of a dropped world gets a 401 that says so', async ({ page, call }) => {
  const key = await openWorld(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await page.content()).not.toContain(key);
  expect((await call('GET /inventory', { key })).status).toBe(200);
  await page.getByRole('button', { name: 'Drop the world w1' }).click();
  await page.getByRole('dialog', { name: 'Drop the world w1?' }).getByRole('button', { name: 'Drop' }).click();
  await expect(page.getByRole('region', { name: 'Dropped' })).toContainText('w1');
  const { status, text } = await call('GET /inventory', { key });
  expect(status).toBe(401);
  expect(text).toMatch(/world.*(?:gone|dropped|deleted)/i);
});

test('who looks at a world that goes is told, and led back', async ({ page, admin, letPass }) => {
  letPass(ofGoneWorld('w1'));
  await admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await admin.worlds.delete({ id: 'w1' });
  await expect(page.getByText('The world w1 no longer exists')).toBeVisible();
  await page.getByRole('button', { name: 'Show the shared world' }).click();
  await expect(keyCard(page, 'test_free')).toBeVisible();
});

test('a reload leads back to the world that was chosen', async ({ page, admin }) => {
  await admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await page.reload();
  await expect(worldSelect(page)).toHaveValue('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
});

test('a reload shows the shared world where the chosen one is gone, and says so until it is read', async ({
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

test('who looks at a world when the server is started again is told, and led back', async ({ page, fake, letPass }) => {
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

test('who signs in anew begins in the shared world', async ({ page, fake, admin }) => {
  await admin.keys.mint({ isolated: true });
  await worldSelect(page).selectOption('w1');
  await expect(keyCard(page, 'key#1')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.goto(fake.address);
  await expect(keyCard(page, 'test_free')).toBeVisible();
  await expect(worldSelect(page)).toHaveValue('shared');
});

test('a snapshot brings back what was', async ({ page, admin, call }) => {
  await goTo(page, 'Worlds');
  const before = (await call('GET /inventory')).text;
  const card = page.getByRole('region', { name: 'Snapshots' });
  await card.getByRole('textbox', { name: 'Name of a snapshot' }).fill('demo');
  await card.getByRole('button', { name: 'Take', exact: true }).click();
  const line = card.getByRole('listitem').filter({ hasText: 'demo' });
  await expectSaid(page, 'The snapshot demo was taken.');
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  expect((await call('GET /inventory')).text).toContain('4711');
  await line.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expectSaid(page, 'The world was restored from demo.');
  expect((await call('GET /inventory')).text).toBe(before);
  await line.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(card).toContainText('There are no snapshots yet');
  expect((await admin.snapshots.list()).items).toEqual([]);
});

test('a name that no snapshot can have is refused in the words of the server', async ({ page, letPass }) => {
  letPass(/status of 400.*\/__admin\/snapshots/);
  await goTo(page, 'Worlds');
  const card = page.getByRole('region', { name: 'Snapshots' });
  await card.getByRole('textbox', { name: 'Name of a snapshot' }).fill('before the demo!');
  await card.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(card.getByRole('alert')).toContainText(/name/);
});
