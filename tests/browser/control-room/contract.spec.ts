import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const broken = (page: Page) => page.getByRole('region', { name: 'Broken promises' });
const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contract', exact: true });

test('before anything was asked, the page says what it is for', async ({ page }) => {
  await goTo(page, 'Contract');
  await expect(broken(page)).toContainText('Once requests come in');
  await expect(page.getByRole('region', { name: 'Manners of the clients' })).toBeVisible();
  await broken(page).getByRole('link', { name: 'Let something go wrong' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Faults' })).toBeVisible();
});

test('a fake that nobody disturbs keeps the document', async ({ page, call }) => {
  await call('GET /inventory');
  await call('PATCH /inventory/1', { json: { quantity: 3 } });
  await call('GET /inventory', { key: null });
  await goTo(page, 'Contract');
  await expect(broken(page)).toContainText('Nothing that the answers show breaks the document.');
  await expect(link(page)).toHaveAccessibleDescription('');
  const kept = page.getByRole('region', { name: 'Kept promises' });
  await expect(kept.getByRole('listitem').first()).toBeHidden();
  await kept.getByText('Seen, and never broken').click();
  await expect(kept.getByRole('listitem').first()).toContainText('kept');
});

test('an answer that a fault has spoilt is shown with what it breaks, and leads to the exchange', async ({
  page,
  admin,
  call,
}) => {
  await call('GET /inventory');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^[1-9] broken promises?$/ })
    .click();
  const rule = broken(page).getByRole('listitem').filter({ hasText: 'the body is not JSON' });
  await expect(rule).toContainText('The service is a pet store interface over HTTP with JSON bodies.');
  await expect(rule).toContainText('§1');
  await expect(link(page)).toHaveAccessibleDescription(/^\d+ rules are broken$/);
  await rule.getByRole('link', { name: 'Request #2' }).click();
  await expect(page).toHaveURL(/#\/requests\/2$/);
  const detail = page.getByRole('region', { name: 'Request #2', exact: true });
  await expect(detail).toContainText('The answer breaks the document.');
  await expect(detail).toContainText('body/json: the body is not JSON');
});

test('a request whose answer breaks a rule is marked, and says which', async ({ page, admin, call }) => {
  await goTo(page, 'Requests');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await call('GET /inventory');
  const rows = page
    .getByRole('grid', { name: 'Requests, newest first' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(/breaks \d+ rules: .*body\/json: /);
  await expect(rows.first()).not.toContainText('breaks');
  const filters = page.getByRole('search', { name: 'Filter the requests' });
  await filters.getByRole('checkbox', { name: 'Only broken' }).check();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('#1');
  await filters.getByRole('checkbox', { name: 'Only ill-mannered' }).check();
  await expect(page.getByText('The newest are judged: requests #1 to #2.')).toBeVisible();
});

test('what is broken shows up while one looks, and is gone with the journal', async ({ page, admin, call }) => {
  await goTo(page, 'Contract');
  await call('GET /inventory');
  await expect(broken(page)).toContainText('Nothing that the answers show');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await expect(broken(page).getByRole('listitem').first()).toContainText('broken');
  await admin.requests.clear();
  await expect(broken(page)).toContainText('Once requests come in');
});

test('manners stand on the same page', async ({ page, admin, call }) => {
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  await call('GET /inventory');
  await admin.clock.advance({ by: '2s' });
  await call('GET /inventory');
  await goTo(page, 'Contract');
  await expect(page.getByRole('region', { name: 'Manners of the clients' })).toContainText('broken');
});

test('the folded rules are opened by keyboard', async ({ page, call }) => {
  await call('GET /inventory');
  await goTo(page, 'Contract');
  const unseen = page.getByRole('region', { name: 'Not seen' });
  await unseen.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(unseen.getByRole('listitem').first()).toContainText('no case yet');
});
