import type { Page } from '@playwright/test';
import { expect, expectSaid, goTo, test } from './control-room.js';

const table = (page: Page) => page.getByRole('grid', { name: 'Stock' });
/** The row of a pet, by its id in the first cell. */
const rowOf = (page: Page, petId: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: petId, exact: true }) });
/** Ids in the order of the rows. */
const idsOf = (page: Page) =>
  table(page)
    .getByRole('gridcell')
    .filter({ hasText: /^-?\d+$/ });

test.beforeEach(({ page }) => goTo(page, 'Stock'));

test('a quantity that is typed into the table is what a client gets', async ({ page, call }) => {
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Quantity of pet 1' }).fill('4711');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, '1')).toContainText('4 711'.replace(' ', '\u202f'));
  expect((await call('GET /inventory')).text).toContain('"petId":1,"quantity":4711');
});

test('a status that is chosen in the table is what a client gets', async ({ page, admin, call }) => {
  await admin.inventory.set({ petId: 2, quantity: 5, status: 'available' });
  // What is edited is what the page knows.
  await expect(rowOf(page, '2').getByRole('gridcell')).toContainText(['2', '5', 'available']);
  await page.getByRole('button', { name: 'Edit pet 2', exact: true }).click();
  await page.getByRole('combobox', { name: 'Status of pet 2' }).selectOption('sold');
  await page.getByRole('textbox', { name: 'Quantity of pet 2' }).press('Enter');
  await expectSaid(page, 'Saved pet 2.');
  // While it is edited, the row has every status to choose from.
  await expect(page.getByRole('combobox', { name: 'Status of pet 2' })).toBeHidden();
  await expect(rowOf(page, '2')).toContainText('sold');
  expect((await call('GET /inventory')).text).toContain('"petId":2,"quantity":5,"status":"sold"');
});

test('an edit that is left changes nothing', async ({ page, call }) => {
  const before = (await call('GET /inventory')).text;
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Quantity of pet 1' }).fill('4711');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Quantity of pet 1' })).toBeHidden();
  expect((await call('GET /inventory')).text).toBe(before);
});

test('a quantity that is no number is refused where it was typed', async ({ page, call }) => {
  const before = (await call('GET /inventory')).text;
  await page.getByRole('button', { name: 'Edit pet 1', exact: true }).click();
  await page.getByRole('textbox', { name: 'Quantity of pet 1' }).fill('a few');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, '1')).toContainText('whole number');
  expect((await call('GET /inventory')).text).toBe(before);
});

test('what a client changes shows up within a second', async ({ page, call }) => {
  await call('PATCH /inventory/3', { json: { quantity: 17 } });
  await expect(rowOf(page, '3')).toContainText('17');
});

test('pets are found by the digits of their ids and by their status', async ({ page, admin }) => {
  await admin.inventory.set({ petId: '9007199254740993', quantity: 1, status: 'pending' });
  const search = page.getByRole('searchbox', { name: 'Search by id or status' });
  await search.fill('740993');
  await expect(idsOf(page).first()).toHaveText('9007199254740993');
  await expect(page.getByText('1 of 4 pets')).toBeVisible();
  await search.fill('no such');
  await page.getByRole('button', { name: 'Show all pets' }).click();
  await expect(page.getByText('4 pets', { exact: false }).last()).toBeVisible();
  await page
    .getByRole('group', { name: 'Filter by status' })
    .getByRole('button', { name: /pending/ })
    .click();
  await expect(rowOf(page, '9007199254740993')).toBeVisible();
});

test('ids beyond 2^53 are sorted exactly', async ({ page, admin }) => {
  const big = ['9007199254740994', '9007199254740993', '9007199254740992'];
  for (const petId of big.toSorted()) await admin.inventory.set({ petId, quantity: 1, status: 'available' });
  const heading = table(page).getByRole('columnheader', { name: 'Pet' });
  await heading.getByRole('button').click();
  await expect(heading).toHaveAttribute('aria-sort', 'descending');
  for (const [place, petId] of big.entries()) {
    await expect(
      table(page)
        .getByRole('row')
        .nth(place + 1)
        .getByRole('gridcell')
        .first(),
    ).toHaveText(petId);
  }
});

test('the stock is sorted by quantity', async ({ page, admin }) => {
  for (const [petId, quantity] of [
    [1, 30],
    [2, 7],
    [3, 100],
  ] as const)
    await admin.inventory.set({ petId, quantity });
  await table(page).getByRole('button', { name: 'Quantity' }).click();
  for (const [place, petId] of ['2', '1', '3'].entries()) {
    await expect(
      table(page)
        .getByRole('row')
        .nth(place + 1)
        .getByRole('gridcell')
        .first(),
    ).toHaveText(petId);
  }
});

test('a pet that is added is what a client gets', async ({ page, call }) => {
  await page.getByRole('button', { name: 'Add a pet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a pet' });
  await dialog.getByRole('textbox', { name: /^Id/ }).fill('9223372036854775807');
  await dialog.getByRole('textbox', { name: /^Quantity/ }).fill('12');
  await dialog.getByRole('combobox', { name: 'Status' }).selectOption('pending');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(rowOf(page, '9223372036854775807')).toBeVisible();
  expect((await call('GET /inventory')).text).toContain('"petId":9223372036854775807,"quantity":12,"status":"pending"');
});

test('a pet that is there already is not added', async ({ page, call }) => {
  const before = (await call('GET /inventory')).text;
  await page.getByRole('button', { name: 'Add a pet' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a pet' });
  await dialog.getByRole('textbox', { name: /^Id/ }).fill('1');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText('already in the store');
  expect((await call('GET /inventory')).text).toBe(before);
});

test.describe('of 10,000 pets', () => {
  test.use({ served: { pets: 10_000 } });

  test('only those in view are in the page, and the keyboard leads to the last', async ({ page }) => {
    await expect(table(page)).toHaveAttribute('aria-rowcount', '10001');
    await rowOf(page, '1').focus();
    await page.keyboard.press('End');
    await expect(rowOf(page, '10000')).toBeFocused();
    await expect(rowOf(page, '10000')).toBeInViewport();
    expect(await table(page).getByRole('row').count()).toBeLessThan(200);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Home');
    await expect(rowOf(page, '1')).toBeFocused();
  });

  test('a change of the last one shows up within a second', async ({ page, call }) => {
    await page.getByRole('searchbox', { name: 'Search by id or status' }).fill('10000');
    await expect(rowOf(page, '10000')).toBeVisible();
    await call('PATCH /inventory/10000', { json: { quantity: 4_711 } });
    await expect(rowOf(page, '10000')).toContainText(/4.711/);
  });
});
