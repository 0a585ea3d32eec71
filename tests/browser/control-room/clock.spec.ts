import { expect, test } from './control-room.js';

test('a time that somebody else sets is shown', async ({ page, admin }) => {
  await admin.clock.set({ to: '2028-02-29T23:59:58Z' });
  const time = page.getByRole('region', { name: 'World and time' }).getByRole('time');
  await expect(time).toContainText('29 Feb 2028 23:59:58');
  await expect(page.getByRole('region', { name: 'Clock' }).getByRole('time')).toContainText('23:59:58');
});
