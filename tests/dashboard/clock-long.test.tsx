// Long: each step of the clock, and the server's errors for what is typed. The short tests advance it once by a step and by a text.
import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import type { CallAnswer } from '../serve-fake.js';
import { openControlRoom } from './open-control-room.js';

const dateOf = ({ headers }: CallAnswer) => headers.get('date');
const NOON = 'Sat, 21 Nov 2026 12:00:00 GMT';

test('the clock advances by a minute, an hour and a day', async () => {
  const { page, call } = await openControlRoom();
  for (const [step, date] of [
    ['1m', 'Sat, 21 Nov 2026 12:01:00 GMT'],
    ['1h', 'Sat, 21 Nov 2026 13:01:00 GMT'],
    ['1d', 'Sun, 22 Nov 2026 13:01:00 GMT'],
  ]) {
    await page.press(`Advance by ${step}`);
    await page.announced(`The clock moved ${step} forward.`);
    expect(dateOf(await call('GET /inventory'))).toBe(date);
  }
});

test('an invalid duration or moment shows the error of the server', async () => {
  const { page, call } = await openControlRoom();
  await page.fill(page.getByRole('textbox', { name: /^Advance by a duration/ }), 'soonish{Enter}');
  const alert = await page.alert();
  expect(alert).toContain('soonish');
  expect(alert).toContain("'61s'");
  expect(dateOf(await call('GET /inventory'))).toBe(NOON);
  await page.fill(page.getByRole('textbox', { name: /^Set the clock, such as/ }), 'next year');
  await page.press('Set');
  await waitFor(async () => expect(await page.alert()).toContain('next year'));
  expect(await page.alert()).toMatch(/\d{4}-\d\d-\d\dT/);
});
