import type { Page } from '@playwright/test';
import autocannon from 'autocannon';
import { expect, goTo, test } from './control-room.js';

test.use({ served: { pets: 10_000 } });

/** Opens a page of the control room by a click, and answers how many milliseconds it took by the browser's own clock. */
function timeToOpen(page: Page, name: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const startMs = performance.now();
    [...document.querySelectorAll('nav a')].find((link) => link.textContent === '${name}').click();
    const look = () => {
      if (document.querySelector('h1').textContent !== '${name}') requestAnimationFrame(look);
      else resolve(performance.now() - startMs);
    };
    look();
  })`);
}

test('while 1,000 requests a second come in, a page of 10,000 pets still answers within a second', async ({
  page,
  admin,
  fake,
}) => {
  await admin.behaviour.set({ 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } });
  await expect(page.getByRole('link', { name: /^10.000 pets$/ })).toBeVisible();
  const load = autocannon({
    url: `${fake.server.url}/pets/1`,
    headers: { Authorization: 'Bearer test_enterprise' },
    connections: 10,
    overallRate: 1_000,
    amount: 3_000,
  });
  await expect(page.getByRole('link', { name: /^[1-9]\S* requests$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Advance by 1h' }).click();
  await expect(page.getByRole('region', { name: 'World and time' }).getByRole('time')).toContainText('13:00:00');

  expect(await timeToOpen(page, 'Requests')).toBeLessThan(1_000);
  const rows = page.getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  expect(await rows.count()).toBeLessThan(200);

  expect(await timeToOpen(page, 'Stock')).toBeLessThan(1_000);
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Quantity of pet 1' })).toBeFocused();
  expect(await rows.count()).toBeLessThan(200);

  expect((await load).non2xx).toBe(0);
  expect(await admin.requests.count()).toBe(3_000);
  await goTo(page, 'Overview');
  await expect(page.getByRole('link', { name: /^3.000 requests$/ })).toBeVisible();
});
