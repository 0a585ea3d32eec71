import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ask as askService } from '../../../../tests/ask.js';
import type { ChangeList, UndoneChanges } from '../../../admin/schemas/world.js';
import { openAdmin } from '../admin-for-tests.js';

type Opened = ReturnType<typeof openAdmin>;

const summaries = async ({ ask }: Opened, world = 'shared') =>
  (await ask<ChangeList>(`GET /undo?world=${world}`)).json.items.map(({ summary }) => summary);
const undo = ({ ask }: Opened, id?: string) =>
  ask<UndoneChanges>('POST /undo', { body: id === undefined ? {} : { id } });
const sell = ({ world }: Opened, quantity: number) =>
  askService(world, 'PATCH', '/inventory/1', { json: { quantity, status: 'available' } });

/** Everything that undoing must bring back. */
const factsOf = ({ worlds: { shared } }: Opened) => ({
  state: JSON.stringify(shared.world.state()),
  returnsToStart: shared.world.returnsToStart,
  snapshots: shared.snapshots.saved().map(([name, state]) => [name, JSON.stringify(state)]),
});

/** A world with used keys, faults, snapshots and requests. */
async function openUsed(): Promise<Opened> {
  const opened = openAdmin({ keys: { 'team-secret': 'pro' } });
  const { ask, world, steering } = opened;
  steering.keys.mint({ plan: 'pro', expiresIn: '1h' });
  steering.faults.next('listInventory', { status: 503 }, { times: 5 });
  steering.faults.always('any', { status: 500 }, { probability: 0.5, key: 'team-secret' });
  for (const key of ['test_free', 'team-secret', 'test_pro']) askService(world, 'GET', '/inventory', { key });
  await ask('POST /snapshots', { body: { name: 'a' } });
  await ask('POST /snapshots', { body: { name: 'b' } });
  return opened;
}

const commands: readonly (readonly [line: string, body?: object])[] = [
  ['POST /reset'],
  ['POST /seed', { pets: 5, seed: 3 }],
  ['POST /scenarios', { name: 'sold-out' }],
  ['POST /scenarios', { name: 'banned' }],
  ['POST /scenarios', { name: 'down' }],
  ['POST /snapshots', { name: 'a' }],
  ['DELETE /snapshots/a'],
  ['DELETE /snapshots/b'],
  ['POST /snapshots/a/restore'],
  ['PATCH /inventory/1', { quantity: 5 }],
  ['PATCH /inventory/1', { status: 'sold' }],
  ['PATCH /inventory/2', { quantity: 6, status: 'pending' }],
  ['PATCH /inventory/9007199254740993', { quantity: 1, status: 'available' }],
  ['POST /keys/revoke', { key: 'test_free' }],
  ['POST /keys/revoke', { key: 'key#7' }],
  ['POST /keys/delete', { key: 'test_free' }],
  ['POST /keys/delete', { key: 'team-secret' }],
  ['DELETE /faults/1'],
  ['DELETE /faults'],
  ['DELETE /requests'],
];

test('whatever was done, undoing it step by step returns to each state before', async () => {
  const lines = fc.array(fc.nat({ max: commands.length - 1 }), { minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(lines, async (chosen) => {
      const opened = await openUsed();
      const before: unknown[] = [];
      for (const at of chosen) {
        const [line, body] = commands[at] as (typeof commands)[number];
        // A new snapshot loses nothing, but takes the name of a deleted one.
        const isNew =
          line === 'POST /snapshots' && opened.worlds.shared.snapshots.list().every(({ name }) => name !== 'a');
        if (isNew) continue;
        const facts = factsOf(opened);
        const count = (await summaries(opened)).length;
        await opened.ask(line, { body });
        if ((await summaries(opened)).length > count) before.push(facts);
      }
      while (before.length > 0) {
        expect((await undo(opened)).status).toBe(200);
        expect(factsOf(opened)).toEqual(before.pop());
      }
      expect((await undo(opened)).status).toBe(404);
    }),
    { numRuns: 12 },
  );
});

test('a change is described in words, and shows no key but a sample key', async () => {
  const opened = await openUsed();
  const { ask } = opened;
  for (const [line, body] of commands) await ask(line, { body });
  for (const key of ['test_pro', 'team-secret', 'key#7']) await ask('POST /keys/revoke', { body: { key } });
  expect(await summaries(opened)).toMatchInlineSnapshot(`
    [
      "Revoke test_pro",
      "Remove all faults",
      "Delete key#6",
      "Delete test_free",
      "Revoke test_free",
      "Add pet 9007199254740993",
      "Set pet 2",
      "Set pet 1",
      "Delete the snapshot b",
      "Delete the snapshot a",
      "Replace the snapshot a",
      "Run the scenario down",
      "Run the scenario banned",
      "Run the scenario sold-out",
      "Seed the world",
      "Reset the world",
    ]
  `);
});

test('what changes nothing, and what failed, is not listed', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  steering.inventory.set(1, { quantity: 5, status: 'sold' });
  steering.keys.revoke('test_free');
  await ask('PATCH /inventory/1', { body: { quantity: 5 } });
  await ask('PATCH /inventory/9', { body: { quantity: 5 } });
  await ask('POST /keys/revoke', { body: { key: 'test_free' } });
  await ask('POST /keys/revoke', { body: { key: 'unknown' } });
  await ask('POST /keys/delete', { body: { key: 'unknown' } });
  await ask('POST /scenarios', { body: { name: 'sold-ot' } });
  await ask('POST /snapshots', { body: { name: 'new' } });
  await ask('POST /snapshots/none/restore');
  await ask('DELETE /faults');
  await ask('DELETE /requests');
  expect(await summaries(opened)).toEqual([]);
});

test('undoing the edit of a pet leaves what clients did with others, and with the other field', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  const before = steering.inventory.get(1);
  await ask('PATCH /inventory/1', { body: { status: before?.status === 'sold' ? 'pending' : 'sold' } });
  steering.inventory.set(1, 77);
  steering.inventory.set(2, 78);
  expect((await undo(opened)).json.undone).toMatchObject([{ summary: 'Set pet 1' }]);
  expect(steering.inventory.get(1)).toEqual({ ...before, quantity: 77 });
  expect(steering.inventory.get(2)?.quantity).toBe(78);
});

test('a pet that a client has changed since keeps that change, and an older change can be undone', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  await ask('POST /keys/revoke', { body: { key: 'test_pro' } });
  await ask('PATCH /inventory/1', { body: { quantity: 50, status: 'available' } });
  expect(sell(opened, 49).status).toBe(200);
  const { status, json } = await undo(opened);
  expect({ status, json }).toMatchObject({ status: 409, json: { code: 'conflict' } });
  expect(json).toMatchObject({
    message: expect.stringMatching(
      /^Undoing “Set pet 1”: pet 1 has changed since, from 50, available to 49, available\. To set it back all the same, set it to \d+, \w+\./,
    ),
  });
  expect(steering.inventory.get(1)?.quantity).toBe(49);
  expect((await undo(opened, '1')).json.undone).toMatchObject([{ id: '1', summary: 'Revoke test_pro' }]);
  expect(await summaries(opened)).toEqual(['Set pet 1']);
});

test('an added pet is removed, unless a client has changed it since', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  await ask('PATCH /inventory/7', { body: { quantity: 5, status: 'available' } });
  steering.inventory.set(7, 4);
  expect((await undo(opened)).json).toMatchObject({ message: expect.stringContaining('It stays in stock') });
  steering.inventory.set(7, 5);
  await undo(opened);
  expect(steering.inventory.get(7)).toBeUndefined();
});

test('undoing an older change of the whole world undoes what changed in it since, except snapshots', async () => {
  const opened = openAdmin();
  const { ask, steering } = opened;
  const before = steering.inventory.list();
  await ask('POST /snapshots', { body: { name: 'a' } });
  await ask('POST /scenarios', { body: { name: 'sold-out' } });
  await ask('PATCH /inventory/1', { body: { quantity: 5 } });
  await ask('DELETE /snapshots/a');
  await ask('POST /reset');
  expect((await undo(opened, '2')).json).toMatchObject({
    status: 409,
    message:
      'Undoing a change: “Set pet 1” cannot be undone before “Reset the world”, which replaced the whole state since. Try {"id":"4"} first.',
  });
  expect((await undo(opened, '1')).json.undone.map(({ id }) => id)).toEqual(['4', '2', '1']);
  expect(steering.inventory.list()).toEqual(before);
  expect(await summaries(opened)).toEqual(['Delete the snapshot a']);
  await undo(opened);
  expect((await ask('GET /snapshots')).json).toMatchObject({ items: [{ name: 'a' }] });
});

test('cleared requests come back before those that came since, as far as there is room', async () => {
  const opened = openAdmin({ journalLimit: 4 });
  const { ask, world } = opened;
  const send = (times: number) => {
    for (let sent = 0; sent < times; sent++) askService(world, 'GET', '/inventory', { key: 'wrong-key-of-somebody' });
  };
  send(3);
  await ask('DELETE /requests');
  send(2);
  await undo(opened);
  expect(world.journal.exchanges.map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  expect(world.journal.dropped).toBe(1);
  await ask('DELETE /requests');
  send(5);
  expect((await undo(opened)).json).toMatchObject({
    status: 409,
    message: expect.stringContaining('filled the journal'),
  });
  expect(world.journal.exchanges.map(({ number }) => number)).toEqual([7, 8, 9, 10]);
});

test('a revoked key that was deleted since, and a deleted snapshot with a successor, are explained', async () => {
  const opened = openAdmin();
  const { ask } = opened;
  await ask('POST /keys/revoke', { body: { key: 'test_pro' } });
  await ask('POST /keys/delete', { body: { key: 'test_pro' } });
  expect((await undo(opened, '1')).json).toMatchObject({
    message: expect.stringContaining('test_pro was deleted since'),
  });
  await ask('POST /snapshots', { body: { name: 'a' } });
  await ask('DELETE /snapshots/a');
  await ask('POST /snapshots', { body: { name: 'a' } });
  expect((await undo(opened)).json).toMatchObject({
    status: 409,
    message: expect.stringContaining('another one has that name'),
  });
});

test('each world has its own changes, the latest twenty, with ids that go on', async () => {
  const opened = openAdmin();
  const { ask } = opened;
  await ask('POST /keys', { body: { isolated: true } });
  for (let count = 0; count < 25; count++)
    await ask('PATCH /inventory/1?world=w1', { body: { quantity: 1000 + count } });
  expect(await summaries(opened)).toEqual([]);
  const { items } = (await ask<ChangeList>('GET /undo?world=w1')).json;
  expect([items.length, items[0]?.id, items.at(-1)?.id]).toEqual([20, '25', '6']);
  const first = (await ask('POST /undo?world=w1', { body: { id: '25' } })).json;
  expect(first).toMatchObject({ undone: [{ id: '25' }] });
  const again = await ask('POST /undo?world=w1', { body: { id: '25' } });
  expect(again.json).toMatchObject({ status: 404, message: expect.stringContaining('Ids: 24, 23,') });
  await ask('PATCH /inventory/1?world=w1', { body: { quantity: 1 } });
  expect((await ask<ChangeList>('GET /undo?world=w1')).json.items[0]?.id).toBe('26');
});

test('with nothing to undo the error says what would be', async () => {
  const { status, json } = await undo(openAdmin());
  expect({ status, json }).toMatchObject({
    status: 404,
    json: {
      message:
        'Undoing a change: there is nothing to undo in this world. Each world keeps its latest 20 resets, deletions and edits of the stock: GET /__admin/undo.',
    },
  });
});
