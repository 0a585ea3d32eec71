import type { Locator } from '@playwright/test';
import { pages } from '../../../src/dashboard/shell/route.js';
import { expect, goTo, test } from './control-room.js';

test.use({ viewport: { width: 400, height: 800 } });

test('on 400 pixels every page is reached, and none scrolls sideways', async ({ page, admin, call }) => {
  await admin.limits.set('test_free', { remaining: 1 });
  for (let sent = 0; sent < 3; sent++) await call('GET /inventory');
  await call('GET /a/path/that/is/far/longer/than/a/screen/of/a/phone/can/show/on/one/line');
  await admin.faults.add({ operation: 'updateInventory', status: 503 });
  await admin.keys.mint({ isolated: true });
  for (const name of Object.values(pages)) {
    await goTo(page, name);
    if (name === 'API') await expect(page.getByText('/inventory/{petId}').first()).toBeVisible();
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect.soft(tooWide, name).toBe(0);
  }
  await goTo(page, 'Requests');
  await page.getByRole('grid', { name: 'Requests, newest first' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('heading', { level: 2, name: /^Request \d/ })).toBeVisible();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
});

for (const width of [400, 500, 600, 660, 700, 900, 1_280, 1_350]) {
  test(`on ${width} pixels the line of a world holds all that it says, and the world is dropped by it`, async ({
    page,
    admin,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await admin.keys.mint({ isolated: true });
    await admin.keys.mint({ isolated: true });
    await page.getByRole('combobox', { name: 'World' }).selectOption('w1');
    await goTo(page, 'Worlds');
    const card = page.getByRole('region', { name: 'Worlds', exact: true });
    const drop = page.getByRole('button', { name: 'Drop the world w1' });
    await expect(drop).toBeVisible();
    const lines = card.locator('tbody tr');
    await expect(lines).toHaveCount(3);
    for (const line of await lines.all()) {
      expect(await partsOutside(line, card)).toEqual([]);
      for (const cell of await line.locator('> *').all()) expect(await partsOutside(cell, line)).toEqual([]);
    }
    await drop.click();
    await expect(page.getByRole('dialog', { name: 'Drop the world w1?' })).toBeVisible();
  });
}

/** Answers the sides on which one box stands out of another, by more than a pixel may be rounded. */
async function partsOutside(inner: Locator, outer: Locator): Promise<string[]> {
  const [box, around] = [await inner.boundingBox(), await outer.boundingBox()];
  if (box === null || around === null) return ['not shown'];
  return [
    box.x < around.x - 1 && 'left',
    box.y < around.y - 1 && 'top',
    box.x + box.width > around.x + around.width + 1 && 'right',
    box.y + box.height > around.y + around.height + 1 && 'bottom',
  ].filter((side) => side !== false);
}
