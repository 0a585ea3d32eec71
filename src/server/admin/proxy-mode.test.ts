import { expect, test } from 'vitest';
import { type AdminOperation, adminOperations } from '../../admin/operations.js';
import { openAdmin } from './admin-for-tests.js';
import { openHub } from './events/events-for-tests.js';

const upstream = 'https://api.example.test/v1';

const calls = Object.entries(adminOperations).map(([id, { method, path }]: [string, AdminOperation]) => ({
  id,
  line: `${method} ${path.replace(/\{\w+\}/, '1')}`,
}));
/** The operations of a proxy; all others steer the fake. */
const supported = [
  ...['getHealth', 'getAdminDescription', 'getState'],
  ...['listRequests', 'countRequests', 'waitForRequests', 'exportRequests', 'getRequest', 'clearRequests'],
  ...['getManners', 'getFindings', 'watchEvents'],
];

test.each(calls.filter(({ id }) => !supported.includes(id)))('a proxy rejects $id with a reason', async ({ line }) => {
  const { ask, world } = openAdmin({}, { upstream });
  const { status, json } = await ask<{ message: string }>(line, { body: { by: '1h', key: 'test_free' } });
  expect({ status, ...json }).toMatchObject({ status: 409, code: 'conflict' });
  expect(json.message).toContain(`This is a proxy in front of ${upstream}: ${line.split(' ')[0]} /__admin/`);
  expect(json.message).toContain('petstore-mock serve');
  expect(world.clock.now()).toBe(Date.parse('2026-11-21T12:00:00Z'));
});

test.each(calls.filter(({ id }) => supported.includes(id)))('a proxy supports $id', async ({ line }) => {
  const { ask } = openAdmin({}, { upstream });
  // An empty journal has no request 1, and nobody waits for long in a test.
  const { status } = await ask(line.endsWith('wait') ? `${line}?timeout=1ms` : line);
  expect([200, 404, 408]).toContain(status);
});

test('a proxy reports its mode and the base URL of the service', async () => {
  const { json } = await openAdmin({ baseUrl: upstream }, { upstream }).ask('GET /health');
  expect(json).toMatchObject({ mode: 'proxy', upstream, baseUrl: upstream });
});

test('a proxy has no stock and no keys', async () => {
  const { json } = await openAdmin({}, { upstream }).ask('GET /state');
  expect(json).toMatchObject({ pets: 0, keys: 0, faults: 0, snapshots: 0, behaviour: {}, requests: { latest: 0 } });
});

test('a proxy has no worlds', async () => {
  const { status, json } = await openAdmin({}, { upstream }).ask('GET /requests?world=w1');
  expect([status, json]).toEqual([404, expect.objectContaining({ message: expect.stringContaining('no worlds') })]);
});

test('streams of a proxy get only its traffic', async () => {
  const { watch, tick } = openHub({ upstream, judgeManners: async () => [], judgeService: async () => [] });
  const first = watch();
  tick();
  await first.text();
  const again = watch();
  // Judging begins a little later, and takes turns with others.
  tick(3);
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
  tick();
  const news = await again.news();
  expect(news.map(({ name }) => name).sort()).toEqual(['findings', 'hello', 'manners', 'requests', 'traffic']);
  expect(news[0]?.data).toMatchObject({ mode: 'proxy', upstream });
});
