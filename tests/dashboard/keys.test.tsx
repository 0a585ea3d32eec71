import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { keyCard, type OpenedPage, openControlRoom } from './open-control-room.js';

/** Mints a key in the dialog and returns its text as the page shows it. */
async function mint(page: OpenedPage, { lifetime = '' } = {}): Promise<string> {
  await page.press('Create a key');
  const dialog = await page.dialog('Create a key');
  if (lifetime !== '') await page.fill(dialog.getByRole('textbox', { name: /^Lifetime/ }), lifetime);
  await page.press('Create', dialog);
  await page.dialog(/was created$/);
  return document.querySelector('dialog[open] pre')?.textContent ?? '';
}

async function setRemaining(page: OpenedPage, remaining: string): Promise<void> {
  const dialog = await page.dialog('Remaining requests of test_free');
  await page.fill(dialog.getByRole('textbox', { name: /^Remaining requests/ }), remaining);
  await page.press('Set', dialog);
}

test('a key has the remaining requests of a minute or a day that were set, within the limit of its plan', async () => {
  const { page, call } = await openControlRoom();
  const card = await keyCard(page, 'test_free');
  await page.press(/^Set remaining/, card);
  await setRemaining(page, '1000000');
  expect(await page.alert(await page.dialog())).toContain('60');
  await setRemaining(page, '1');
  await page.noDialog();
  expect((await call('GET /inventory')).status).toBe(200);
  expect((await call('GET /inventory')).status).toBe(429);

  await page.press(/^Set remaining/, card);
  await page.user.selectOptions((await page.dialog()).getByRole('combobox', { name: 'Window' }), 'day');
  await setRemaining(page, '0');
  await page.noDialog();
  const { status, headers } = await call('GET /inventory');
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(60);
});

test('an exhausted key gets 429 with Retry-After', async () => {
  const { page, call } = await openControlRoom();
  const card = await keyCard(page, 'test_free');
  await page.press(/^Exhaust/, card);
  const minute = () => card.getByRole('meter', { name: 'Requests left in this minute' });
  await waitFor(() => expect(minute().getAttribute('aria-valuetext')).toBe('0 of 60 left'));
  const { status, headers } = await call('GET /inventory');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('60');
});

test('a banned key counts down and gets an error, until it is unbanned', async () => {
  const { page, admin, call } = await openControlRoom();
  const card = await keyCard(page, 'test_pro');
  await page.press('Ban test_pro', card);
  const dialog = await page.dialog('Ban test_pro');
  await page.fill(dialog.getByRole('textbox', { name: /^Duration/ }), '10m');
  await page.press('Ban', dialog);
  await waitFor(() => expect(card.text()).toContain('banned for 10m'));
  const limited = await call('GET /inventory', { key: 'test_pro' });
  expect(limited.status).toBe(429);
  expect(limited.headers.get('retry-after')).toBe('600');

  await admin.clock.advance({ by: '150s' });
  await waitFor(() => expect(card.text()).toContain('banned for 7m 30s'));

  await page.press(/^Unban/, card);
  await waitFor(() => expect(card.text()).toContain('valid'));
  expect((await call('GET /inventory', { key: 'test_pro' })).status).toBe(200);
});

test('an invalid duration of a ban shows the error of the server', async () => {
  const { page, call } = await openControlRoom();
  await page.press('Ban test_pro', await keyCard(page, 'test_pro'));
  const dialog = await page.dialog('Ban test_pro');
  await page.fill(dialog.getByRole('textbox', { name: /^Duration/ }), 'a while');
  await page.press('Ban', dialog);
  expect(await page.alert(dialog)).toContain('a while');
  expect((await call('GET /inventory', { key: 'test_pro' })).status).toBe(200);
});

test.each(['Revoke', 'Delete'])('%s removes a key from a client', async (what) => {
  const { page, call } = await openControlRoom();
  await page.press(`${what} test_business`);
  await page.press(what, await page.dialog(`${what} test_business?`));
  const card = () => page.queryByRole('listitem', { name: 'test_business' });
  await waitFor(() => {
    if (what === 'Delete') expect(card()).toBeNull();
    else expect(card()?.textContent).toContain('revoked');
  });
  expect((await call('GET /inventory', { key: 'test_business' })).status).toBe(401);
});

test('a minted key ends with its lifetime', async () => {
  const { page, admin, call } = await openControlRoom();
  const key = await mint(page, { lifetime: '1h' });
  await page.press('Done', await page.dialog());
  await page.noDialog();
  expect(document.documentElement.outerHTML).not.toContain(key);
  const card = await keyCard(page, 'key#6');
  await waitFor(() => expect(card.text()).toContain('expires in 1h'));
  expect((await call('GET /inventory', { key })).status).toBe(200);
  await admin.clock.advance({ by: '1h' });
  await waitFor(() => expect(card.text()).toContain('expired'));
  expect((await call('GET /inventory', { key })).status).toBe(401);
});

test('a reset returns a world to its initial state', async () => {
  const { page, admin, call } = await openControlRoom();
  await admin.keys.revoke({ key: 'test_free' });
  expect((await call('GET /inventory')).status).toBe(401);
  await page.press('Reset the world');
  await page.press('Reset the world', await page.dialog('Reset the world shared?'));
  await expect.poll(async () => (await call('GET /inventory')).status).toBe(200);
});
