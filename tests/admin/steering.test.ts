// Long: every way to steer a fake over HTTP changes what an app gets.
import { expect, test } from 'vitest';
import { AdminError } from '../../src/admin/client/caller.js';
import { createAdminClient } from '../../src/admin/client/create-admin-client.js';
import { startFake } from './running-fake.js';

type Fake = Awaited<ReturnType<typeof startFake>>;

/** The shared world with a sample key, and an isolated world with its key. */
async function bothWorlds({ admin, openWorld }: Fake) {
  const { key, world } = await openWorld();
  return [
    { name: 'shared', world: admin, key: 'test_pro' },
    { name: 'own', world, key },
  ];
}

test('the server describes itself', async () => {
  const { admin, server } = await startFake();
  expect(await admin.health()).toMatchObject({ status: 'ok', version: '1.2.3', baseUrl: server.url });
  expect(await admin.description()).toMatchObject({ openapi: '3.1.0' });
});

test('a wrong token is rejected', async () => {
  const { server } = await startFake();
  const stranger = createAdminClient({ url: server.url, token: 'wrong' });
  await expect(stranger.reset()).rejects.toMatchObject({ name: 'AdminError', status: 401, code: 'unauthorized' });
  await expect(stranger.events()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ status: 401 });
});

test('an app gets the stock that was set, in one world and not in the other', async () => {
  const fake = await startFake();
  for (const { world, key, name } of await bothWorlds(fake)) {
    const quantity = name === 'own' ? 71 : 72;
    expect(await world.inventory.set({ petId: 1, quantity })).toMatchObject({ petId: '1', quantity });
    expect(await world.inventory.set({ petId: 9007199254740993n, quantity: 5, status: 'available' })).toEqual({
      petId: '9007199254740993',
      quantity: 5,
      status: 'available',
    });
    const { text } = await fake.ask(key);
    expect(text).toContain(`"petId":1,"quantity":${quantity}`);
    expect(text).toContain('"petId":9007199254740993,"quantity":5');
    expect(await world.inventory.list({ search: '900' })).toMatchObject({ total: 1 });
  }
  expect((await fake.ask('test_pro')).text).toContain('"petId":1,"quantity":72');
});

test('a long list is paged', async () => {
  const { admin } = await startFake();
  await admin.seed({ pets: 5, seed: 7 });
  const first = await admin.inventory.list({ limit: 3 });
  expect(first).toMatchObject({ total: 5, items: [{}, {}, {}] });
  const second = await admin.inventory.list({ limit: 3, after: first.next ?? '' });
  expect(second).toMatchObject({ items: [{}, {}], next: null });
});

test('a reset and another seed change the responses to an app, in this world only', async () => {
  const fake = await startFake();
  const { key, world } = await fake.openWorld();
  const before = (await fake.ask(key)).text;
  await world.inventory.set({ petId: 1, quantity: 71 });
  expect(await world.reset()).toMatchObject({ pets: 3, requests: { kept: 0 } });
  expect((await fake.ask(key)).text).toBe(before);
  expect(await world.seed({ pets: 10, seed: 7 })).toMatchObject({ pets: 10 });
  expect(JSON.parse((await fake.ask(key)).text)).toHaveLength(10);
  expect(JSON.parse((await fake.ask('test_pro')).text)).toHaveLength(3);
  expect(await fake.admin.state()).toMatchObject({ world: 'shared', pets: 3, requests: { kept: 1 } });
});

test('a snapshot is taken, restored and deleted by its name', async () => {
  const fake = await startFake();
  for (const { world, key } of await bothWorlds(fake)) {
    const before = (await fake.ask(key)).text;
    expect(await world.snapshots.take({ name: 'before' })).toEqual({
      name: 'before',
      takenAt: '2026-11-21T12:00:00.000Z',
    });
    await world.inventory.set({ petId: 1, quantity: 71 });
    await world.snapshots.restore({ name: 'before' });
    expect((await fake.ask(key)).text).toBe(before);
    await world.snapshots.delete({ name: 'before' });
    expect(await world.snapshots.list()).toEqual({ items: [] });
    await expect(world.snapshots.restore({ name: 'before' })).rejects.toMatchObject({ status: 404 });
  }
});

test('a key is banned, unbanned, revoked and deleted', async () => {
  const { admin, ask } = await startFake();
  const { key, alias } = await admin.keys.mint({ plan: 'pro' });
  const status = async () => (await ask(key)).status;
  expect(await status()).toBe(200);
  expect(await admin.keys.ban({ key: alias, for: '5m' })).toMatchObject({ alias, state: 'banned' });
  expect(await status()).toBe(429);
  expect(await admin.keys.unban({ key: alias })).toMatchObject({ state: 'valid', ban: null });
  expect(await status()).toBe(200);
  expect(await admin.keys.revoke({ key })).toMatchObject({ alias, state: 'revoked' });
  expect(await status()).toBe(401);
  await admin.keys.delete({ key: alias });
  expect((await admin.keys.list()).items.map((each) => each.alias)).not.toContain(alias);
  await expect(admin.keys.ban({ key: alias })).rejects.toBeInstanceOf(AdminError);
});

test('a key with a lifetime of an hour expires after it', async () => {
  const { admin, ask } = await startFake();
  const { key, expiresAt } = await admin.keys.mint({ expiresIn: '1h' });
  expect(expiresAt).toBe('2026-11-21T13:00:00.000Z');
  await admin.clock.advance({ by: '61m' });
  expect((await ask(key)).status).toBe(401);
});

test('an app gets the remaining requests that were set', async () => {
  const fake = await startFake();
  for (const { world, key } of await bothWorlds(fake)) {
    expect(await world.limits.set({ key, remaining: 1 })).toMatchObject({ minute: { remaining: 1 } });
    expect((await fake.ask(key)).headers.get('x-ratelimit-remaining')).toBe('0');
    expect((await fake.ask(key)).status).toBe(429);
    await world.clock.advance({ by: '1m' });
    expect((await fake.ask(key)).status).toBe(200);
  }
});

test('time is set, frozen and scaled in one world only', async () => {
  const fake = await startFake();
  const { key, world } = await fake.openWorld();
  expect(await world.clock.get()).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
  expect(await world.clock.set({ to: new Date('2027-12-31T00:00:00Z') })).toMatchObject({
    now: '2027-12-31T00:00:00.000Z',
  });
  expect(await world.clock.advance({ by: 1_000 })).toMatchObject({ now: '2027-12-31T00:00:01.000Z' });
  expect((await fake.ask(key)).headers.get('date')).toBe('Fri, 31 Dec 2027 00:00:01 GMT');
  expect((await fake.ask('test_pro')).headers.get('date')).toBe('Sat, 21 Nov 2026 12:00:00 GMT');
  expect(await world.clock.run({ scale: 60 })).toMatchObject({ mode: 'real', scale: 60 });
  expect(await world.clock.run()).toMatchObject({ scale: 1 });
  expect(await world.clock.freeze()).toMatchObject({ mode: 'manual', scale: 0 });
});

test('a fault meets its requests until it is removed', async () => {
  const fake = await startFake();
  for (const { world, key, name } of await bothWorlds(fake)) {
    const fault = await world.faults.add({ operation: 'listInventory', status: 503, count: 2 });
    expect(fault).toMatchObject({ operation: 'listInventory', status: 503, left: 2, met: 0 });
    expect((await fake.ask(key)).status).toBe(503);
    if (name === 'own') expect((await fake.ask('test_free')).status).toBe(200);
    expect(await world.faults.list()).toMatchObject({ items: [{ id: fault.id, left: 1, met: 1 }] });
    await world.faults.remove({ id: fault.id });
    expect((await fake.ask(key)).status).toBe(200);
    await world.faults.add({ body: 'malformed' });
    const { text } = await fake.ask(key);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await world.faults.clear();
    expect((await fake.ask(key)).status).toBe(200);
    await expect(world.faults.remove({ id: '99' })).rejects.toMatchObject({ status: 404 });
  }
});

test('a scenario is run', async () => {
  const fake = await startFake();
  expect((await fake.admin.scenarios.list()).items).toContainEqual(expect.objectContaining({ name: 'sold-out' }));
  for (const { world, key } of await bothWorlds(fake)) {
    await world.scenarios.play({ name: 'sold-out' });
    expect((await fake.ask(key)).text).not.toContain('"available"');
  }
  await expect(fake.admin.scenarios.play({ name: 'sold-ot' })).rejects.toThrow('sold-out');
});

test('another choice is made for an open question', async () => {
  const fake = await startFake();
  for (const { world, key } of await bothWorlds(fake)) {
    const { items } = await world.behaviour.set({ 'ban-threshold': 1 });
    expect(items).toContainEqual(expect.objectContaining({ id: 'ban-threshold', choice: 1 }));
    expect(await world.state()).toMatchObject({ behaviour: { 'ban-threshold': 1 } });
    await world.limits.set({ key, remaining: 0 });
    await fake.ask(key);
    expect((await world.keys.list()).items).toContainEqual(expect.objectContaining({ state: 'banned' }));
  }
  await expect(fake.admin.behaviour.set({ 'ban-treshold': 1 })).rejects.toThrow('ban-threshold');
});

test('worlds are listed and dropped, and their keys get an explanation', async () => {
  const { admin, ask, openWorld } = await startFake();
  const { key, id, world } = await openWorld();
  expect(await admin.worlds.list()).toMatchObject({
    total: 2,
    items: [{ id: 'shared' }, { id, isShared: false, keys: 1 }],
  });
  const second = await world.keys.mint({ plan: 'free' });
  expect(second.world).toBe(id);
  expect((await ask(second.key)).status).toBe(200);
  await admin.worlds.delete({ id });
  const { status, text } = await ask(key);
  expect(status).toBe(401);
  expect(text).toContain('world');
  await expect(world.state()).rejects.toMatchObject({ status: 404 });
  expect(await admin.worlds.list()).toMatchObject({ total: 1, dropped: [{ id, reason: 'deleted' }] });
});
