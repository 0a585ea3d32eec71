import { expect, goTo, test } from './control-room.js';

test.use({ timezoneId: 'Asia/Kolkata' });

test('all times are local by choice, also after a reload, and UTC again', async ({ page, admin, call }) => {
  await call('GET /inventory');
  await admin.snapshots.take({ name: 'before' });
  const clock = page.getByRole('region', { name: 'World and time' }).getByRole('time');
  await expect(clock).toContainText('12:00:00');
  await page.getByRole('button', { name: 'UTC: Show local time' }).click();
  await expect(clock).toContainText('17:30:00');
  await expect(page.getByText('21 Nov 2026, local')).toBeVisible();

  await page.reload();
  await expect(clock).toContainText('17:30:00');
  await goTo(page, 'Requests');
  await expect(page.getByRole('columnheader', { name: 'Time (local)' })).toBeVisible();
  await page.getByRole('link', { name: '/v1/inventory' }).click();
  await expect(page.getByText('2026-11-21 17:30:00.000 local')).toBeVisible();
  await expect(page.getByText(/the limit resets at 2026-11-21 17:31:00 local, 1m after/)).toBeVisible();
  await goTo(page, 'Worlds');
  await expect(page.getByText('21 Nov 2026 17:30:00')).toHaveCount(2);

  await page.getByRole('button', { name: 'local: Show UTC time' }).click();
  await expect(page.getByText('21 Nov 2026 12:00:00')).toHaveCount(2);
});

test('a search between two times takes them in the zone that is shown', async ({ page, call }) => {
  await call('GET /inventory');
  await page.getByRole('button', { name: 'UTC: Show local time' }).click();
  await goTo(page, 'Requests');
  await page.getByRole('button', { name: 'Search…' }).click();
  await page.getByLabel('From (local)').fill('2026-11-21T17:30:00');
  await page.getByLabel('To (local)').fill('2026-11-21T17:30:00');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('1 request', { exact: true })).toBeVisible();
});
