// Long: events and the journal tell over HTTP what happened, and no more.
import { expect, test } from 'vitest';
import type { AdminClient } from '../../src/admin/client/admin-client.js';
import type { AdminEvent, AdminEventName, AdminEvents } from '../../src/admin/events.js';
import { startFake } from './running-fake.js';

type Expected = { readonly [Name in AdminEventName]?: (data: AdminEvents[Name]) => boolean };

/** Reads the events of a world up to the first expected one. */
function watch(client: AdminClient) {
  const abort = new AbortController();
  const events = client.events(abort.signal)[Symbol.asyncIterator]();
  const until = async <Name extends AdminEventName>(
    name: Name,
    fits: (data: AdminEvents[Name]) => boolean = () => true,
  ): Promise<AdminEvents[Name]> => {
    for (;;) {
      const { done, value } = (await events.next()) as IteratorResult<AdminEvent, undefined>;
      if (done) throw new Error(`The events ended before ${name}.`);
      if (value.name === name && fits(value.data as AdminEvents[Name])) return value.data as AdminEvents[Name];
    }
  };
  /** Reads on until each of several events has come, in any order. */
  const untilAll = async (expected: Expected) => {
    const come: Partial<Record<AdminEventName, unknown>> = {};
    const missing = new Set(Object.keys(expected));
    while (missing.size > 0) {
      const { done, value } = (await events.next()) as IteratorResult<AdminEvent, undefined>;
      if (done) throw new Error(`The events ended before ${[...missing].join()}.`);
      const fits = expected[value.name] as ((data: unknown) => boolean) | undefined;
      if (!missing.has(value.name) || !fits?.(value.data)) continue;
      come[value.name] = value.data;
      missing.delete(value.name);
    }
    return come;
  };
  return { until, untilAll, end: () => abort.abort(), events };
}

test('requests are listed, counted, returned in full and exported, with the key redacted', async () => {
  const { admin, ask } = await startFake();
  const { key, alias } = await admin.keys.mint({ plan: 'pro' });
  await ask(key);
  await ask(key, 'PATCH /inventory/1', { quantity: 5 });
  await ask(key, 'GET /nothing');
  const page = await admin.requests.list({ status: '4xx' });
  expect(page).toMatchObject({ total: 1, items: [{ number: 3, key: alias, status: 404, target: '/v1/nothing' }] });
  expect(await admin.requests.count({ operation: 'updateInventory' })).toBe(1);
  expect(await admin.requests.count({ key, since: 1 })).toBe(2);
  const detail = await admin.requests.get({ number: 2 });
  expect(detail).toMatchObject({
    line: { method: 'PATCH' },
    request: { body: '{"quantity":5}' },
    response: { isWhole: true },
  });
  expect(detail.curl).toContain('PETSTORE_API_KEY');
  const har = await admin.requests.har();
  expect(har).toMatchObject({ log: { version: '1.2' } });
  expect(JSON.stringify([page, detail, har])).not.toContain(key);
  await admin.requests.clear();
  expect(await admin.requests.list()).toEqual({ items: [], total: 0, next: null });
  await expect(admin.requests.get({ number: 2 })).rejects.toMatchObject({ status: 404 });
});

test('requests of one world are not in the journal of another', async () => {
  const { admin, ask, openWorld } = await startFake();
  const { key, world } = await openWorld();
  await ask(key);
  expect(await world.requests.count()).toBe(1);
  expect(await admin.requests.count()).toBe(0);
});

test('a client can wait for future requests', async () => {
  const { admin, ask } = await startFake();
  const waiting = admin.requests.waitFor({ operation: 'updateInventory', count: 2, timeout: '20s' });
  await ask('test_pro');
  await ask('test_pro', 'PATCH /inventory/1', { quantity: 5 });
  await ask('test_pro', 'PATCH /inventory/1', { quantity: 6 });
  expect(await waiting).toMatchObject({ count: 2, items: [{ number: 2 }, { number: 3 }] });
});

test('a wait that times out reports what was seen', async () => {
  const { admin, ask } = await startFake();
  await ask('test_pro');
  const waiting = admin.requests.waitFor({ operation: 'listInventory', count: 2, timeout: '20ms' });
  await expect(waiting).rejects.toMatchObject({ status: 408, message: expect.stringContaining('1 of 2 requests') });
});

test('a client that does not back off is reported with its requests', async () => {
  const fake = await startFake();
  const { key, world } = await fake.openWorld();
  await world.limits.set({ key, remaining: 0 });
  await fake.ask(key);
  await world.clock.advance({ by: '1s' });
  await fake.ask(key);
  const { from, to, rules } = await world.manners();
  expect([from, to]).toEqual([1, 2]);
  const broken = rules.find(({ id }) => id === 'manners/waits-for-retry-after');
  expect(broken).toMatchObject({ section: '8.3', outcome: 'violation', findings: [{ exchanges: [2] }] });
  expect((await world.manners({ since: 2 })).rules.every(({ outcome }) => outcome === 'skipped')).toBe(true);
});

test('traffic is counted by status', async () => {
  const { admin, ask } = await startFake();
  await ask('test_pro');
  await ask('nobody');
  const { seconds } = await watch(admin).until('traffic', ({ seconds }) => seconds.length > 0);
  const sum = (kind: 'ok' | 'refused') => seconds.reduce((total, second) => total + second[kind], 0);
  expect([sum('ok'), sum('refused')]).toEqual([1, 1]);
});

test('events send the whole state first, and then the changes', async () => {
  const { admin, ask, server } = await startFake();
  const { until, end, events } = watch(admin);
  expect(await until('hello')).toEqual({
    world: 'shared',
    version: '1.2.3',
    baseUrl: server.url,
    mode: 'fake',
    upstream: null,
    operations: expect.arrayContaining([{ id: 'listInventory', method: 'GET', path: '/inventory' }]),
  });
  expect(await until('stock')).toMatchObject({ isAllNew: true, total: 3 });
  expect(await until('worlds')).toMatchObject({ total: 1 });

  await ask('test_pro', 'PATCH /inventory/1', { quantity: 77 });
  expect(await until('stock')).toMatchObject({ isAllNew: false, changes: [{ petId: 1, quantity: 77 }] });
  await ask('test_free');
  const news = await until('requests', ({ latest }) => latest === 2);
  expect(news).toMatchObject({ lines: [{ number: 2, status: 200 }], skipped: 0 });
  await admin.clock.advance({ by: '1h' });
  expect(await until('clock')).toMatchObject({ now: '2026-11-21T13:00:00.000Z' });
  await admin.faults.add({ status: 503 });
  await until('faults', ({ items }) => items.length === 1);
  await admin.keys.mint({ isolated: true });
  await until('worlds', ({ total }) => total === 2);
  end();
  expect(await events.next()).toEqual({ done: true, value: undefined });
});

test('changes of keys, behaviour, snapshots, traffic and manners are sent', async () => {
  const fake = await startFake();
  const { key, world } = await fake.openWorld();
  const { until, untilAll, end } = watch(world);
  expect(await until('hello')).toMatchObject({ world: 'w1' });
  await until('worlds');
  await world.limits.set({ key, remaining: 0 });
  expect(await until('keys')).toMatchObject({ items: [{ alias: 'key#1', minute: { remaining: 0 } }] });
  await world.behaviour.set({ 'ban-threshold': 5 });
  expect((await until('behaviour')).items).toContainEqual(expect.objectContaining({ id: 'ban-threshold', choice: 5 }));
  await world.snapshots.take({ name: 'before' });
  expect(await until('snapshots')).toMatchObject({ items: [{ name: 'before' }] });
  await fake.ask(key);
  await world.clock.advance({ by: '1s' });
  await fake.ask(key);
  const limited = ({ seconds }: AdminEvents['traffic']) => seconds.some((second) => second.limited > 0);
  const isBroken = ({ rules }: AdminEvents['manners']) => rules.some(({ outcome }) => outcome === 'violation');
  expect(await untilAll({ traffic: limited, manners: isBroken })).toMatchObject({ manners: { from: 1, to: 2 } });
  end();
});

test('streams of a dropped world or a stopped server end with a reason', async () => {
  const { admin, server, openWorld } = await startFake();
  const { id, world } = await openWorld();
  const [own, shared] = [watch(world), watch(admin)];
  await Promise.all([own.until('hello'), shared.until('hello')]);
  await admin.worlds.delete({ id });
  expect(await own.until('bye')).toEqual({ reason: 'The world was dropped because it was deleted.' });
  expect(await own.events.next()).toMatchObject({ done: true });
  await Promise.all([server.close(), shared.until('bye')]);
  expect(await shared.events.next()).toMatchObject({ done: true });
});
