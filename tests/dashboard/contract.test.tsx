import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { filtersIn, type OpenedPage, openControlRoom, rowsIn } from './open-control-room.js';

const broken = (page: OpenedPage) => page.getByRole('region', { name: 'Violations' });

test('before the first request, the page explains its purpose', async () => {
  const { page } = await openControlRoom();
  await page.goTo('Contract');
  await waitFor(() => expect(broken(page).textContent).toContain('Each response is checked against the document'));
  expect(page.getByRole('region', { name: 'Client manners' })).toBeTruthy();
});

test('a fake without faults conforms to the document', async () => {
  const { page, call } = await openControlRoom();
  await call('GET /inventory');
  await call('PATCH /inventory/1', { json: { quantity: 3 } });
  await call('GET /inventory', { key: null });
  await page.goTo('Contract');
  await waitFor(() => expect(broken(page).textContent).toContain('No violations found.'));
  const link = within(page.getByRole('navigation', { name: 'Pages' })).getByRole('link', { name: 'Contract' });
  expect(link.getAttribute('aria-describedby')).toBeNull();
  const kept = within(page.getByRole('region', { name: 'Passed' }));
  expect(kept.queryAllByRole('listitem')).toEqual([]);
  await page.user.click(kept.getByText('Rules that all exercised responses pass'));
  expect(kept.getAllByRole('listitem')[0]?.textContent).toContain('passed');
});

test('a violated rule is shown with its sentence, and links to the exchange', async () => {
  const { page, admin, call } = await openControlRoom();
  await call('GET /inventory');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await page.user.click(await page.findByRole('link', { name: /^[1-9] rules? violated$/ }));
  const rule = await page.findByText(/the body is not JSON/);
  const item = within(rule.closest('li') as HTMLElement);
  expect(item.getByText('The service is a pet store interface over HTTP with JSON bodies.')).toBeTruthy();
  expect(item.getByText('§1')).toBeTruthy();
  const pages = within(page.getByRole('navigation', { name: 'Pages' }));
  const count = pages.getByRole('link', { name: 'Contract' }).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(count)?.textContent).toMatch(/^\d+ rules violated$/);
  await page.user.click(item.getByRole('link', { name: 'Request #2' }));
  const detail = await page.findByRole('region', { name: 'Request #2' });
  expect(location.hash).toBe('#/requests/2');
  await waitFor(() => expect(detail.textContent).toContain('The response violates the document.'));
  expect(detail.textContent).toContain('body/json: the body is not JSON');
});

test('a request whose response violates a rule is marked, with the rule', async () => {
  const { page, admin, call } = await openControlRoom();
  await page.goTo('Requests');
  await admin.faults.add({ body: 'malformed', count: 1 });
  await call('GET /inventory');
  await call('GET /inventory');
  const rows = () => rowsIn(page).map(({ textContent }) => textContent);
  await waitFor(() => expect(rows()).toHaveLength(2));
  await waitFor(() => expect(rows()[1]).toMatch(/\d+ violations: .*body\/json: /));
  expect(rows()[0]).not.toContain('violation');
  const filters = filtersIn(page);
  await page.user.click(filters.getByRole('checkbox', { name: 'Only violations' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(rows()[0]).toContain('#1');
  await page.user.click(filters.getByRole('checkbox', { name: 'Only ill-mannered' }));
  await page.findByText(/Only the newest are checked: requests #1 to #2\./);
});
