import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { keyCard, type OpenedPage, openControlRoom, rowsIn } from './open-control-room.js';

/** Opens a world on the page and returns the key that leads to it. */
async function openWorld(page: OpenedPage): Promise<string> {
  await page.goTo('Worlds');
  await page.press('Open a world');
  await page.press('Open', await page.dialog());
  await page.dialog('The world w1 is open');
  return document.querySelector('dialog[open] pre')?.textContent ?? '';
}

const html = () => document.documentElement.outerHTML;
const worldSelect = (page: OpenedPage) => page.getByRole<HTMLSelectElement>('combobox', { name: 'World' });

test('each world shows its requests, and a dropped one is reported', async () => {
  const { page, admin, call } = await openControlRoom();
  const { key } = await admin.keys.mint({ isolated: true });
  await call('GET /inventory', { key });
  await call('GET /inventory', { key });
  await page.goTo('Requests');
  await page.findByText('No requests yet');
  const show = async (name: string) =>
    page.user.selectOptions(worldSelect(page), await page.findByRole('option', { name }));
  await show('w1');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(2));
  await show('shared');
  await page.findByText('No requests yet');
  await show('w1');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(2));
  await admin.worlds.delete({ id: 'w1' });
  await page.findByText(/The world w1 no longer exists/);
  await page.press('Show the shared world');
  await page.findByText('No requests yet');
});

test('a new world is controlled from the page, and the shared one does not change', async () => {
  const { page, call } = await openControlRoom();
  const key = await openWorld(page);
  const before = (await call('GET /inventory')).text;
  await page.press('Show its world', await page.dialog());
  await waitFor(() => expect(worldSelect(page).value).toBe('w1'));

  await page.goTo('Faults');
  await page.press('Run sold-out');
  await expect.poll(async () => (await call('GET /inventory', { key })).text).toContain('"status":"sold"');
  await page.goTo('Overview');
  await page.press(/^Exhaust/, await keyCard(page, 'key#1'));
  await expect.poll(async () => (await call('GET /inventory', { key })).status).toBe(429);

  expect((await call('GET /inventory')).text).toBe(before);
  expect(html()).not.toContain(key);
});

test('the key of a dropped world gets a 401 that reports it', async () => {
  const { page, call } = await openControlRoom();
  const key = await openWorld(page);
  await page.press('Done', await page.dialog());
  await page.noDialog();
  expect(html()).not.toContain(key);
  expect((await call('GET /inventory', { key })).status).toBe(200);
  await page.press('Drop the world w1');
  await page.press('Drop', await page.dialog('Drop the world w1?'));
  await waitFor(async () => expect((await call('GET /inventory', { key })).status).toBe(401));
  expect((await call('GET /inventory', { key })).text).toMatch(/world.*(?:gone|dropped|deleted)/i);
});

test('a snapshot restores the earlier state', async () => {
  const { page, admin, call } = await openControlRoom();
  await page.goTo('Worlds');
  const before = (await call('GET /inventory')).text;
  const region = page.getByRole('region', { name: 'Snapshots' });
  const card = within(region);
  await page.fill(card.getByRole('textbox', { name: /^Name of a snapshot/ }), 'demo');
  await page.press('Take', card);
  await page.announced('The snapshot demo was taken.');
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  expect((await call('GET /inventory')).text).toContain('4711');
  await page.press(/^Restore/, card);
  await page.press('Restore', await page.dialog('Restore demo?'));
  await page.announced('The world was restored from demo.');
  expect((await call('GET /inventory')).text).toBe(before);
  await page.press(/^Delete/, card);
  await page.press('Delete', await page.dialog('Delete the snapshot demo?'));
  await waitFor(() => expect(region.textContent).toContain('There are no snapshots yet'));
  expect((await admin.snapshots.list()).items).toEqual([]);
});

test('an invalid name of a snapshot shows the error of the server', async () => {
  const { page } = await openControlRoom();
  await page.goTo('Worlds');
  const card = within(page.getByRole('region', { name: 'Snapshots' }));
  await page.fill(card.getByRole('textbox', { name: /^Name of a snapshot/ }), 'before the demo!');
  await page.press('Take', card);
  expect(await page.alert(card)).toMatch(/name/);
});
