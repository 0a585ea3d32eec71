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
