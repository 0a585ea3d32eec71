import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { filtersIn, type OpenedPage, openControlRoom, rowsIn } from './open-control-room.js';

async function openRequests() {
  const opened = await openControlRoom();
  await opened.page.goTo('Requests');
  return opened;
}

/** Returns the rows of requests as texts, newest first. */
const textsIn = (page: OpenedPage) => rowsIn(page).map(({ textContent }) => textContent);

async function openFirst(page: OpenedPage): Promise<void> {
  await page.user.click(rowsIn(page)[0] as HTMLElement);
}

const rowCount = (page: OpenedPage, count: number) => waitFor(() => expect(textsIn(page)).toHaveLength(count));

test('requests show their statuses', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await call('GET /pets/99999');
  await call('GET /inventory', { key: null });
  await rowCount(page, 3);
  for (const [place, status] of ['401', '404', '200'].entries()) expect(textsIn(page)[place]).toContain(status);
});

test('requests are filtered by status, method, operation, key and text', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await call('GET /pets/99999', { key: 'test_pro' });
  await call('PATCH /inventory/1', { json: { quantity: 3 } });
  await rowCount(page, 3);
  const narrow = async (label: string, value: string, target: string) => {
    await page.user.selectOptions(filtersIn(page).getByRole('combobox', { name: label }), value);
    await rowCount(page, 1);
    expect(textsIn(page)[0]).toContain(target);
    await page.press('Show all');
    await rowCount(page, 3);
  };
  await narrow('Status', '404', '/v1/pets/99999');
  await narrow('Method', 'PATCH', '/v1/inventory/1');
  await narrow('Operation', 'getPet', '/v1/pets/99999');
  await narrow('Key', 'key#2', '/v1/pets/99999');
  await page.fill(filtersIn(page).getByRole('searchbox', { name: /^Text in path or query/ }), 'pets');
  await rowCount(page, 1);
});

test('Enter searches the whole journal, and what was searched for is nowhere in the address', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await call('PATCH /inventory/1', { json: { quantity: 4_711 } });
  await call('GET /pets/1');
  await rowCount(page, 3);
  const search = (text: string) => page.fill(filtersIn(page).getByRole('searchbox'), `${text}{Enter}`);
  await search('"quantity": 4711');
  await page.findByText('Requests with “"quantity": 4711”');
  await rowCount(page, 1);
  expect(textsIn(page)).toEqual([expect.stringContaining('#2')]);
  await search('test_free');
  await page.findByText(/are not found by their text/);
  expect(location.href).not.toContain('test_free');
  await page.press('Show the live list');
  await rowCount(page, 3);
});

test('a list does not change from a pause until it is resumed', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await rowCount(page, 1);
  await page.press('Pause');
  await call('GET /orders');
  await page.findByText('1 new');
  await rowCount(page, 1);
  await page.press('Resume');
  await rowCount(page, 2);
});

test('no row moves between a press and its click', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await call('GET /orders');
  await rowCount(page, 2);
  await page.user.pointer({ keys: '[MouseLeft>]', target: rowsIn(page)[1] as HTMLElement });
  await call('GET /orders');
  await waitFor(() => expect(document.querySelector('.feed-counts')?.textContent).toBe('3 of 3 requests'));
  await rowCount(page, 2);
  await page.user.pointer('[/MouseLeft]');
  await page.findByRole('region', { name: 'Request #1' });
  await rowCount(page, 3);
});

test('a request is opened from its row by keys, and Escape returns to the row', async () => {
  const { page, call } = await openRequests();
  for (let sent = 0; sent < 3; sent++) await call('GET /inventory');
  await rowCount(page, 3);
  const links = () => rowsIn(page).map((row) => within(row).getByRole('link'));
  links()[0]?.focus();
  await page.user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(links()[1]);
  await page.user.keyboard('{End}{ArrowDown}{Home}{ArrowDown}{Enter}');
  await page.findByRole('heading', { level: 2, name: 'Request #2' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(page.queryByRole('heading', { level: 2, name: /^Request #/ })).toBeNull());
  expect(document.activeElement).toBe(links()[1]);
});

test('the list is live while a request is open and while a row has the focus', async () => {
  const { page, call } = await openRequests();
  await call('GET /inventory');
  await rowCount(page, 1);
  await openFirst(page);
  await page.findByRole('region', { name: 'Request #1' });
  await call('GET /orders');
  await rowCount(page, 2);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(within(rowsIn(page)[1] as HTMLElement).getByRole('link')).toBe(document.activeElement));
  await call('GET /orders');
  await rowCount(page, 3);
  expect(page.queryByText('Paused')).toBeNull();
});

test('a client that does not wait after a 429 is marked ill-mannered', async () => {
  const { page, admin, call } = await openRequests();
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  await call('GET /inventory');
  await admin.clock.advance({ by: '2s' });
  await call('GET /inventory');
  await waitFor(() => expect(textsIn(page)[0]).toContain('ill-mannered'));
  await page.user.click(filtersIn(page).getByRole('checkbox', { name: 'Only ill-mannered' }));
  await rowCount(page, 1);
  await openFirst(page);
  const detail = await page.findByRole('region', { name: 'Request #2' });
  await waitFor(() => expect(detail.textContent).toContain('Ill-mannered.'));
  await page.goTo('Overview');
  await page.user.click(await page.findByRole('link', { name: /^[1-9] manners violations?$/ }));
  const manners = await page.findByRole('region', { name: 'Client manners' });
  await waitFor(() => expect(manners.textContent).toContain('violation'));
});

test('a request shows the open questions that its response depends on', async () => {
  const { page, admin, call } = await openRequests();
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  await call('GET /inventory');
  await rowCount(page, 1);
  await openFirst(page);
  const detail = within(await page.findByRole('region', { name: 'Request #1' }));
  expect((await detail.findByRole('region', { name: 'Open questions' })).textContent).toContain(
    'retry-after-format "seconds"',
  );
});

test('a request with a fault is marked', async () => {
  const { page, admin, call } = await openRequests();
  const { id } = await admin.faults.add({ status: 503, count: 1 });
  await call('GET /inventory');
  await waitFor(() => expect(textsIn(page)[0]).toContain(`fault ${id}`));
  await admin.faults.add({ network: 'reset', count: 1 });
  await call('GET /inventory').catch(() => undefined);
  await waitFor(() => expect(textsIn(page)[0]).toContain('reset'));
});

test('a request is replayed as it was', async () => {
  const { page, admin, call } = await openRequests();
  const { key } = await admin.keys.mint({ plan: 'pro' });
  await call('PATCH /inventory/1', { key, json: { quantity: 4 } });
  await rowCount(page, 1);
  await openFirst(page);
  await page.press('Replay', within(await page.findByRole('region', { name: 'Request #1' })));
  await within(await page.findByRole('region', { name: 'Request #2' })).findByText(/a replay of request #1/);
  await rowCount(page, 2);
  expect((await admin.requests.get({ number: 2 })).line).toMatchObject({ replayOf: 1, key: 'key#6', status: 200 });
  expect(document.body.outerHTML).not.toContain(key);
});

test('cleared requests disappear for all users', async () => {
  const { page, admin, call } = await openRequests();
  await call('GET /inventory');
  await rowCount(page, 1);
  await page.press('Clear');
  await page.press('Clear', await page.dialog('Clear all requests?'));
  await page.findByText(/No requests yet/);
  expect(await admin.requests.count()).toBe(0);
});

test('the chart counts the responses', async () => {
  const { page, admin, call } = await openControlRoom();
  const traffic = await page.findByRole('region', { name: 'Requests per second' });
  await call('GET /inventory');
  await admin.limits.set({ key: 'test_free', remaining: 0 });
  await call('GET /inventory');
  const counts = () =>
    within(traffic)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(counts()).toEqual(['Success 1', 'Client error 0', 'Limited 1', 'Server error 0', 'No response 0']),
  );
  await waitFor(() => expect(traffic.querySelectorAll('rect[height="1"]')).toHaveLength(2));
});

test('the page shows a first command until a request arrives', async () => {
  const { page, call, fake } = await openControlRoom();
  const first = await page.findByRole('region', { name: 'No request has come yet' });
  const curl = await waitFor(() => {
    const text = first.querySelector('pre')?.textContent ?? '';
    // The keys may come after the page.
    expect(text).toContain('test_free');
    return text;
  });
  const { stdout } = await promisify(execFile)('bash', ['-c', `${curl} --silent`]);
  expect(stdout).toMatch(/^HTTP\/1.1 200 /);
  await waitFor(() => expect(first.isConnected).toBe(false));
  expect(curl).toContain(`${fake.origin}/v1/inventory`);
  expect((await call('GET /inventory')).status).toBe(200);
});
