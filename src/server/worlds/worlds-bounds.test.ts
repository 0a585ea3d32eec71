import { expect, test, vi } from 'vitest';
import { handle } from '../../../mocks/handle.js';
import { completeRequest } from '../../../mocks/petstore.js';
import type { ServedWorld } from './served-world.js';
import { openWorlds, sending } from './worlds-for-tests.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Collects the worlds that are dropped from now on. */
function droppedFrom(worlds: ReturnType<typeof openWorlds>['worlds']): object[] {
  const dropped: object[] = [];
  worlds.onDrop((world) => dropped.push(world));
  return dropped;
}

test('drops a world that was idle for an hour', () => {
  const { worlds } = openWorlds();
  const dropped = droppedFrom(worlds);
  const { key } = worlds.open({});
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(worlds.idOf(sending(`Bearer ${key}`))).toBe('w1');
  vi.advanceTimersByTime(1);
  expect(worlds.get('w1')).toBeUndefined();
  expect(dropped).toEqual([{ id: 'w1', reason: 'idle' }]);
});

test.each([
  ['a request', (_: ReturnType<typeof openWorlds>, { traffic }: ServedWorld) => traffic.count(200)],
  ['an admin call', ({ worlds }: ReturnType<typeof openWorlds>) => worlds.get('w1')],
] as const)('counts %s as use of a world', (_what, use) => {
  const opened = openWorlds({ idleMs: 2_000 });
  const { worlds } = opened;
  const { served } = worlds.open({});
  for (let turn = 0; turn < 3; turn += 1) {
    vi.advanceTimersByTime(1_999);
    use(opened, served);
  }
  expect(worlds.list().map(({ id }) => id)).toEqual(['shared', 'w1']);
});

test('checks for idle worlds when another one is opened', () => {
  const { worlds, clock } = openWorlds();
  worlds.open({});
  clock.nowMs += HOUR_MS;
  worlds.open({});
  expect(worlds.list().map(({ id }) => id)).toEqual(['shared', 'w2']);
});

test('keeps worlds forever if the idle time is unlimited', () => {
  const { worlds, clock } = openWorlds({ idleMs: Number.POSITIVE_INFINITY });
  worlds.open({});
  clock.nowMs += 1_000 * HOUR_MS;
  worlds.open({});
  expect(worlds.list()).toMatchObject([{}, { id: 'w1', droppedAfterSeconds: null }, { id: 'w2' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('polls for idle worlds only while one exists, and until it is closed', () => {
  const { worlds } = openWorlds();
  expect(vi.getTimerCount()).toBe(0);
  worlds.open({});
  worlds.open({});
  expect(vi.getTimerCount()).toBe(1);
  worlds.delete('w1');
  expect(vi.getTimerCount()).toBe(1);
  worlds.delete('w2');
  expect(vi.getTimerCount()).toBe(0);
  worlds.open({});
  worlds.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('polls for idle worlds once a minute', () => {
  const { worlds } = openWorlds({ idleMs: 2 * MINUTE_MS });
  const dropped = droppedFrom(worlds);
  worlds.open({});
  vi.advanceTimersByTime(2 * MINUTE_MS - 1);
  expect(dropped).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(dropped).toEqual([{ id: 'w1', reason: 'idle' }]);
  expect(vi.getTimerCount()).toBe(0);
});

test('drops the longest-idle world to make room', () => {
  const { worlds, clock } = openWorlds({ most: 2 });
  const dropped = droppedFrom(worlds);
  const { served } = worlds.open({});
  clock.nowMs += 1_000;
  worlds.open({});
  clock.nowMs += 1_000;
  served.traffic.count(200);
  clock.nowMs += MINUTE_MS;
  worlds.open({});
  expect(worlds.list().map(({ id }) => id)).toEqual(['shared', 'w1', 'w3']);
  expect(dropped).toEqual([{ id: 'w2', reason: 'no-room' }]);
});

test('rejects another world if all are in use, with a suggested fix', () => {
  const { worlds, clock } = openWorlds({ most: 2 });
  worlds.open({});
  clock.nowMs += 1;
  worlds.open({});
  clock.nowMs += MINUTE_MS - 2;
  expect(() => worlds.open({})).toThrow(
    'the limit of 2 is reached. Drop one with DELETE /__admin/worlds/w1, or start the server with --worlds 4.',
  );
  expect(worlds.list()).toHaveLength(3);
  clock.nowMs += 1;
  expect(worlds.open({}).served.id).toBe('w3');
});

test('opens no world if the maximum is 0', () => {
  const { worlds } = openWorlds({ most: 0 });
  expect(() => worlds.open({})).toThrow('this server allows none. Start it with --worlds 1000.');
});

test('an invalid key changes nothing', () => {
  const { worlds, clock } = openWorlds({ most: 1 });
  worlds.open({});
  clock.nowMs += 2 * MINUTE_MS;
  expect(() => worlds.open({ expiresIn: 'tomorrow' })).toThrow("Try '1h'.");
  expect(worlds.list().map(({ id }) => id)).toEqual(['shared', 'w1']);
  expect(worlds.open({}).served.id).toBe('w2');
});

test('limits the journal of an isolated world to 1,000 exchanges, and its bodies to a share of 256 MiB', () => {
  const { worlds } = openWorlds({ world: { journalLimit: 0, behaviour: { 'body-limit': 10_000_000 } } });
  const { served, key } = worlds.open({ plan: 'enterprise' });
  const ask = (body?: string) => {
    const method = body === undefined ? 'GET' : 'PATCH';
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const path = method === 'GET' ? '/v1/inventory' : '/v1/inventory/1';
    handle(completeRequest({ method, path, headers, body: body ?? '' }), served.world);
  };
  for (let index = 0; index < 1_001; index += 1) ask();
  expect(served.world.journal.exchanges).toHaveLength(1_000);
  served.world.journal.clear();
  const large = JSON.stringify({ quantity: 1, note: 'x'.repeat(6_000_000) });
  for (let index = 0; index < 4; index += 1) ask(large);
  expect(served.world.journal.exchanges).toHaveLength(2);
  for (let index = 0; index < 31; index += 1) worlds.open({});
  ask(large);
  expect(served.world.journal.exchanges).toHaveLength(1);
});
