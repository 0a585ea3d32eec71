import { expect, test } from 'vitest';
import { adminOperations } from '../../../admin/operations.js';
import type { WorldPage } from '../../../admin/schemas/world.js';
import { stateForTests } from '../../shared-store/joined-for-tests.js';
import { openAdmin } from '../admin-for-tests.js';

test('health reports that the server is up and the base URL of the service', async () => {
  const { json } = await openAdmin().ask('GET /health');
  expect(json).toEqual({
    status: 'ok',
    version: '1.2.3',
    uptimeSeconds: 7,
    baseUrl: 'http://127.0.0.1:4290/v1',
    mode: 'fake',
    upstream: null,
    store: null,
  });
});

test('health shows the shared store', async () => {
  const away = { ...stateForTests, isReady: false };
  for (const store of [stateForTests, away]) {
    const { json } = await openAdmin({}, { readStore: () => store }).ask('GET /health');
    expect(json).toMatchObject({ status: 'ok', store });
  }
});

test('a proxy has no store', async () => {
  const { json } = await openAdmin({}, { upstream: 'https://api.example.test/v1' }).ask('GET /health');
  expect(json).toMatchObject({ mode: 'proxy', store: null });
});

test('the API describes itself', async () => {
  const { json } = await openAdmin().ask<{ paths: object }>('GET /openapi.json');
  expect(json).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' }, servers: [{ url: '/__admin' }] });
  expect(Object.keys(json.paths)).toContain(adminOperations.getRequest.path);
});

const isolated = { body: { isolated: true } };

test('worlds are listed, the shared one first', async () => {
  const { ask } = openAdmin();
  await ask('POST /keys', isolated);
  const { json } = await ask<WorldPage>('GET /worlds');
  expect(json).toMatchObject({ total: 2, next: null, limit: 3 });
  expect(json.items).toMatchObject([
    { id: 'shared', isShared: true, keys: 5, pets: 3, droppedAfterSeconds: null },
    { id: 'w1', isShared: false, keys: 1, pets: 3, droppedAfterSeconds: 3600 },
  ]);
});

test('many worlds are paged', async () => {
  const { ask } = openAdmin();
  for (const _world of [1, 2, 3]) await ask('POST /keys', isolated);
  const first = (await ask<WorldPage>('GET /worlds?limit=2')).json;
  expect(first).toMatchObject({ items: [{ id: 'shared' }, { id: 'w1' }], total: 4, next: 'w1' });
  expect((await ask('GET /worlds?after=w1')).json).toMatchObject({ items: [{ id: 'w2' }, { id: 'w3' }], next: null });
});

test('a dropped world is no longer listed', async () => {
  const { ask, worlds } = openAdmin();
  await ask('POST /keys', isolated);
  expect((await ask('DELETE /worlds/w1')).json).toEqual({ done: true });
  expect(worlds.get('w1')).toBeUndefined();
  expect((await ask('GET /worlds')).json).toMatchObject({ total: 1 });
});

test('an unknown world gets 404', async () => {
  expect((await openAdmin().ask('DELETE /worlds/w1')).status).toBe(404);
});

test('the shared world cannot be dropped', async () => {
  expect((await openAdmin().ask('DELETE /worlds/shared')).status).toBe(400);
});
