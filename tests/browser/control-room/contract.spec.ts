// In a real browser only: links from a violation to its exchange, and folded rules by keyboard.
import type { Page } from '@playwright/test';
import { expect, goTo, test } from './control-room.js';

const broken = (page: Page) => page.getByRole('region', { name: 'Violations' });
const link = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Contract', exact: true });

test('a response that a fault has changed is shown with its violations, and links to the exchange', async ({
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

test('the folded rules are opened by keyboard', async ({ page, call }) => {
  await call('GET /inventory');
  await goTo(page, 'Contract');
  const unseen = page.getByRole('region', { name: 'Not exercised' });
  await unseen.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(unseen.getByRole('listitem').first()).toContainText('not exercised');
});
