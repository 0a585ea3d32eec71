import autocannon from 'autocannon';
import { expect, goTo, soon, test } from './control-room.js';

test.use({ served: { pets: 100 } });

test('while 1,000 requests a second come in, the page still answers within a second', async ({ page, admin, fake }) => {
  await admin.behaviour.set({ 'enterprise-limits': { perMinute: 1_000_000, perDay: 1_000_000 } });
  const load = autocannon({
    url: `${fake.server.url}/pets/1`,
    headers: { Authorization: 'Bearer test_enterprise' },
    connections: 10,
    overallRate: 1_000,
    amount: 3_000,
  });
  await expect(page.getByRole('link', { name: /^[1-9]\S* requests$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Advance by 1h' }).click(soon);
  await expect(page.getByRole('region', { name: 'World and time' }).getByRole('time')).toContainText('13:00:00', soon);

  await goTo(page, 'Requests');
  const rows = page.getByRole('grid', { name: 'Requests, newest first' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible(soon);
  expect(await rows.count()).toBeLessThan(200);
  await page.getByRole('button', { name: 'Pause' }).click(soon);
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible(soon);
  await expect(page.getByText(/Paused: [1-9]\S* came meanwhile/)).toBeVisible();

  await goTo(page, 'Stock');
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click(soon);
  await expect(page.getByRole('textbox', { name: 'Quantity of pet 1' })).toBeFocused(soon);
  const { non2xx } = await load;
  expect(non2xx).toBe(0);
  expect(await admin.requests.count()).toBe(3_000);
});
