// Long: forty tests at once on one server are isolated, and conflict in one world.
import { expect, test } from 'vitest';
import type { AdminClient, OwnWorld } from '../../src/admin/client/admin-client.js';
import { startFake } from './running-fake.js';

const WORKERS = 40;
const NOON_MS = Date.parse('2026-11-21T12:00:00Z');

type Ask = Awaited<ReturnType<typeof startFake>>['ask'];

/** Runs the steps of an app's test, between which those of others can run. Returns the unexpected results. */
async function runTest(number: number, world: AdminClient, key: string, ask: Ask): Promise<string[]> {
  const wrong: string[] = [];
  const check = (what: string, is: unknown, expected: unknown) => {
    if (is !== expected) wrong.push(`${what}: ${is}, not ${expected}`);
  };
  const status = async (line?: string, body?: object) => (await ask(key, line, body)).status;

  check('update', await status('PATCH /inventory/1', { quantity: number }), 200);
  await world.inventory.set({ petId: 2, quantity: 1_000 + number });
  const stock = JSON.parse((await ask(key)).text) as { quantity: number }[];
  check('what the app wrote', stock[0]?.quantity, number);
  check('what the test set', stock[1]?.quantity, 1_000 + number);

  const { now } = await world.clock.advance({ by: number * 60_000 });
  check('minutes that passed', (Date.parse(now) - NOON_MS) / 60_000, number);

  await world.limits.set({ key, remaining: 1 });
  check('the last request that is left', await status(), 200);
  check('one too many', await status(), 429);
  await world.clock.advance({ by: '1m' });
  check('a minute later', await status(), 200);

  await world.faults.add({ operation: 'listInventory', status: 503, count: 1 });
  check('a fault', await status(), 503);
  check('after the fault', await status(), 200);

  check('requests', await world.requests.count(), 7);
  check('rejections', await world.requests.count({ status: '4xx' }), 1);
  return wrong;
}

test('forty concurrent tests on one server, each in its own world, are isolated', async () => {
  const { admin, ask } = await startFake();
  const worlds: OwnWorld[] = await Promise.all(
    Array.from({ length: WORKERS }, () => admin.worlds.open({ plan: 'business' })),
  );
  const wrong = await Promise.all(worlds.map((world, index) => runTest(index + 1, world, world.key, ask)));
  expect(wrong.flat()).toEqual([]);
  expect(await admin.requests.count()).toBe(0);
  await Promise.all(worlds.map((world) => world.drop()));
  expect(await admin.worlds.list()).toMatchObject({ total: 1 });
});

test('the same tests conflict in a shared world', async () => {
  const { admin, ask } = await startFake();
  const numbers = Array.from({ length: 10 }, (_, index) => index + 1);
  const wrong = await Promise.all(numbers.map((number) => runTest(number, admin, 'test_business', ask)));
  expect(wrong.filter((each) => each.length > 0).length).toBeGreaterThan(5);
});

test('a world is dropped at the end of the block that opened it', async () => {
  const { admin, ask } = await startFake();
  let key = '';
  {
    await using world = await admin.worlds.open();
    key = world.key;
    expect((await ask(key)).status).toBe(200);
  }
  expect((await ask(key)).status).toBe(401);
  expect(await admin.worlds.list()).toMatchObject({ total: 1 });
});

test('a world that was already dropped causes no error', async () => {
  const { admin } = await startFake();
  const world = await admin.worlds.open();
  await admin.worlds.delete({ id: world.worldId });
  await expect(world.drop()).resolves.toBeUndefined();
});
