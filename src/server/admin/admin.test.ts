import { expect, test, vi } from 'vitest';
import { ask as askService } from '../../../tests/ask.js';
import type { ServerRequest } from '../responder.js';
import { openAdmin } from './admin-for-tests.js';
import { bodyLimitOf, isAdminPath, sizeInWords } from './admin-path.js';

test('responds with JSON that is not cached', async () => {
  const { status, headers } = await openAdmin().ask('GET /clock');
  expect(status).toBe(200);
  expect(headers).toMatchObject({ 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
});

test.each(['GET /clock', 'GET /nothing', 'GET /requests/har', 'HEAD /events', 'POST /clock/advance'])(
  'lets no browser guess another type for the response to %s',
  async (call) => {
    const { headers } = await openAdmin().ask(call);
    expect(headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff' });
  },
);

test('opens no stream for HEAD', async () => {
  const { status, body } = await openAdmin().ask('HEAD /events');
  expect({ status, body }).toEqual({ status: 200, body: undefined });
});

test('sends the world’s time after the call in Date', async () => {
  const { ask } = openAdmin();
  const { headers } = await ask('POST /clock/set', { body: { to: '2027-12-31T00:00:00Z' } });
  expect(headers.Date).toBe('Fri, 31 Dec 2027 00:00:00 GMT');
});

test('handles its prefix and no similar path', () => {
  expect(['/__admin', '/__admin/', '/__admin/health'].map(isAdminPath)).toEqual([true, true, true]);
  expect(['/__administrator', '/v1/__admin', '/'].map(isAdminPath)).toEqual([false, false, false]);
});

test.each([
  ['POST', '/__admin/seed', '16 MiB'],
  ['POST', '/__admin/keys', '64 KiB'],
  ['PUT', '/__admin/snapshots/before', '256 MiB'],
  ['DELETE', '/__admin/snapshots/before', '64 KiB'],
])('%s %s accepts %s', (method, path, size) => {
  expect(sizeInWords(bodyLimitOf({ method, path }))).toBe(size);
});

test('explains how to list the worlds if one is unknown', async () => {
  const { ask } = openAdmin();
  await ask('POST /keys', { body: { isolated: true } });
  const { status, json } = await ask('GET /state?world=w2');
  expect(status).toBe(404);
  expect(json).toMatchObject({
    code: 'not_found',
    message: 'Unknown world. GET /__admin/worlds lists all; POST /__admin/keys {"isolated":true} opens one.',
  });
});

test('affects only the given world', async () => {
  const { ask, worlds } = openAdmin();
  const { key } = (await ask<{ key: string }>('POST /keys', { body: { isolated: true } })).json;
  await ask('POST /scenarios?world=w1', { body: { name: 'empty-store' } });
  const world = worlds.get('w1')?.world;
  if (world === undefined) throw new Error('There is no w1.');
  expect(askService(world, 'GET', '/inventory', { key }).body).toBe('[]');
  expect(askService(worlds.shared.world, 'GET', '/inventory').body).not.toBe('[]');
});

test('uses no quota, meets no fault and is not in the journal', async () => {
  const { ask, world, steering } = openAdmin();
  steering.faults.always('any', { network: 'reset' });
  expect((await ask('GET /state')).status).toBe(200);
  expect(steering.limits.get('test_free').minute.remaining).toBe(60);
  expect(world.journal.exchanges).toEqual([]);
});

test('does not turn a bug into an error response', () => {
  const { admin, world } = openAdmin();
  vi.spyOn(world.clock, 'now').mockImplementation(() => {
    throw new TypeError('a bug');
  });
  const request = {
    method: 'GET',
    path: '/__admin/clock',
    headers: [],
    body: new Uint8Array(),
  } as unknown as ServerRequest;
  expect(() => admin(request)).toThrow('a bug');
});

test.each([
  ['POST /keys/ban', { key: 'sk_lost_1' }, 'Use a sample key such as test_free, or mint one.'],
  ['POST /faults', { key: 'sk_lost_1', status: 503 }, 'Use a sample key such as test_free, or mint one.'],
  ['POST /faults', {}, 'Fields: status, network, delayMs, body, dripMs.'],
  ['POST /faults', { network: 'reset', status: 503 }, 'Remove the other fields.'],
  ['POST /clock/set', { to: 'noon' }, "Try '2027-12-31T00:00:00Z'."],
  ['PATCH /inventory/99999999999999999999', { quantity: 1, status: 'sold' }, 'Try 7: an integer from -2^63 to 2^63-1.'],
  ['PATCH /behaviour', { 'ban-threshold': 0 }, 'Try {"ban-threshold": 10} (choices: 10, any number, never).'],
])('%s with %j is rejected in terms of the JSON, not of JavaScript', async (line, body, remedy) => {
  const { status, json } = await openAdmin().ask<{ message: string }>(line, { body });
  expect(status).toBe(400);
  expect(json.message).toContain(`. ${remedy}`);
});

test('an unknown key in a filter is rejected in the same terms', async () => {
  const { json } = await openAdmin().ask<{ message: string }>('GET /requests?key=sk_lost_1');
  expect(json.message).toMatch(/ Try a sample key such as test_free\.$/);
});
