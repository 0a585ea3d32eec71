import { waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { isRejected, lasts, outcomes } from '../admin/clients-of-faults.js';
import type { ServedFake } from '../serve-fake.js';
import { type OpenedPage, openControlRoom, type Queries } from './open-control-room.js';

type Call = ServedFake['call'];

async function openFaults() {
  const opened = await openControlRoom();
  await opened.page.goTo('Faults');
  return opened;
}

const regionOf = (page: OpenedPage, name: string): Queries => within(page.getByRole('region', { name }));
const activeFaults = (page: OpenedPage) => page.getByRole('region', { name: 'Active faults' });

/** Fills the form with texts and choices by their labels, and adds the fault. */
async function addFault(page: OpenedPage, fields: Readonly<Record<string, string>>): Promise<void> {
  const form = regionOf(page, 'Custom fault');
  for (const [label, value] of Object.entries(fields)) {
    const name = new RegExp(`^${label}`);
    const select = form.queryByRole('combobox', { name });
    if (select === null) await page.fill(form.getByRole('textbox', { name }), value);
    else await page.user.selectOptions(select, value);
  }
  await page.press('Add the fault', form);
  await page.announced('The fault was added.');
}

/** Each kind of fault, and whether a client meets what it promises. */
const kinds: readonly (readonly [fields: Readonly<Record<string, string>>, isMet: (call: Call) => Promise<boolean>])[] =
  [
    [{ Response: 'usual', Delay: '2000' }, (call) => lasts(2_000, call('GET /inventory'))],
    [{ Share: '0.2' }, async (call) => new Set(await outcomes(call, 40)).size === 2],
    [{ Response: 'reset', Share: '0.1' }, async (call) => (await outcomes(call, 80)).includes('none')],
    [{ Response: 'usual', Body: 'truncated' }, (call) => isRejected(call('GET /inventory'))],
    [
      { Response: 'usual', Body: 'malformed' },
      (call) => isRejected(call('GET /inventory').then(({ text }) => JSON.parse(text))),
    ],
    [{ Status: '429' }, async (call) => (await call('GET /inventory')).status === 429],
  ];

test.each(kinds)('the fault %j affects a client until it is removed', async (fields, isMet) => {
  const { page, admin, call } = await openFaults();
  await addFault(page, fields);
  await waitFor(() => expect(within(activeFaults(page)).getAllByRole('listitem')).toHaveLength(1));
  expect(await isMet(call)).toBe(true);
  await page.press(/^Remove fault/);
  await expect.poll(async () => (await admin.faults.list()).items).toEqual([]);
  expect((await call('GET /inventory')).status).toBe(200);
});

test('the fault slow drip sends a body in pieces', async () => {
  const { page, fake } = await openFaults();
  await addFault(page, { Response: 'usual', 'Slow drip': '5000' });
  const gone = new AbortController();
  const response = await fetch(`${fake.origin}/v1/inventory`, {
    headers: { Authorization: 'Bearer test_free' },
    signal: gone.signal,
  });
  const { value } = (await response.body?.getReader().read()) ?? {};
  gone.abort();
  expect(value?.length).toBeGreaterThan(0);
  expect(value?.length).toBeLessThan(Number(response.headers.get('content-length')) / 2);
});

test('a custom fault applies to its requests', async () => {
  const { page, call } = await openFaults();
  const form = regionOf(page, 'Custom fault');
  await page.user.selectOptions(form.getByRole('combobox', { name: 'Operation' }), 'updateInventory');
  await page.user.selectOptions(form.getByRole('combobox', { name: 'Key' }), 'test_pro');
  await page.fill(form.getByRole('textbox', { name: /^Count/ }), '1');
  await page.fill(form.getByRole('textbox', { name: /^Status/ }), '502');
  await page.press('Add the fault', form);
  await waitFor(() => expect(activeFaults(page).textContent).toContain('The next updateInventory of test_pro → 502'));
  const update = (key: string) => call('PATCH /inventory/1', { key, json: { quantity: 3 } });
  expect((await update('test_free')).status).toBe(200);
  expect((await update('test_pro')).status).toBe(502);
  expect((await update('test_pro')).status).toBe(200);
  await waitFor(() => expect(activeFaults(page).textContent).toContain('No active faults'));
});

test('an invalid fault shows the error of the server', async () => {
  const { page, admin } = await openFaults();
  const form = regionOf(page, 'Custom fault');
  await page.fill(form.getByRole('textbox', { name: /^Status/ }), '200');
  await page.press('Add the fault', form);
  expect(await page.alert(form)).toMatch(/status.* [45]\d\d\b/);
  expect((await admin.faults.list()).items).toEqual([]);
});

test('every scenario has a button that runs it', async () => {
  const { page, admin, call } = await openFaults();
  const { items } = await admin.scenarios.list();
  const buttons = await page.findAllByRole('button', { name: /^Run / });
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual(items.map(({ name }) => `Run ${name}`));
  await page.press('Run empty-store');
  await page.announced(/^Ran: /);
  expect((await call('GET /inventory')).text).toBe('[]');
});
