import { expect, test } from 'vitest';
import { scenarios } from '../../../../mocks/steering/scenario-names.js';
import { ask as askService } from '../../../../tests/ask.js';
import { openAdmin } from '../admin-for-tests.js';

type Opened = ReturnType<typeof openAdmin>;
const listed = ({ world }: Opened) => askService(world, 'GET', '/inventory').body;

test('the state tells what there is at a glance', async () => {
  const { ask, world } = openAdmin();
  askService(world, 'GET', '/inventory');
  expect((await ask('GET /state')).json).toEqual({
    world: 'shared',
    baseUrl: 'http://127.0.0.1:4290/v1',
    clock: { now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 },
    pets: 3,
    keys: 5,
    faults: 0,
    snapshots: 0,
    requests: { latest: 1, kept: 1, forgotten: 0 },
    behaviour: {},
  });
});

test('the state tells answers to open questions that are not the default', async () => {
  const { ask, steering } = openAdmin();
  steering.setBehaviour({ 'ban-threshold': 5, 'ban-status': 429 });
  expect((await ask('GET /state')).json).toMatchObject({ behaviour: { 'ban-threshold': 5 } });
});

test('after a reset a client finds the store as it was', async () => {
  const opened = openAdmin();
  const before = listed(opened);
  askService(opened.world, 'PATCH', '/inventory/1', { json: { quantity: 77 } });
  expect((await opened.ask('POST /reset')).json).toMatchObject({ requests: { kept: 0 } });
  expect(listed(opened)).toBe(before);
});

test('seeding opens a store of so many pets', async () => {
  const opened = openAdmin();
  expect((await opened.ask('POST /seed', { body: { pets: 5, seed: 7 } })).json).toMatchObject({ pets: 5 });
  expect(JSON.parse(listed(opened) ?? '')).toHaveLength(5);
});

test('seeding without a word opens the same store anew', async () => {
  const opened = openAdmin();
  const before = listed(opened);
  opened.steering.inventory.set(1, 77);
  await opened.ask('POST /seed');
  expect(listed(opened)).toBe(before);
});

test('a fixture keeps ids beyond 2^53, and 1e1 is 10', async () => {
  const opened = openAdmin();
  const body = '{"fixture":{"inventory":[{"petId":9007199254740993,"quantity":1e1,"status":"sold"}]}}';
  expect((await opened.ask('POST /seed', { body })).status).toBe(200);
  expect(listed(opened)).toBe('[{"petId":9007199254740993,"quantity":10,"status":"sold"}]');
});

test.each([
  ['{"fixture":{"inventory":[{"petId":1,"quantity":1}]}}', '/inventory/0/status is missing. A fixture that works: {'],
  ['{"pets":-1}', '/pets must be >= 0. Try {"pets":10,"seed":7}.'],
  ['{"pets":5,"seed":1.5}', '/seed must be integer. Try {"pets":10,"seed":7}.'],
  ['{"fixture":[]}', '/fixture must be object'],
])('seeding with %s is refused, and nothing is changed', async (body, message) => {
  const opened = openAdmin();
  opened.steering.inventory.set(1, 77);
  const before = listed(opened);
  const { status, json } = await opened.ask('POST /seed', { body });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(listed(opened)).toBe(before);
});

test('a snapshot is taken, listed, restored and deleted', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  const before = listed(opened);
  const taken = { name: 'before', takenAt: '2026-11-21T12:00:00.000Z' };
  expect((await ask('POST /snapshots', { body: { name: 'before' } })).json).toEqual(taken);
  steering.scenario('empty-store');
  expect((await ask('GET /snapshots')).json).toEqual({ items: [taken] });
  expect((await ask('POST /snapshots/before/restore')).json).toMatchObject({ pets: 3, snapshots: 1 });
  expect(listed(opened)).toBe(before);
  expect((await ask('DELETE /snapshots/before')).json).toEqual({ done: true });
  expect((await ask('GET /snapshots')).json).toEqual({ items: [] });
});

test.each(['POST /snapshots/befor/restore', 'DELETE /snapshots/befor'])(
  '%s names the snapshots there are',
  async (line) => {
    const { ask } = openAdmin();
    await ask('POST /snapshots', { body: { name: 'before' } });
    const { status, json } = await ask(line);
    expect({ status, json }).toMatchObject({ status: 404, json: { message: expect.stringContaining("'before'") } });
  },
);

test('a name that no path can hold is refused', async () => {
  const { status, json } = await openAdmin().ask('POST /snapshots', { body: { name: 'a/b' } });
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: expect.stringContaining('{"name":"before"}') },
  });
});

test('every scenario is listed, and can be played', async () => {
  const { ask } = openAdmin();
  const { items } = (await ask<{ items: { name: string }[] }>('GET /scenarios')).json;
  expect(items.map(({ name }) => name)).toEqual(Object.keys(scenarios));
  for (const { name } of items) expect((await ask('POST /scenarios', { body: { name } })).status).toBe(200);
});

test('a client meets the scenario', async () => {
  const { ask, world } = openAdmin();
  await ask('POST /scenarios', { body: { name: 'flaky', seed: 3 } });
  const statuses = Array.from({ length: 50 }, () => askService(world, 'GET', '/inventory').status);
  expect(new Set(statuses)).toContain(503);
});

test('a scenario that there is not is refused with the likeliest', async () => {
  const { status, json } = await openAdmin().ask('POST /scenarios', { body: { name: 'soldout' } });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining("'sold-out'") } });
});
