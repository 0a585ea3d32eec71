import { expect, test } from 'vitest';
import type { WorldPage } from '../../../admin/schemas/world.js';
import { openAdmin } from '../admin-for-tests.js';

const isolated = { body: { isolated: true } };

test('worlds are listed, the shared one first', async () => {
  const { ask } = openAdmin();
  await ask('POST /keys', isolated);
  const { json } = await ask<WorldPage>('GET /worlds');
  expect(json).toMatchObject({ total: 2, next: null, most: 3, dropped: [] });
  expect(json.items).toMatchObject([
    { id: 'shared', isShared: true, keys: 5, pets: 3, droppedAfterSeconds: null },
    { id: 'w1', isShared: false, keys: 1, pets: 3, droppedAfterSeconds: 3600 },
  ]);
});

test('many worlds come in parts', async () => {
  const { ask } = openAdmin();
  for (const _world of [1, 2, 3]) await ask('POST /keys', isolated);
  const first = (await ask<WorldPage>('GET /worlds?limit=2')).json;
  expect(first).toMatchObject({ items: [{ id: 'shared' }, { id: 'w1' }], total: 4, next: 'w1' });
  expect((await ask('GET /worlds?after=w1')).json).toMatchObject({ items: [{ id: 'w2' }, { id: 'w3' }], next: null });
});

test('a world is dropped, and told among those that are gone', async () => {
  const { ask, worlds } = openAdmin();
  await ask('POST /keys', isolated);
  expect((await ask('DELETE /worlds/w1')).json).toEqual({ done: true });
  expect(worlds.get('w1')).toBeUndefined();
  expect((await ask('GET /worlds')).json).toMatchObject({ total: 1, dropped: [{ id: 'w1', why: 'deleted' }] });
});

test('a world that there is not is not found', async () => {
  expect((await openAdmin().ask('DELETE /worlds/w1')).status).toBe(404);
});

test('the shared world stays', async () => {
  expect((await openAdmin().ask('DELETE /worlds/shared')).status).toBe(400);
});
