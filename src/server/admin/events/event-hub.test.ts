import { expect, test, vi } from 'vitest';
import { stateForTests } from '../../shared-store/joined-for-tests.js';
import { AdminHttpError } from '../admin-route.js';
import { openHub, readAll } from './events-for-tests.js';
import { TICKS_A_SECOND } from './world-topics.js';

test('a stream begins with the whole state in one chunk', async () => {
  const { watch } = openHub();
  const news = await watch().news();
  expect(news[0]).toMatchObject({
    name: 'hello',
    data: { world: 'shared', version: '1.2.3', baseUrl: 'http://127.0.0.1:4290/v1', mode: 'fake', upstream: null },
  });
  expect(news.map(({ name }) => name)).toEqual([
    'hello',
    'clock',
    'stock',
    'keys',
    'faults',
    'behaviour',
    'snapshots',
    'requests',
    'traffic',
    'worlds',
  ]);
});

test('without changes a stream gets only a comment every 15 seconds', async () => {
  const { watch, tick } = openHub();
  const events = watch();
  await events.news();
  for (let times = 0; times < 2; times++) {
    tick(15 * TICKS_A_SECOND - 1);
    expect(await events.text()).toBe('');
    tick();
    expect(await events.text()).toBe(':\n\n');
  }
});

test('each changed part is sent once to all streams, as its list returns it', async () => {
  const { watch, tick, shared } = openHub();
  const [one, other] = [watch(), watch()];
  await Promise.all([one.news(), other.news()]);
  shared.steering.faults.next('any', { status: 503 }, { times: 2 });
  shared.steering.keys.ban('test_free');
  shared.steering.setBehaviour({ 'ban-threshold': 5 });
  shared.snapshots.take('before');
  tick(2);
  const news = await one.news();
  expect(news.map(({ name }) => name)).toEqual(['keys', 'faults', 'behaviour', 'snapshots']);
  expect(news[1]?.data).toEqual({
    items: [expect.objectContaining({ id: '1', operation: 'any', status: 503, left: 2 })],
  });
  expect(await other.news()).toEqual(news);
});

test('a later stream begins with the current state, even if no other was open in between', async () => {
  const { watch, worlds, clock } = openHub();
  const first = watch();
  await first.news();
  await first.leave();
  worlds.open({});
  clock.nowMs += 90_000;
  const page = await watch().newsOf('worlds');
  expect(page?.items).toMatchObject([
    { id: 'shared', ageSeconds: 90 },
    { id: 'w1', idleSeconds: 90 },
  ]);
});

test('a change of the worlds is sent within a second, a change of their age is not', async () => {
  const { watch, tick, worlds, clock } = openHub();
  const events = watch();
  await events.news();
  worlds.open({ plan: 'pro' });
  tick(TICKS_A_SECOND);
  expect(await events.newsOf('worlds')).toMatchObject({ total: 2, items: [{ id: 'shared' }, { id: 'w1' }] });
  clock.nowMs += 60_000;
  tick(2 * TICKS_A_SECOND);
  expect(await events.text()).toBe('');
});

test('a store that goes or returns is sent within a tick, its progress is not', async () => {
  const state = { ...stateForTests };
  const { watch, tick } = openHub({ readStore: () => state });
  const events = watch();
  expect((await events.news())[1]).toEqual({ name: 'store', data: state });
  Object.assign(state, { lagMs: 700 });
  tick();
  expect(await events.text()).toBe('');
  Object.assign(state, { isReady: false });
  tick();
  expect(await events.news()).toMatchObject([{ name: 'store', data: { isReady: false } }]);
  expect(await watch().newsOf('store')).toMatchObject({ isReady: false });
  Object.assign(state, { isReady: true });
  tick();
  expect(await events.newsOf('store')).toMatchObject({ isReady: true });
});

test('a stream does not get events of another world', async () => {
  const { watch, tick, worlds, shared } = openHub();
  const { served } = worlds.open({});
  const events = watch(served);
  expect((await events.news())[0]).toMatchObject({ name: 'hello', data: { world: 'w1' } });
  shared.steering.clock.advance('1h');
  tick();
  expect(await events.text()).toBe('');
  served.steering.clock.advance('1h');
  tick();
  expect(await events.newsOf('clock')).toMatchObject({ now: '2026-11-21T13:00:00.000Z' });
});

test('a slow reader gets only the latest state later', async () => {
  const { hub, tick, shared } = openHub();
  const stream = hub.open(shared);
  tick();
  for (const remaining of [5, 4, 3]) {
    shared.steering.limits.set('test_free', { remaining });
    shared.steering.inventory.set(1, { quantity: remaining });
    tick();
  }
  const events = readAll(stream);
  expect((await events.news()).map(({ name }) => name)).toContain('hello');
  expect(await events.text()).toBe('');
  tick();
  const news = await events.news();
  expect(news.map(({ name }) => name)).toEqual(['stock', 'keys']);
  expect(news[0]?.data).toMatchObject({ isAllNew: false, changes: [{ petId: 1, quantity: 3 }] });
  expect(JSON.stringify(news[1]?.data)).toContain('"remaining":3');
});

test('changes are polled only while a stream is open', async () => {
  const { watch } = openHub();
  expect(vi.getTimerCount()).toBe(0);
  const [one, other] = [watch(), watch()];
  expect(vi.getTimerCount()).toBe(2);
  await one.leave();
  expect(vi.getTimerCount()).toBe(1);
  await other.leave();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  [
    'deleted',
    'The world was dropped because it was deleted.',
    (hub: ReturnType<typeof openHub>) => hub.worlds.delete('w1'),
  ],
  ['in the server when it stops', 'The server is stopping.', (hub: ReturnType<typeof openHub>) => hub.close()],
])('a stream of a world that is %s ends with a bye event', async (_, why, end) => {
  const opened = openHub();
  const events = opened.watch(opened.worlds.open({}).served);
  await events.news();
  end(opened);
  expect(await events.news()).toEqual([{ name: 'bye', data: { reason: why } }]);
  expect(events.hasEnded()).toBe(true);
});

test('dropping a world does not end streams of others', async () => {
  const { watch, worlds } = openHub();
  worlds.open({});
  const events = watch();
  await events.news();
  worlds.delete('w1');
  expect(await events.text()).toBe('');
  expect(events.hasEnded()).toBe(false);
});

test('a stopped server opens no more streams', () => {
  const { close, watch } = openHub();
  close();
  expect(() => watch()).toThrow(new AdminHttpError(503, 'The server is stopping. Start it and retry.'));
});

test('a bug is reported once, and ends the streams of its world', async () => {
  const bugs: unknown[] = [];
  const { watch, tick, shared } = openHub({}, { world: { onBug: (bug) => bugs.push(bug) } });
  const events = watch();
  await events.news();
  const bug = new Error('a bug');
  Object.assign(shared.steering.faults, {
    list: () => {
      throw bug;
    },
  });
  tick(3);
  expect(bugs).toEqual([bug]);
  expect((await events.news()).map(({ name }) => name)).toEqual(['bye']);
});
