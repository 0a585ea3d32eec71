import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { FaultState } from '../../../admin/schemas/faults.js';
import { openAdmin } from '../admin-for-tests.js';

type Opened = ReturnType<typeof openAdmin>;
const statuses = ({ world }: Opened, count: number, key = 'test_business') =>
  Array.from({ length: count }, () => askService(world, 'GET', '/inventory', { key }).status);

test('a fault with a count meets that many requests and ends', async () => {
  const opened = openAdmin();
  const body = { operation: 'listInventory', status: 503, count: 2 };
  const { json } = await opened.ask<FaultState>('POST /faults', { body });
  expect(json).toMatchObject({ operation: 'listInventory', status: 503, key: null, left: 2, met: 0 });
  expect(statuses(opened, 3)).toEqual([503, 503, 200]);
  expect((await opened.ask('GET /faults')).json).toEqual({ items: [] });
});

test('a fault without a count stays until it is removed', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask<FaultState>('POST /faults', { body: { status: 500 } });
  expect(json).toMatchObject({ operation: 'any', left: null });
  expect(statuses(opened, 2)).toEqual([500, 500]);
  expect((await opened.ask('GET /faults')).json).toMatchObject({ items: [{ id: json.id, met: 2 }] });
  expect((await opened.ask(`DELETE /faults/${json.id}`)).json).toEqual({ done: true });
  expect(statuses(opened, 1)).toEqual([200]);
});

test('a fault with a probability and a count meets a share of the requests, up to the count', async () => {
  const opened = openAdmin();
  const { json } = await opened.ask('POST /faults', { body: { status: 503, probability: 0.5, seed: 7, count: 3 } });
  expect(json).toMatchObject({ probability: 0.5, seed: 7, left: 3 });
  const met = statuses(opened, 40);
  expect(met.filter((status) => status === 503)).toHaveLength(3);
  expect(met.slice(0, 3)).not.toEqual([503, 503, 503]);
});

test('a fault for a key meets no other key, and reports its pseudonym', async () => {
  const opened = openAdmin({ keys: { my_secret: 'pro' } });
  const { json, body } = await opened.ask('POST /faults', { body: { status: 503, key: 'my_secret' } });
  expect(json).toMatchObject({ key: 'key#6' });
  expect(body).not.toContain('my_secret');
  expect([statuses(opened, 1, 'my_secret'), statuses(opened, 1, 'test_free')]).toEqual([[503], [200]]);
});

test.each([
  { network: 'reset' },
  { body: 'truncated' },
  { body: 'malformed' },
  { dripMs: 1500 },
  { delayMs: 2000 },
  { status: 503, delayMs: 100 },
])('%j is a valid fault, and listed as it was defined', async (fault) => {
  const { ask } = openAdmin();
  expect((await ask('POST /faults', { body: fault })).json).toMatchObject(fault);
  expect((await ask('GET /faults')).json).toMatchObject({ items: [fault] });
});

test('all faults can be removed at once', async () => {
  const opened = openAdmin();
  await opened.ask('POST /faults', { body: { status: 503 } });
  await opened.ask('POST /faults', { body: { status: 503, count: 9 } });
  expect((await opened.ask('DELETE /faults')).json).toEqual({ done: true });
  expect(statuses(opened, 1)).toEqual([200]);
});

test('an unknown fault gets 404', async () => {
  const { status } = await openAdmin().ask('DELETE /faults/99');
  expect(status).toBe(404);
});

test.each([
  [{}, 'the fault is empty. Fields: status, network, delayMs, body, dripMs.'],
  [{ status: 200 }, '/status must be >= 400'],
  [{ status: '503' }, '"status":503'],
  [{ status: 503, count: 0 }, '/count must be >= 1'],
  [{ status: 503, probability: 2 }, '/probability must be <= 1'],
  [{ delayMs: 3_600_001 }, '/delayMs must be <= 3600000'],
  [{ status: 503, key: 'sk_live_1' }, 'test_free'],
  [{ status: 503, network: 'reset' }, 'network resets the connection'],
  [{ operation: 'getInventory', status: 503 }, 'listInventory'],
])('%j is not a valid fault, and the error shows valid values', async (body, message) => {
  const { ask } = openAdmin();
  const { status, json, body: text } = await ask('POST /faults', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(text).not.toContain('sk_live_1');
  expect((await ask('GET /faults')).json).toEqual({ items: [] });
});
