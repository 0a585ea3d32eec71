import { expect, test } from 'vitest';
import { filtersIn, openControlRoom } from './open-control-room.js';

test('a slash goes to the search field of the page', async () => {
  const { page } = await openControlRoom();
  await page.user.keyboard('/');
  expect(document.activeElement).toBe(document.body);
  await page.goTo('Stock');
  const field = await page.findByRole('searchbox', { name: 'Search by id or status' });
  await page.user.keyboard('/1');
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', '1');
});

test('a question mark shows all keys', async () => {
  const { page } = await openControlRoom();
  await page.user.keyboard('?');
  const dialog = await page.dialog('Keys');
  expect(dialog.getByText('Choose the request to compare')).toBeDefined();
  await page.user.keyboard('gs');
  await page.press('Close', dialog);
  await page.noDialog();
  expect(location.hash).toBe('#/overview');
});

test('g and a letter go to a page, also where the letter means something else', async () => {
  const { page, call } = await openControlRoom();
  await call('GET /inventory');
  await page.user.keyboard('gr');
  await page.findByRole('heading', { level: 1, name: 'Requests' });
  await page.user.click(await page.findByRole('link', { name: '/v1/inventory' }));
  await page.findByRole('heading', { level: 2, name: 'Request #1' });
  await page.user.keyboard('gc');
  await page.findByRole('heading', { level: 1, name: 'Contract' });
  await page.user.keyboard('gr');
  await page.findByRole('heading', { level: 1, name: 'Requests' });
  expect(page.queryByText(/^Comparing/)).toBeNull();
});

test('no key leads away from a text field, with a modifier, or to a page that does not exist', async () => {
  const { page } = await openControlRoom();
  await page.goTo('Requests');
  await page.user.type(filtersIn(page).getByRole('searchbox'), 'gs/?');
  expect(filtersIn(page).getByRole('searchbox')).toHaveProperty('value', 'gs/?');
  await page.user.click(page.getByRole('heading', { level: 1 }));
  await page.user.keyboard('g{Control>}s{/Control}gx');
  expect(page.queryByRole('dialog')).toBeNull();
  expect(location.hash).toBe('#/requests');
});
