import type { CallAnswer } from '../../serve-fake.js';
import { expect, expectSaid, keyCard, test } from './control-room.js';

const dateOf = ({ headers }: CallAnswer) => headers.get('date');

test('a frozen clock stands still for a client, and runs again', async ({ page, admin, call }) => {
  await admin.clock.run({ scale: 3_600 });
  await page.getByRole('button', { name: 'Freeze' }).click();
  await expectSaid(page, 'The clock is frozen.');
  await expect(page.getByText('frozen').first()).toBeVisible();
  const date = dateOf(await call('GET /inventory'));
  expect(dateOf(await call('GET /inventory'))).toBe(date);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(async () => dateOf(await call('GET /inventory', { key: 'test_pro' }))).not.toBe(date);
});

test('at 60× a minute passes in a second', async ({ page, call }) => {
  await page.getByRole('radio', { name: 'A minute per second' }).click();
  await expect(page.getByText('runs at 60×', { exact: true })).toBeVisible();
  const start = Date.parse('2026-11-21T12:00:00Z');
  await expect
    .poll(async () => Date.parse(dateOf(await call('GET /inventory', { key: 'test_pro' })) ?? '') - start)
    .toBeGreaterThan(30_000);
});

test('a minute further on, a spent limit is whole again', async ({ page, admin, call }) => {
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  expect((await call('GET /inventory')).status).toBe(429);
  await page.getByRole('button', { name: 'Advance by 61s' }).click();
  // Who asks before that is refused again, and is banned for it in the end.
  await expectSaid(page, 'The clock moved 61s forward.');
  expect((await call('GET /inventory')).status).toBe(200);
  expect(dateOf(await call('GET /inventory'))).toBe('Sat, 21 Nov 2026 12:01:01 GMT');
});

for (const [step, date] of [
  ['1m', 'Sat, 21 Nov 2026 12:01:00 GMT'],
  ['1h', 'Sat, 21 Nov 2026 13:00:00 GMT'],
  ['1d', 'Sun, 22 Nov 2026 12:00:00 GMT'],
] as const) {
  test(`the clock goes ${step} forward`, async ({ page, call }) => {
    await page.getByRole('button', { name: `Advance by ${step}` }).click();
    await expect.poll(async () => dateOf(await call('GET /inventory'))).toBe(date);
  });
}

test('the clock goes forward by any length', async ({ page, call }) => {
  await page.getByRole('textbox', { name: 'Advance by a duration' }).fill('90m');
  await page.getByRole('button', { name: 'Advance', exact: true }).click();
  await expect(page.getByText('13:30:00').first()).toBeVisible();
  expect(dateOf(await call('GET /inventory'))).toBe('Sat, 21 Nov 2026 13:30:00 GMT');
});

test('a length that is none is refused in the words of the server', async ({ page, letPass, call }) => {
  letPass(/status of 400.*\/__admin\/clock\/advance/);
  await page.getByRole('textbox', { name: 'Advance by a duration' }).fill('soonish');
  await page.getByRole('textbox', { name: 'Advance by a duration' }).press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'soonish' })).toContainText("'61s'");
  expect(dateOf(await call('GET /inventory'))).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
});

test('the clock is set to a moment', async ({ page, call }) => {
  await page.getByRole('textbox', { name: 'Set the clock, such as' }).fill('2027-06-01T08:00:00Z');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByText('1 Jun 2027').first()).toBeVisible();
  expect(dateOf(await call('GET /inventory'))).toBe('Tue, 01 Jun 2027 08:00:00 GMT');
});

test('a moment that is none is refused in the words of the server', async ({ page, letPass }) => {
  letPass(/status of 400.*\/__admin\/clock\/set/);
  await page.getByRole('textbox', { name: 'Set the clock, such as' }).fill('next year');
  await page.getByRole('button', { name: 'Set', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'next year' })).toContainText(/\d{4}-\d\d-\d\dT/);
});

test('after the jump to the sunset, the deprecated operation is gone', async ({ page, admin, call }) => {
  await admin.behaviour.set({ 'after-sunset': 410 });
  const before = await call('GET /pets/1');
  expect(before.status).toBe(200);
  const sunset = Date.parse(before.headers.get('sunset') ?? '');
  await page.getByRole('button', { name: 'Jump to the sunset' }).click();
  await expect.poll(async () => (await call('GET /pets/1')).status).toBe(410);
  expect(Date.parse(dateOf(await call('GET /inventory')) ?? '')).toBe(sunset + 1_000);
});

test('the time that somebody else sets shows up', async ({ page, admin }) => {
  await admin.clock.set({ to: '2028-02-29T23:59:58Z' });
  const time = page.getByRole('region', { name: 'World and time' }).getByRole('time');
  await expect(time).toContainText('29 Feb 2028 23:59:58');
  await expect(page.getByRole('region', { name: 'Clock' }).getByRole('time')).toContainText('23:59:58');
});

test('the windows of a key are full again as time passes', async ({ page, admin, call }) => {
  await call('GET /inventory');
  const card = keyCard(page, 'test_free');
  await expect(card).toContainText('resets in 1m');
  await admin.clock.advance({ by: '30s' });
  await expect(card).toContainText('resets in 30s');
  await admin.clock.advance({ by: '30s' });
  await expect(card.getByRole('meter', { name: 'Requests left in this minute' })).toHaveAttribute(
    'aria-valuetext',
    '60 of 60 left',
  );
});
