import type { Page } from '@playwright/test';
import { expect, expectSaid, goTo, test } from './control-room.js';

const question = (page: Page, id: string) => page.getByRole('listitem', { name: id, exact: true });

test.beforeEach(({ page }) => goTo(page, 'Behaviour'));

test('an open question that is answered anew counts from the next request on', async ({ page, admin, call }) => {
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  expect((await call('GET /inventory')).headers.get('retry-after')).toBe('60');
  const format = question(page, 'retry-after-format');
  await format.getByRole('radio', { name: 'http-date' }).click();
  await expect(format).toContainText('changed');
  await expect(format.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectSaid(page, 'retry-after-format is set to "http-date".');
  expect((await call('GET /inventory')).headers.get('retry-after')).toBe('Sat, 21 Nov 2026 12:01:00 GMT');
});

test('one click is an answer: from a list, by a switch, by a word', async ({ page, admin }) => {
  const answerTo = async (id: string) => (await admin.behaviour.list()).items.find((one) => one.id === id)?.choice;
  await question(page, 'after-sunset').getByRole('combobox').selectOption('410');
  await expect.poll(() => answerTo('after-sunset')).toBe(410);
  const limited = question(page, 'messages-rate-limited').getByRole('switch');
  const before = await limited.getAttribute('aria-checked');
  await limited.click();
  await expect.poll(() => answerTo('messages-rate-limited')).toBe(before !== 'true');
  const threshold = question(page, 'ban-threshold');
  await threshold.getByRole('button', { name: 'never' }).click();
  await expect.poll(() => answerTo('ban-threshold')).toBe('never');
  await expect(threshold.getByRole('textbox')).toHaveValue('never');
  await expect(threshold.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('of choices in quick succession the last one counts', async ({ page, admin }) => {
  const format = question(page, 'retry-after-format');
  await format.getByRole('radio', { name: 'http-date' }).click();
  await format.getByRole('radio', { name: 'seconds' }).click();
  await format.getByRole('radio', { name: 'http-date' }).click();
  const response = async () =>
    (await admin.behaviour.list()).items.find(({ id }) => id === 'retry-after-format')?.choice;
  await expect.poll(response).toBe('http-date');
  await expect(format).toContainText('changed');
  await expect(format.getByRole('radio', { name: 'http-date' })).toBeChecked();
});

test('what a question quotes is set as code', async ({ page }) => {
  await expect(page.locator('.question code').getByText('queued', { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('`');
});

test('an answer that cannot be is refused in the words of the server', async ({ page, admin, letPass }) => {
  letPass(/status of 400.*\/__admin\/behaviour/);
  const threshold = question(page, 'ban-threshold');
  await threshold.getByRole('textbox').fill('-3');
  await threshold.getByRole('button', { name: 'Save' }).click();
  await expect(threshold.getByRole('alert')).toContainText('ban-threshold');
  const { items } = await admin.behaviour.list();
  expect(items.find(({ id }) => id === 'ban-threshold')?.choice).toBe(10);
});

test('an answer goes back to its default', async ({ page, admin, call }) => {
  await admin.behaviour.set({ 'after-sunset': 410 });
  await admin.scenarios.play({ name: 'after-sunset' });
  expect((await call('GET /pets/1')).status).toBe(410);
  const sunset = question(page, 'after-sunset');
  await expect(sunset).toContainText('changed');
  await sunset.getByRole('button', { name: 'Back to default' }).click();
  await expect(sunset).not.toContainText('changed');
  expect((await call('GET /pets/1')).status).toBe(200);
});

test('questions are found by words and by section', async ({ page }) => {
  const search = page.getByRole('searchbox', { name: 'Search the questions' });
  await search.fill('§8.4 how long');
  await expect(page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) })).toHaveCount(1);
  await expect(question(page, 'ban-duration-seconds')).toBeVisible();
  await search.fill('nobody asks this');
  await page.getByRole('button', { name: 'Show all questions' }).click();
  await expect(question(page, 'ban-threshold')).toBeVisible();
});
