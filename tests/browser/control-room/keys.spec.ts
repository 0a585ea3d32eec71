import type { Page } from '@playwright/test';
import { expect, keyCard, test } from './control-room.js';

/** Mints a key by the dialog, and answers its text as the page shows it. */
async function mint(page: Page, { plan = 'free', lifetime = '', isolated = false } = {}): Promise<string> {
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByRole('combobox', { name: 'Plan' }).selectOption(plan);
  await dialog.getByRole('textbox', { name: /^Lifetime/ }).fill(lifetime);
  if (isolated) await dialog.getByRole('checkbox', { name: /isolated world/ }).check();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  const minted = page.getByRole('dialog', { name: /was created$/ });
  return (await minted.locator('pre').first().textContent()) ?? '';
}

const closeDialog = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

test('a key has as many requests left as was set', async ({ page, call }) => {
  await keyCard(page, 'test_free').getByRole('button', { name: 'Set remaining' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remaining requests of test_free' });
  await dialog.getByRole('textbox', { name: /^Remaining requests/ }).fill('1');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect((await call('GET /inventory')).status).toBe(200);
  expect((await call('GET /inventory')).status).toBe(429);
});

test('what a key has left is proposed, and typing replaces it', async ({ page, call }) => {
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

test('a day can be used up like a minute', async ({ page, call }) => {
  await keyCard(page, 'test_free').getByRole('button', { name: 'Set remaining' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Day' }).check();
  await dialog.getByRole('textbox', { name: /^Remaining requests/ }).fill('0');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(dialog).toBeHidden();
  const { status, headers } = await call('GET /inventory');
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
});

test('more than the plan has is refused in the words of the server', async ({ page, letPass, call }) => {
  letPass(/status of 400.*\/__admin\/limits/);
  await keyCard(page, 'test_free').getByRole('button', { name: 'Set remaining' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^Remaining requests/ }).fill('1000000');
  await dialog.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('60');
  expect((await call('GET /inventory')).headers.get('x-ratelimit-remaining')).toBe('59');
});

test('an exhausted key gets 429 and is told when to come back', async ({ page, call }) => {
  const card = keyCard(page, 'test_free');
  await card.getByRole('button', { name: 'Exhaust' }).click();
  const minute = card.getByRole('meter', { name: 'Requests left in this minute' });
  await expect(minute).toHaveAttribute('aria-valuetext', '0 of 60 left');
  const { status, headers } = await call('GET /inventory');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('60');
});

test('a banned key counts down and is refused, until it is unbanned', async ({ page, admin, call }) => {
  const card = keyCard(page, 'test_pro');
  await card.getByRole('button', { name: 'Ban test_pro', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban test_pro' });
  await dialog.getByRole('textbox', { name: /^Duration/ }).fill('10m');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(card).toContainText('banned for 10m');
  const refused = await call('GET /inventory', { key: 'test_pro' });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('600');

  await admin.clock.advance({ by: '150s' });
  await expect(card).toContainText('banned for 7m 30s');
  await expect(card.getByRole('meter', { name: 'Time left of the ban' })).toHaveAttribute('aria-valuenow', '450');

  await card.getByRole('button', { name: 'Unban' }).click();
  await expect(card).toContainText('valid');
  expect((await call('GET /inventory', { key: 'test_pro' })).status).toBe(200);
});

test('a length of a ban that is none is refused in the words of the server', async ({ page, letPass, call }) => {
  letPass(/status of 400.*\/__admin\/keys\/ban/);
  await keyCard(page, 'test_pro').getByRole('button', { name: 'Ban test_pro', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ban test_pro' });
  await dialog.getByRole('textbox', { name: /^Duration/ }).fill('a while');
  await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('a while');
  expect((await call('GET /inventory', { key: 'test_pro' })).status).toBe(200);
});

for (const what of ['Revoke', 'Delete'] as const) {
  test(`${what} takes a key away from a client`, async ({ page, call }) => {
    await page.getByRole('button', { name: 'More for test_business' }).click();
    await page.getByRole('menuitem', { name: what }).click();
    const dialog = page.getByRole('dialog', { name: `${what} test_business?` });
    await dialog.getByRole('button', { name: what, exact: true }).click();
    if (what === 'Delete') await expect(keyCard(page, 'test_business')).toBeHidden();
    else await expect(keyCard(page, 'test_business')).toContainText('revoked');
    expect((await call('GET /inventory', { key: 'test_business' })).status).toBe(401);
  });
}

test('who thinks better of it takes nothing away', async ({ page, call }) => {
  await page.getByRole('button', { name: 'More for test_business' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect((await call('GET /inventory', { key: 'test_business' })).status).toBe(200);
});

test('a minted key works, and stands nowhere once the dialog is closed', async ({ page, call }) => {
  const key = await mint(page, { plan: 'business' });
  expect((await call('GET /inventory', { key })).headers.get('x-ratelimit-limit')).toBe('1000');
  await closeDialog(page);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(keyCard(page, 'key#6')).toContainText('business');
  expect(await page.content()).not.toContain(key);
});

test('a minted key ends with its lifetime', async ({ page, admin, call }) => {
  const key = await mint(page, { lifetime: '1h' });
  await closeDialog(page);
  await expect(keyCard(page, 'key#6')).toContainText('expires in 1h');
  expect((await call('GET /inventory', { key })).status).toBe(200);
  await admin.clock.advance({ by: '1h' });
  await expect(keyCard(page, 'key#6')).toContainText('expired');
  expect((await call('GET /inventory', { key })).status).toBe(401);
});

test('an isolated key leads to a world of its own', async ({ page, admin, call }) => {
  const key = await mint(page, { isolated: true });
  await page.getByRole('dialog').getByRole('button', { name: 'Show its world' }).click();
  await expect(page.getByRole('combobox', { name: 'World' })).toHaveValue('w1');
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  expect((await call('GET /inventory')).text).toContain('4711');
  expect((await call('GET /inventory', { key })).text).not.toContain('4711');
  expect(await page.content()).not.toContain(key);
});

test('the gauges drain as a client spends', async ({ page, call }) => {
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

test('a reset puts a world back to its beginning', async ({ page, admin, call }) => {
  await admin.keys.revoke({ key: 'test_free' });
  expect((await call('GET /inventory')).status).toBe(401);
  await page.getByRole('button', { name: 'Reset the world' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset the world' }).click();
  await expect.poll(async () => (await call('GET /inventory')).status).toBe(200);
});
