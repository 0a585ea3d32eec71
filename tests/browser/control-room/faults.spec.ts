import { expect, expectReported, goTo, test } from './control-room.js';

test.beforeEach(({ page }) => goTo(page, 'Faults'));

test('a switch that is clicked faster than the server responds ends in the last state', async ({ page, admin }) => {
  const control = page.getByRole('switch', { name: /^Slow responses/ });
  for (let click = 0; click < 3; click++) await control.click({ noWaitAfter: true });
  await expect(control).toBeChecked();
  await expect.poll(async () => (await admin.faults.list()).items.length).toBe(1);
  await control.click();
  await control.click();
  await control.click();
  await expect.poll(async () => (await admin.faults.list()).items.length).toBe(0);
  await expect(control).not.toBeChecked();
});

test('a fault that somebody else adds is shown, and can be removed', async ({ page, admin, call }) => {
  await admin.faults.add({ operation: 'getPet', status: 503 });
  await admin.faults.add({ operation: 'listOrders', status: 500 });
  const list = page.getByRole('region', { name: 'Active faults' });
  await expect(list).toContainText('Every getPet → 503');
  await call('GET /pets/1');
  await expect(list).toContainText('applied 1×');
  await list.getByRole('button', { name: /^Remove fault \d+: Every getPet/ }).click();
  await expectReported(page, /^Fault \d+ was removed\.$/);
  await expect(list).not.toContainText('getPet');
  expect((await call('GET /pets/1')).status).toBe(200);
  await list.getByRole('button', { name: 'Clear all' }).click();
  await expect(list).toContainText('No active faults');
  expect((await call('GET /store/orders')).status).toBe(200);
});
