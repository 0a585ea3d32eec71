import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { type OpenedPage, openControlRoom, type Queries, rowsIn } from './open-control-room.js';

async function openStock() {
  const opened = await openControlRoom();
  await opened.page.goTo('Stock');
  await rowOf(opened.page, '1');
  return opened;
}

/** Returns the row of a pet, by its id in the first cell. */
async function rowOf(page: OpenedPage, petId: string): Promise<HTMLElement> {
  const cell = await page.findByRole('cell', { name: petId });
  return cell.closest('tr') as HTMLElement;
}

/** Returns the ids in the order of the rows. */
function idsIn(page: OpenedPage): string[] {
  return rowsIn(page).map((row) => within(row).getAllByRole('cell')[0]?.textContent ?? '');
}

/** Opens the form of a pet. */
async function edit(page: OpenedPage, petId: string): Promise<Queries> {
  await page.press(`Edit pet ${petId}`);
  return page.dialog(`Edit pet ${petId}`);
}

test('a client gets the quantity typed into the form', async () => {
  const { page, call } = await openStock();
  const dialog = await edit(page, '1');
  await page.fill(dialog.getByRole('textbox', { name: 'Quantity' }), '4711');
  await page.press('Save', dialog);
  await waitFor(async () => expect((await rowOf(page, '1')).textContent).toContain('4\u202f711'));
  expect((await call('GET /inventory')).text).toContain('"petId":1,"quantity":4711');
});

test('a client gets the status chosen in the form', async () => {
  const { page, admin, call } = await openStock();
  await admin.inventory.set({ petId: 2, quantity: 5, status: 'available' });
  // What is edited is what the page knows.
  await waitFor(async () => expect((await rowOf(page, '2')).textContent).toMatch(/^2.*5.*available/));
  const dialog = await edit(page, '2');
  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'sold');
  await page.user.type(dialog.getByRole('textbox', { name: 'Quantity' }), '{Enter}');
  await page.announced('Saved pet 2.');
  await page.noDialog();
  await waitFor(async () => expect((await rowOf(page, '2')).textContent).toContain('sold'));
  expect((await call('GET /inventory')).text).toContain('"petId":2,"quantity":5,"status":"sold"');
});

test('an invalid quantity is rejected in the form, and a cancelled edit changes nothing', async () => {
  const { page, call } = await openStock();
  const before = (await call('GET /inventory')).text;
  const dialog = await edit(page, '1');
  await page.fill(dialog.getByRole('textbox', { name: 'Quantity' }), 'a few');
  await page.press('Save', dialog);
  expect(await page.alert(dialog)).toContain('/quantity must be integer');
  await page.fill(dialog.getByRole('textbox', { name: 'Quantity' }), '4711');
  await page.press('Cancel', dialog);
  await page.noDialog();
  expect((await call('GET /inventory')).text).toBe(before);
});

test('the first of many pets are in the page, and a change of another one that was searched for is shown', async () => {
  const { page, call } = await openControlRoom({ pets: 250 });
  await page.goTo('Stock');
  await waitFor(() => expect(rowsIn(page)).toHaveLength(200));
  await page.findByText(/^The first 200\./);
  await page.fill(page.getByRole('searchbox', { name: 'Search by id or status' }), '250');
  await waitFor(() => expect(idsIn(page)).toEqual(['250']));
  await call('PATCH /inventory/250', { json: { quantity: 4_711 } });
  await waitFor(() => expect(rowsIn(page)[0]?.textContent).toContain('4\u202f711'));
});

test('pets are found by the digits of their ids and by their status', async () => {
  const { page, admin } = await openStock();
  await admin.inventory.set({ petId: '9007199254740993', quantity: 1, status: 'pending' });
  await rowOf(page, '9007199254740993');
  const search = page.getByRole('searchbox', { name: 'Search by id or status' });
  await page.fill(search, '740993');
  await waitFor(() => expect(idsIn(page)).toEqual(['9007199254740993']));
  await page.findByText(/1 of 4 pets/);
  await page.fill(search, 'no such');
  await page.press('Show all pets');
  await page.findAllByText(/4 pets/);
  await page.fill(search, 'pending');
  await waitFor(() => expect(idsIn(page)).toContain('9007199254740993'));
  await rowOf(page, '9007199254740993');
});

test('a client gets an added pet', async () => {
  const { page, call } = await openStock();
  await page.press('Add a pet');
  const dialog = await page.dialog('Add a pet');
  await page.fill(dialog.getByRole('textbox', { name: /^Id/ }), '9223372036854775807');
  await page.fill(dialog.getByRole('textbox', { name: /^Quantity/ }), '12');
  await page.user.selectOptions(dialog.getByRole('combobox', { name: 'Status' }), 'pending');
  await page.press('Add', dialog);
  await rowOf(page, '9223372036854775807');
  expect((await call('GET /inventory')).text).toContain('"petId":9223372036854775807,"quantity":12,"status":"pending"');
});

test('an existing pet is not added', async () => {
  const { page, call } = await openStock();
  const before = (await call('GET /inventory')).text;
  await page.press('Add a pet');
  const dialog = await page.dialog('Add a pet');
  await page.fill(dialog.getByRole('textbox', { name: /^Id/ }), '1');
  await page.press('Add', dialog);
  expect(await page.alert(dialog)).toContain('already in the store');
  expect((await call('GET /inventory')).text).toBe(before);
});
