import { expect, test } from 'vitest';
import { createPetstore } from '../../../../mocks/petstore.js';
import { ask as askService } from '../../../../tests/ask.js';
import { openAdmin } from '../admin-for-tests.js';

const HUGE = 9007199254740993n;

/** A world with a changed pet, an id beyond 2^53 and a request, saved as `bug`. */
async function openWithBug() {
  const opened = openAdmin({ keys: { 'team-secret': 'pro' } });
  opened.steering.inventory.set(HUGE, { quantity: 7, status: 'sold' });
  askService(opened.world, 'GET', '/inventory', { key: 'team-secret' });
  await opened.ask('POST /snapshots', { body: { name: 'bug' } });
  return opened;
}

test('a snapshot is downloaded as a file that every fake can begin with', async () => {
  const { ask, steering } = await openWithBug();
  const { status, headers, body } = await ask('GET /snapshots/bug');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'Content-Type': 'application/json',
    'Content-Disposition': 'attachment; filename="bug.petstore-state.json"',
    'Content-Length': String(Buffer.byteLength(String(body))),
  });
  expect(body).not.toContain('team-secret');
  const other = createPetstore({ state: String(body), keys: { 'team-secret': 'pro' } });
  expect(other.inventory.list()).toEqual(steering.inventory.list());
});

test('an uploaded state is a snapshot like any other, also of another server and after other bodies', async () => {
  const file = String((await (await openWithBug()).ask('GET /snapshots/bug')).body);
  const { ask, steering, world } = openAdmin({ clock: '2026-12-24T00:00:00Z' });
  const put = await ask('PUT /snapshots/of-a-colleague', { body: file });
  expect(put).toMatchObject({ status: 200, json: { name: 'of-a-colleague', takenAt: '2026-11-21T12:00:00.000Z' } });
  expect((await ask('GET /snapshots')).json).toMatchObject({ items: [{ name: 'of-a-colleague' }] });
  for (let round = 0; round < 2; round++) {
    expect((await ask('POST /snapshots/of-a-colleague/restore')).json).toMatchObject({
      pets: 4,
      requests: { kept: 0 },
    });
    expect(steering.inventory.get(HUGE)?.quantity).toBe(7);
    // The file does not change with the world.
    steering.inventory.set(HUGE, 1);
    steering.setBehaviour({ 'ban-threshold': 5 });
    steering.keys.revoke('test_free');
    askService(world, 'GET', '/inventory', { key: 'test_pro' });
  }
  expect((await ask('GET /snapshots/of-a-colleague')).body).toBe(file);
});

test('an upload replaces the snapshot of that name', async () => {
  const { ask } = await openWithBug();
  const state = createPetstore({ pets: 1 }).snapshot();
  await ask('PUT /snapshots/bug', { body: state });
  expect((await ask('POST /snapshots/bug/restore')).json).toMatchObject({ pets: 1, snapshots: 1 });
});

test.each<[string, (text: string) => string | Uint8Array, string]>([
  [
    'a wrong quantity',
    (text) => text.replace('"quantity":7', '"quantity":"team-secret"'),
    '/stock/3/quantity must be integer',
  ],
  ['a contradiction', (text) => text.replace('"petId":"2"', '"petId":"1"'), '/stock/1/petId occurs twice'],
  ['a newer version', (text) => text.replace('"version": 1', '"version": 2'), 'it is of version 2'],
  ['a missing field', (text) => text.replace(/ {2}"seed".*\n/, ''), '/seed is missing'],
  ['another document', () => '{"openapi":"3.1.0"}', 'it is not a state but'],
  ['half of a file', (text) => text.slice(0, 500), 'it is not JSON'],
  ['an empty file', () => '', 'it is not JSON'],
  ['bytes', () => new Uint8Array([0x7b, 0xff]), 'the body is not UTF-8'],
])('%s is rejected with its place, and nothing changes', async (_, spoil, message) => {
  const { ask } = await openWithBug();
  const before = String((await ask('GET /snapshots/bug')).body);
  const { status, json, body } = await ask('PUT /snapshots/bug', { body: spoil(before) });
  expect({ status, json }).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  expect(json).toMatchObject({ message: expect.stringMatching(/Download one: GET|Take the petstore-mock/) });
  expect(body).not.toContain('team-secret');
  expect((await ask('GET /snapshots/bug')).body).toBe(before);
});

test('an unknown snapshot lists the existing ones', async () => {
  const { ask } = await openWithBug();
  const { status, json } = await ask('GET /snapshots/bugs');
  expect({ status, json }).toMatchObject({ status: 404, json: { message: expect.stringContaining("'bug'") } });
});

test('an isolated world takes over the state of the shared one and keeps its key', async () => {
  const { ask, worlds } = await openWithBug();
  const { key } = (await ask<{ key: string }>('POST /keys', { body: { isolated: true } })).json;
  await ask('PUT /snapshots/bug?world=w1', { body: (await ask('GET /snapshots/bug')).body });
  expect((await ask('POST /snapshots/bug/restore?world=w1')).json).toMatchObject({ world: 'w1', pets: 4, keys: 1 });
  const isolated = worlds.get('w1')?.world;
  expect(isolated?.accounts.knownKeys()).toEqual([key]);
});
