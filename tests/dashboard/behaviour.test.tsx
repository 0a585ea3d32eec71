// Long: the choices of open questions, which few change on the page; the short tests change them by the admin API.
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type OpenedPage, openControlRoom } from './open-control-room.js';

async function openBehaviour() {
  const opened = await openControlRoom();
  await opened.page.goTo('Behaviour');
  return opened;
}

/** Returns the queries within a question, and its text. */
function question(page: OpenedPage, id: string) {
  const item = page.getByRole('listitem', { name: id });
  return { ...within(item), text: () => item.textContent };
}

test('a choice applies from the next request', async () => {
  const { page, admin, call } = await openBehaviour();
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  expect((await call('GET /inventory')).headers.get('retry-after')).toBe('60');
  const format = question(page, 'retry-after-format');
  await page.user.selectOptions(format.getByRole('combobox'), 'http-date');
  await waitFor(() => expect(format.text()).toContain('changed'));
  expect(format.queryByRole('button', { name: 'Save' })).toBeNull();
  await page.announced('retry-after-format is set to "http-date".');
  expect((await call('GET /inventory')).headers.get('retry-after')).toBe('Sat, 21 Nov 2026 12:01:00 GMT');
});

test('one click is a choice: from a list, of two values, by a constant', async () => {
  const { page, admin } = await openBehaviour();
  const choiceOf = async (id: string) => (await admin.behaviour.list()).items.find((one) => one.id === id)?.choice;
  await page.user.selectOptions(question(page, 'after-sunset').getByRole('combobox'), '410');
  await expect.poll(() => choiceOf('after-sunset')).toBe(410);
  const before = await choiceOf('messages-rate-limited');
  await page.user.selectOptions(question(page, 'messages-rate-limited').getByRole('combobox'), String(!before));
  await expect.poll(() => choiceOf('messages-rate-limited')).toBe(!before);
  const threshold = question(page, 'ban-threshold');
  await page.press('never', threshold);
  await expect.poll(() => choiceOf('ban-threshold')).toBe('never');
  await waitFor(() => expect(threshold.getByRole<HTMLInputElement>('textbox').value).toBe('never'));
  expect(threshold.queryByRole('button', { name: 'Save' })).toBeNull();
});

test('quotes in a question are shown as code', async () => {
  const { page } = await openBehaviour();
  expect(page.getAllByText('message', { selector: '.question code' })).not.toEqual([]);
  expect(page.getByRole('main').textContent).not.toContain('`');
});

test('an invalid choice shows the error of the server', async () => {
  const { page, admin } = await openBehaviour();
  const threshold = question(page, 'ban-threshold');
  await page.fill(threshold.getByRole('textbox'), '-3');
  await page.press('Save', threshold);
  expect(await page.alert(threshold)).toContain('ban-threshold');
  const { items } = await admin.behaviour.list();
  expect(items.find(({ id }) => id === 'ban-threshold')?.choice).toBe(10);
});

test('a choice returns to its default', async () => {
  const { page, admin, call } = await openBehaviour();
  await admin.behaviour.set({ 'after-sunset': 410 });
  await admin.scenarios.play({ name: 'after-sunset' });
  expect((await call('GET /pets/1')).status).toBe(410);
  const sunset = question(page, 'after-sunset');
  await waitFor(() => expect(sunset.text()).toContain('changed'));
  await page.press('Back to default', sunset);
  await waitFor(() => expect(sunset.text()).not.toContain('changed'));
  expect((await call('GET /pets/1')).status).toBe(200);
});

test('a switch applies at once, fields and words are saved, and other words of a list open JSON', async () => {
  const { page, admin } = await openBehaviour();
  const choiceOf = async (id: string) => (await admin.behaviour.list()).items.find((one) => one.id === id)?.choice;
  await page.user.click(question(page, 'refused-requests-count').getByRole('checkbox', { name: '404' }));
  await expect.poll(() => choiceOf('refused-requests-count')).toMatchObject({ '404': false });
  const limits = question(page, 'enterprise-limits');
  await page.fill(limits.getByRole('textbox', { name: 'perMinute' }), '7');
  await page.press('Save', limits);
  await expect.poll(() => choiceOf('enterprise-limits')).toMatchObject({ perMinute: 7 });
  const challenge = question(page, 'www-authenticate');
  await page.fill(challenge.getByRole('textbox'), 'ApiKey realm="pets"');
  await page.press('Save', challenge);
  await expect.poll(() => choiceOf('www-authenticate')).toBe('ApiKey realm="pets"');
  const shape = question(page, 'pet-shape');
  expect(shape.queryByRole('textbox')).toBeNull();
  await page.user.selectOptions(shape.getByRole('combobox'), 'other (JSON) …');
  expect(shape.getByRole<HTMLTextAreaElement>('textbox').value).toContain('"records"');
});
