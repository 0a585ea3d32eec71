import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../serve-fake.js';
import { keyCard, openControlRoom } from './open-control-room.js';

const dateOf = ({ headers }: CallAnswer) => headers.get('date');
const NOON = 'Sat, 21 Nov 2026 12:00:00 GMT';

test('a frozen clock stands still for a client, and runs again', async () => {
  const { page, admin, call } = await openControlRoom();
  await admin.clock.run({ scale: 3_600 });
  await page.press('Freeze');
  await page.announced('The clock is frozen.');
  expect(await page.findAllByText('frozen')).not.toEqual([]);
  const date = dateOf(await call('GET /inventory'));
  expect(dateOf(await call('GET /inventory'))).toBe(date);
  await page.press('Run');
  await expect.poll(async () => dateOf(await call('GET /inventory', { key: 'test_pro' }))).not.toBe(date);
});

test('at 60× a minute passes in a second', async () => {
  const { page, call } = await openControlRoom();
  await page.user.click(page.getByRole('radio', { name: /A minute per second/ }));
  await page.findByText('60×', { selector: '.badge' });
  await expect
    .poll(async () => Date.parse(dateOf(await call('GET /inventory', { key: 'test_pro' })) ?? '') - Date.parse(NOON))
    .toBeGreaterThan(30_000);
});

test('a minute later, an exhausted limit is full again', async () => {
  const { page, admin, call } = await openControlRoom();
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  expect((await call('GET /inventory')).status).toBe(429);
  await page.press('Advance by 61s');
  // A request before that gets another 429, and in the end a ban.
  await page.announced('The clock moved 61s forward.');
  expect((await call('GET /inventory')).status).toBe(200);
  expect(dateOf(await call('GET /inventory'))).toBe('Sat, 21 Nov 2026 12:01:01 GMT');
});

test('the clock advances by any duration, and is set to any moment', async () => {
  const { page, call } = await openControlRoom();
  await page.fill(page.getByRole('textbox', { name: /^Advance by a duration/ }), '90m');
  await page.press('Advance');
  await page.findAllByText(/13:30:00/);
  expect(dateOf(await call('GET /inventory'))).toBe('Sat, 21 Nov 2026 13:30:00 GMT');
  await page.fill(page.getByRole('textbox', { name: /^Set the clock, such as/ }), '2027-06-01T08:00:00Z');
  await page.press('Set');
  await page.findAllByText(/1 Jun 2027/);
  expect(dateOf(await call('GET /inventory'))).toBe('Tue, 01 Jun 2027 08:00:00 GMT');
});

test('the windows of a key are full again as time passes', async () => {
  const { page, admin, call } = await openControlRoom();
  await call('GET /inventory');
  const card = await keyCard(page, 'test_free');
  await waitFor(() => expect(card.text()).toContain('resets in 1m'));
  await admin.clock.advance({ by: '30s' });
  await waitFor(() => expect(card.text()).toContain('resets in 30s'));
  await admin.clock.advance({ by: '30s' });
  const minute = () => card.getByRole('meter', { name: 'Requests left in this minute' });
  await waitFor(() => expect(minute().getAttribute('aria-valuetext')).toBe('60 of 60 left'));
});

test('a request that does not reach the server is reported', async () => {
  const { page, fake } = await openControlRoom();
  await fake.close();
  await page.press('Advance by 1h');
  expect(await page.alert()).toContain('The server is not responding.');
});
