// Long: in a real browser only, how much work the page has under load.
import type { Page } from '@playwright/test';
import autocannon from 'autocannon';
import { expect, goTo, test } from './control-room.js';

test.use({ served: { pets: 10_000 } });

/** Opens a page of the control room, and returns the seconds of processor time that the browser's page used. */
async function workToOpen(page: Page, name: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  // What else the machine does meanwhile counts for nothing.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const before = await spent();
  await goTo(page, name);
  const work = (await spent()) - before;
  await session.detach();
  return work;
}

test('at 1,000 requests a second, a page of 10,000 pets opens with little work', async ({ page, admin, fake }) => {
  // The load, what it falls on and the test share one process.
  test.slow();
  await admin.behaviour.set({ 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } });
  await expect(page.getByRole('link', { name: /^10.000 pets$/ })).toBeVisible();
  const load = autocannon({
    url: `${fake.server.url}/pets/1`,
    headers: { Authorization: 'Bearer test_enterprise' },
    connections: 10,
    overallRate: 1_000,
    amount: 3_000,
    // By itself it gives a request up after 10 seconds, and what came of that one is not known.
    timeout: 60,
  });
  await expect(page.getByRole('link', { name: /^[1-9]\S* requests$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Advance by 1h' }).click();
  await expect(page.getByRole('region', { name: 'World and time' }).getByRole('time')).toContainText('13:00:00');

  expect(await workToOpen(page, 'Requests')).toBeLessThan(1);
  await expect(page.getByRole('row').nth(1)).toBeVisible();

  expect(await workToOpen(page, 'Stock')).toBeLessThan(1);
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'Edit pet 1' }).getByRole('textbox', { name: 'Quantity' }),
  ).toBeFocused();
  await page.keyboard.press('Escape');

  expect((await load).non2xx).toBe(0);
  expect(await admin.requests.count()).toBe(3_000);
  await goTo(page, 'Overview');
  await expect(page.getByRole('link', { name: /^3.000 requests$/ })).toBeVisible();
});
