// Long: the admin API says what it can while the store is away.
import { expect, onTestFinished, test } from 'vitest';
import type { AdminClient } from '../../src/admin/client/admin-client.js';
import { joinForTests } from '../../src/server/shared-store/joined-for-tests.js';
import { StoreForTests } from '../../src/server/shared-store/store-for-tests.js';
import { serveFake } from '../serve-fake.js';

/** Serves a fake on a store, and opens an isolated world. */
async function serveOnStore() {
  const memory = new StoreForTests(Date.now());
  const store = await joinForTests(memory);
  const { admin, call, close } = await serveFake({ clock: '2026-11-21T12:00:00Z', pets: 3, store });
  onTestFinished(close);
  const world = await admin.worlds.open();
  // Now it is served here.
  await world.clock.get();
  const loseStore = async () => {
    memory.isAway = true;
    expect((await call('GET /inventory')).status).toBe(503);
  };
  return { memory, loseStore, admin, call, world };
}

async function firstEvents(client: Pick<AdminClient, 'events'>) {
  const events = [];
  for await (const event of client.events()) if (events.push(event) === 5) break;
  return events;
}

test('while the store is away, the server describes itself, and the rest of the admin API is 503', async () => {
  const { memory, loseStore, admin, call } = await serveOnStore();
  const { store } = await admin.health();
  expect(store).toMatchObject({ url: 'redis://store.internal', isReady: true });
  // It joined, opened a world, and began its stream.
  expect(store).toMatchObject({ server: expect.stringMatching(/^[\da-f]{12}$/) });
  await loseStore();
  expect(await admin.health()).toMatchObject({
    status: 'ok',
    store: { ...store, isReady: false, lagMs: expect.any(Number) },
  });
  const away = expect.objectContaining({ status: 503, message: expect.stringMatching(/store of this fake is away/) });
  await expect(admin.keys.list()).rejects.toEqual(away);
  await expect(admin.clock.advance({ by: '1h' })).rejects.toEqual(away);
  expect((await call('GET /inventory')).headers.get('retry-after')).toBe('1');
  memory.isAway = false;
  await expect.poll(async () => (await admin.health()).store?.isReady).toBe(true);
  expect((await admin.clock.get()).now).toBe('2026-11-21T12:00:00.000Z');
});

test.each(['the shared world', 'an isolated world'])('events of %s begin while the store is away', async (which) => {
  const { loseStore, admin, world } = await serveOnStore();
  await loseStore();
  const events = await firstEvents(which === 'the shared world' ? admin : world);
  expect(events.map(({ name }) => name)).toEqual(['hello', 'store', 'clock', 'stock', 'keys']);
  expect(events[1]?.data).toMatchObject({ isReady: false });
});

test('events of a world that this server does not serve need the store', async () => {
  const { memory, loseStore, admin } = await serveOnStore();
  await loseStore();
  await expect(firstEvents(admin.world('w9'))).rejects.toMatchObject({ status: 503 });
  memory.isAway = false;
  await expect.poll(async () => (await admin.health()).store?.isReady).toBe(true);
  await expect(firstEvents(admin.world('w9'))).rejects.toMatchObject({ status: 404 });
});
