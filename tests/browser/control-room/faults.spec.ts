import type { CallAnswer, ServedFake } from '../../serve-fake.js';
import { expect, expectSaid, goTo, test } from './control-room.js';

type Call = ServedFake['call'];

/** What came of so many requests: statuses, and `none` where the connection broke. */
async function outcomes(call: Call, count: number): Promise<readonly (number | 'none')[]> {
  const one = () => call('GET /inventory', { key: 'test_enterprise' });
  return Promise.all(
    Array.from({ length: count }, () =>
      one().then(
        ({ status }) => status,
        () => 'none' as const,
      ),
    ),
  );
}

/** Whether an answer takes as long, in milliseconds of real time. */
async function lasts(ms: number, response: Promise<unknown>): Promise<boolean> {
  const startMs = performance.now();
  await response;
  return performance.now() - startMs >= ms - 5;
}

test.beforeEach(({ page }) => goTo(page, 'Faults'));

/** Each switch, and whether a client meets what it promises. */
const switches: readonly (readonly [name: RegExp, isMet: (call: Call) => Promise<boolean>])[] = [
  [/^Slow responses/, (call) => lasts(2_000, call('GET /inventory'))],
  [/^Long tail/, (call) => lasts(120, outcomes(call, 20))],
  [/^Flaky/, async (call) => new Set(await outcomes(call, 40)).size === 2],
  [/^Connection resets/, async (call) => (await outcomes(call, 80)).includes('none')],
  [/^Truncated bodies/, (call) => isRejected(call('GET /inventory'))],
  [/^Malformed JSON/, (call) => isRejected(call('GET /inventory').then(({ text }) => JSON.parse(text)))],
  [/^429 for all/, async (call) => (await call('GET /inventory')).status === 429],
];

for (const [name, isMet] of switches) {
  test(`the switch ${name.source.slice(1)} is felt by a client until it is turned off`, async ({
    page,
    admin,
    call,
  }) => {
    const control = page.getByRole('switch', { name });
    await expect(control).not.toBeChecked();
    await control.click();
    await expect(control).toBeChecked();
    await expectSaid(page, /: on\.$/);
    await expect(page.getByRole('region', { name: 'Active faults' }).getByRole('listitem')).toHaveCount(1);
    expect(await isMet(call)).toBe(true);
    await control.click();
    await expect(control).not.toBeChecked();
    await expect.poll(async () => (await admin.faults.list()).items).toEqual([]);
    expect((await call('GET /inventory')).status).toBe(200);
  });
}

test('a switch that is clicked faster than the server answers ends as it was clicked last', async ({ page, admin }) => {
  const control = page.getByRole('switch', { name: /^Slow responses/ });
  for (let click = 0; click < 3; click++) await control.click({ noWaitAfter: true });
  await expect(control).toBeChecked();
  await expect.poll(async () => (await admin.faults.list()).items.length).toBe(1);
  await control.click();
  await control.click();
  await control.click();
  await expect.poll(async () => (await admin.faults.list()).items.length).toBe(0);
  await expect(control).not.toBeChecked();
});

test('the switch Slow drip lets a body come bit by bit', async ({ page, fake }) => {
  await page.getByRole('switch', { name: /^Slow drip/ }).click();
  await expectSaid(page, /: on\.$/);
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

test('a fault that somebody else adds shows up, and can be removed', async ({ page, admin, call }) => {
  await admin.faults.add({ operation: 'getPet', status: 503 });
  await admin.faults.add({ operation: 'listOrders', status: 500 });
  const list = page.getByRole('region', { name: 'Active faults' });
  await expect(list).toContainText('Every getPet → 503');
  await call('GET /pets/1');
  await expect(list).toContainText('applied 1×');
  await list.getByRole('button', { name: /^Remove fault \d+: Every getPet/ }).click();
  await expectSaid(page, /^Fault \d+ was removed\.$/);
  await expect(list).not.toContainText('getPet');
  expect((await call('GET /pets/1')).status).toBe(200);
  await list.getByRole('button', { name: 'Clear all' }).click();
  await expect(list).toContainText('No active faults');
  expect((await call('GET /store/orders')).status).toBe(200);
});

test('a fault of your own meets the requests that it is for', async ({ page, call }) => {
  const form = page.getByRole('region', { name: 'Custom fault' });
  await form.getByRole('combobox', { name: 'Operation' }).selectOption('updateInventory');
  await form.getByRole('combobox', { name: 'Key' }).selectOption({ label: 'test_pro' });
  await form.getByRole('textbox', { name: /^Count/ }).fill('1');
  await form.getByRole('textbox', { name: /^Status/ }).fill('502');
  await form.getByRole('button', { name: 'Add the fault' }).click();
  await expect(page.getByRole('region', { name: 'Active faults' })).toContainText(
    'The next updateInventory of test_pro → 502',
  );
  const update = (key: string) => call('PATCH /inventory/1', { key, json: { quantity: 3 } });
  expect((await update('test_free')).status).toBe(200);
  expect((await update('test_pro')).status).toBe(502);
  expect((await update('test_pro')).status).toBe(200);
  await expect(page.getByRole('region', { name: 'Active faults' })).toContainText('No active faults');
});

test('a fault that cannot be is refused in the words of the server', async ({ page, admin, letPass }) => {
  letPass(/status of 400.*\/__admin\/faults/);
  const form = page.getByRole('region', { name: 'Custom fault' });
  await form.getByRole('textbox', { name: /^Status/ }).fill('200');
  await form.getByRole('button', { name: 'Add the fault' }).click();
  await expect(form.getByRole('alert')).toContainText(/status.* [45]\d\d\b/);
  expect((await admin.faults.list()).items).toEqual([]);
});

/** Each scenario, and whether a client meets what it promises. */
const scenarios: Readonly<Record<string, (call: Call) => Promise<boolean>>> = {
  'empty-store': async (call) => (await call('GET /inventory')).text === '[]',
  'sold-out': async (call) => {
    const pets = JSON.parse((await call('GET /inventory')).text) as { quantity: number; status: string }[];
    return pets.length === 3 && pets.every(({ quantity, status }) => quantity === 0 && status === 'sold');
  },
  'rate-limited': async (call) => isRefused(await call('GET /inventory'), 429, 60),
  banned: async (call) => isRefused(await call('GET /inventory'), 429, 300),
  'key-revoked': async (call) => (await call('GET /inventory')).status === 401,
  slow: (call) => lasts(2_000, call('GET /inventory')),
  flaky: async (call) => {
    const met = new Set(await outcomes(call, 60));
    return met.has(200) && met.has(503) && met.has('none');
  },
  down: async (call) => (await outcomes(call, 5)).every((outcome) => outcome === 'none'),
  'after-sunset': async (call) => {
    const { headers } = await call('GET /pets/1');
    return Date.parse(headers.get('date') ?? '') - Date.parse(headers.get('sunset') ?? '') === 1_000;
  },
  'large-catalogue': async (call) => JSON.parse((await call('GET /inventory')).text).length === 10_000,
};

for (const [name, isMet] of Object.entries(scenarios)) {
  test(`the scenario ${name} is met by a client`, async ({ page, call }) => {
    await page.getByRole('button', { name: `Run ${name}`, exact: true }).click();
    await expectSaid(page, /^Ran: /);
    expect(await isMet(call)).toBe(true);
  });
}

test('every scenario that there is has been tried', async ({ page, admin }) => {
  const { items } = await admin.scenarios.list();
  expect(Object.keys(scenarios)).toEqual(items.map(({ name }) => name));
  await expect(page.getByRole('button', { name: /^Run / })).toHaveCount(items.length);
});

function isRefused({ status, headers }: CallAnswer, refusal: number, retryAfter: number): boolean {
  return status === refusal && headers.get('retry-after') === String(retryAfter);
}

function isRejected(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => false,
    () => true,
  );
}
