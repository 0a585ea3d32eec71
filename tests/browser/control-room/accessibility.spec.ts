// Long: what axe finds in pages that are empty, in dialogs and in details.
import { pages } from '../../../src/dashboard/shell/route.js';
import type { ServedFake } from '../../serve-fake.js';
import { expect, goTo, keyCard, test } from './control-room.js';
import { expectAccessible } from './expect-accessible.js';

// While something fades in, its contrast is lower.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Fills every panel: error responses, a ban, faults, a custom response, a snapshot, worlds. */
async function makeBusy({ admin, call }: ServedFake): Promise<void> {
  await admin.snapshots.take({ name: 'before' });
  await admin.behaviour.set({ 'ban-threshold': 5 });
  await admin.keys.mint({ plan: 'pro', expiresIn: '1h' });
  const { world } = await admin.keys.mint({ isolated: true });
  await admin.keys.mint({ isolated: true });
  await admin.worlds.delete({ id: world });
  await admin.limits.set({ key: 'test_free', remaining: 2 });
  for (let sent = 0; sent < 4; sent++) {
    await call('GET /inventory');
    await admin.clock.advance({ by: '1s' });
  }
  await call('GET /pets/1', { key: 'test_business' });
  await call('GET /pets/404', { key: 'test_business' });
  await call('GET /nowhere', { key: null });
  await admin.faults.add({ status: 503, count: 1 });
  await call('PATCH /inventory/2', { key: 'test_business', json: { quantity: 0 } });
  await admin.faults.add({ network: 'reset', count: 1 });
  await call('GET /inventory', { key: 'test_business' }).catch(() => undefined);
  await admin.faults.add({ operation: 'getPet', delayMs: 120 });
  await admin.faults.add({ operation: 'updateInventory', status: 503, probability: 0.5, seed: 4 });
  await admin.keys.ban({ key: 'test_pro', for: '10m' });
}

for (const state of ['empty', 'busy'] as const) {
  // The short tier looks at each page once.
  const options = state === 'busy' ? { tag: '@short' } : {};
  test(`axe finds no violations on any page that is ${state}`, options, async ({ page, fake }) => {
    test.slow();
    if (state === 'busy') await makeBusy(fake);
    for (const name of Object.values(pages)) {
      await goTo(page, name);
      if (name === 'Faults') await expect(page.getByRole('button', { name: 'Run slow' })).toBeVisible();
      if (name === 'Requests' && state === 'busy') await expect(page.getByText('ill-mannered').first()).toBeVisible();
      await expectAccessible(page, name);
    }
  });
}

test('axe finds no violations in dialogs and details', async ({ page, fake, letPass }) => {
  // Of the quantity “many”, which the server rejects.
  letPass(/status of 400/);
  test.slow();
  await makeBusy(fake);
  await page.getByRole('button', { name: 'Create a key' }).click();
  await expectAccessible(page, 'the dialog that creates a key');
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expectAccessible(page, 'the created key');
  await page.keyboard.press('Escape');
  await keyCard(page, 'test_free').getByRole('button', { name: 'Set remaining' }).click();
  await expectAccessible(page, 'the dialog that sets the remaining quota');
  await page.keyboard.press('Escape');

  await goTo(page, 'Requests');
  await page.getByRole('searchbox').fill('inventory');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Requests with “inventory”')).toBeVisible();
  await expectAccessible(page, 'a search');
  const rows = page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr');
  await rows.filter({ hasText: '429' }).first().click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toBeVisible();
  await expectAccessible(page, 'an exchange');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expectAccessible(page, 'a confirmation');
  await page.keyboard.press('Escape');
  await goTo(page, 'Stock');
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await page.getByRole('dialog', { name: 'Edit pet 1' }).getByRole('textbox', { name: 'Quantity' }).fill('many');
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'a pet being edited');
});
