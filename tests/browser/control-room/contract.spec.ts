import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const broken = (page: Page) => page.getByRole('region', { name: 'Violations' });
const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contract', exact: true });

test('before anything was asked, the page says what it is for', async ({ page }) => {
  await goTo(page, 'Contract');
  await expect(broken(page)).toContainText('Each response is checked against the document');
  await expect(page.getByRole('region', { name: 'Client manners' })).toBeVisible();
  await broken(page).getByRole('link', { name: 'Add a fault' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Faults' })).toBeVisible();
});

test('a fake that nobody disturbs keeps the document', async ({ page, call }) => {
  await call('GET /inventory');
  await call('PATCH /inventory/1', { json: { quantity: 3 } });
  await call('GET /inventory', { key: null });
  await goTo(page, 'Contract');
  await expect(broken(page)).toContainText('No violations found.');
  await expect(link(page)).toHaveAccessibleDescription('');
  const kept = page.getByRole('region', { name: 'Passed' });
  await expect(kept.getByRole('listitem').first()).toBeHidden();
  await kept.getByText('Rules that all exercised responses pass').click();
  await expect(kept.getByRole('listitem').first()).toContainText('passed');
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
    .getByRole('link', { name: /^[1-9] rules? violated$/ })
    .click();
  const rule = broken(page).getByRole('listitem').filter({ hasText: 'the body is not JSON' });
  await expect(rule).toContainText('The service is a pet store interface over HTTP with JSON bodies.');
  await expect(rule).toContainText('§1');
  await expect(link(page)).toHaveAccessibleDescription(/^\d+ rules violated$/);
  await rule.getByRole('link', { name: 'Request #2' }).click();
  await expect(page).toHaveURL(/#\/requests\/2$/);
  const detail = page.getByRole('region', { name: 'Request #2', exact: true });
  await expect(detail).toContainText('The response violates the document.');
  await expect(detail).toContainText('body/json: the body is not JSON');
});

test('a request whose answer violates a rule is marked, and says which', async ({ page, admin, call }) => {
  await goTo(page, 'Requests');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await call('GET /inventory');
  const rows = page
    .getByRole('grid', { name: 'Requests, newest first' })
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') });
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText(/violates \d+ rules: .*body\/json: /);
  await expect(rows.first()).not.toContainText('violates');
  const filters = page.getByRole('search', { name: 'Filter the requests' });
  await filters.getByRole('checkbox', { name: 'Only violations' }).check();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('#1');
  await filters.getByRole('checkbox', { name: 'Only ill-mannered' }).check();
  await expect(page.getByText('Only the newest are checked: requests #1 to #2.')).toBeVisible();
});

test('what is broken shows up while one looks, and is gone with the journal', async ({ page, admin, call }) => {
  await goTo(page, 'Contract');
  await call('GET /inventory');
  await expect(broken(page)).toContainText('No violations found');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await expect(broken(page).getByRole('listitem').first()).toContainText('violation');
  await admin.requests.clear();
  await expect(broken(page)).toContainText('Each response is checked against the document');
});

test('manners stand on the same page', async ({ page, admin, call }) => {
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  await call('GET /inventory');
  await admin.clock.advance({ by: '2s' });
  await call('GET /inventory');
  await goTo(page, 'Contract');
  await expect(page.getByRole('region', { name: 'Client manners' })).toContainText('violation');
});

test('the folded rules are opened by keyboard', async ({ page, call }) => {
  await call('GET /inventory');
  await goTo(page, 'Contract');
  const unseen = page.getByRole('region', { name: 'Not exercised' });
  await unseen.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(unseen.getByRole('listitem').first()).toContainText('not exercised');
});
