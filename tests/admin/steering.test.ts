// Long: what is steered over HTTP changes what an app gets in one world, and in no other.
import { expect, test } from 'vitest';
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

test('an app gets the stock that was set, in one world and not in the other', async () => {
  const fake = await startFake();
  for (const { world, key, name } of await bothWorlds(fake)) {
    const quantity = name === 'own' ? 71 : 72;
    expect(await world.inventory.set({ petId: 1, quantity })).toMatchObject({ petId: 1, quantity });
    expect(await world.inventory.set({ petId: 9007199254740993n, quantity: 5, status: 'available' })).toEqual({
      petId: 9007199254740993n,
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
