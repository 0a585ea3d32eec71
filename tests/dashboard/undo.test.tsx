import { waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { joinForTests } from '../../src/server/shared-store/joined-for-tests.js';
import { StoreForTests } from '../../src/server/shared-store/store-for-tests.js';
import { serveFake } from '../serve-fake.js';
import { openControlRoom, openPage } from './open-control-room.js';

test('a reset is announced with a button that undoes it', async () => {
  const { page, admin } = await openControlRoom();
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  await page.press('Reset the world');
  await page.announced('The world shared was reset.');
  expect(page.queryByRole('dialog')).toBeNull();
  await page.press('Undo: Reset the world');
  await page.announced('Undone: Reset the world.');
  expect((await admin.inventory.list()).items[0]?.quantity).toBe(4_711);
  expect(document.activeElement?.textContent).toBe('Overview');
  await waitFor(() => expect(page.queryByRole('button', { name: /^Undo/ })).toBeNull());
});

test.each([
  ['Revoke', 'test_business was revoked.'],
  ['Delete', 'test_business was deleted.'],
])('%s can be undone', async (what, done) => {
  const { page, call } = await openControlRoom();
  await page.press(`${what} test_business`);
  await page.announced(done);
  expect((await call('GET /inventory', { key: 'test_business' })).status).toBe(401);
  await page.press(`Undo: ${what} test_business`);
  await page.announced(`Undone: ${what} test_business.`);
  expect((await call('GET /inventory', { key: 'test_business' })).status).toBe(200);
});

test('an edit of a pet that a client has changed since is explained, until it is dismissed', async () => {
  const { page, admin } = await openControlRoom();
  await page.press('Revoke test_business');
  await page.announced('test_business was revoked.');
  await page.goTo('Stock');
  await page.press('Add a pet');
  const dialog = await page.dialog('Add a pet');
  await page.fill(dialog.getByRole('textbox', { name: /^Id/ }), '77');
  await page.press('Add', dialog);
  await page.announced('Added pet 77.');
  await admin.inventory.set({ petId: 77, quantity: 5 });
  await page.press('Undo: Add pet 77');
  await page.announced(/Undoing “Add pet 77”: pet 77 has changed since, from 1, available to 5, available/);
  await page.press('Dismiss');
  expect(document.querySelector('.announcer')?.textContent).toBe('');
});

test('what cannot be undone is announced without a button', async () => {
  const { page, admin } = await openControlRoom();
  await admin.keys.revoke({ key: 'test_pro' });
  await page.press('Exhaust test_free');
  await page.announced('test_free has no requests left this minute.');
  await page.goTo('Worlds');
  await page.press('Take');
  await page.announced('The snapshot before was taken.');
  expect(page.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('the button goes when somebody else undoes the change, or another world is shown', async () => {
  const { page, admin } = await openControlRoom();
  await admin.keys.mint({ isolated: true });
  await page.findByRole('option', { name: 'w1' });
  const button = () => page.queryByRole('button', { name: 'Undo: Reset the world' });
  await page.press('Reset the world');
  await waitFor(() => expect(button()).not.toBeNull());
  await admin.undo();
  await waitFor(() => expect(button()).toBeNull());
  await page.press('Reset the world');
  await waitFor(() => expect(button()).not.toBeNull());
  await page.user.selectOptions(page.getByRole('combobox', { name: 'World' }), 'w1');
  await waitFor(() => expect(button()).toBeNull());
});

test('commands undo the latest change, and each earlier one', async () => {
  const { page, admin, call } = await openControlRoom();
  await admin.keys.revoke({ key: 'test_pro' });
  await admin.inventory.set({ petId: 1, quantity: 4_711 });
  const open = async () => {
    await page.user.keyboard('{Control>}k{/Control}');
    const commands = await page.dialog('Commands');
    await commands.findAllByRole('option', { name: /^Undo: / });
    return commands;
  };
  const commands = await open();
  expect(commands.getAllByRole('option', { name: /^Undo: / }).map(({ textContent }) => textContent)).toEqual([
    'Undo: Set pet 1',
    'Undo: Revoke test_pro (at 12:00:00)',
  ]);
  await page.user.keyboard('undo revoke{Enter}');
  await page.announced('Undone: Revoke test_pro.');
  await page.noDialog();
  expect((await call('GET /inventory', { key: 'test_pro' })).text).toContain('4711');
  await waitFor(async () => expect((await admin.undoable()).items).toHaveLength(1));
  await open();
  await page.user.keyboard('undo{Enter}');
  await page.announced('Undone: Set pet 1.');
  expect((await admin.undoable()).items).toEqual([]);
});

test('with a store, what undoing does not bring back is asked for first', async () => {
  const store = await joinForTests(new StoreForTests(Date.now()));
  const fake = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, store });
  const page = await openPage(fake.address, () => fake.close());
  await page.findByText(/^shared store/);
  await fake.admin.inventory.set({ petId: 1, quantity: 4_711 });
  await page.press('Reset the world');
  await page.press('Reset the world', await page.dialog('Reset the world shared?'));
  await page.press('Undo: Reset the world');
  await page.announced('Undone: Reset the world.');
  expect((await fake.admin.inventory.list()).items[0]?.quantity).toBe(4_711);
});
