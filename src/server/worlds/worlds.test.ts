import { expect, test, vi } from 'vitest';
import { World } from '../../../mocks/world.js';
import { journalShare } from './served-world.js';
import { Worlds } from './worlds.js';
import { list, NOON_MS, openWorlds, sending } from './worlds-for-tests.js';

const HOUR_MS = 3_600_000;

test('opens a new world for a key', () => {
  const { worlds } = openWorlds();
  const { served, key } = worlds.open({ plan: 'pro' });
  expect(served).toMatchObject({ id: 'w1', isShared: false });
  expect(key).toMatch(/^iso_[0-9a-f]{32}$/);
  expect(worlds.find(sending(`Bearer ${key}`))).toBe(served);
  expect(worlds.get('w1')).toBe(served);
  expect(served.world.accounts.ofKey(key)).toMatchObject({ alias: 'key#1', plan: 'pro' });
  expect(worlds.open({}).served.id).toBe('w2');
});

test('creates a world with the options of the shared one', () => {
  const { worlds } = openWorlds({ world: { pets: 7, behaviour: { 'ban-threshold': 5 }, baseUrl: 'http://a.test/v2' } });
  const { world } = worlds.open({}).served;
  expect(world.inventory.list()).toHaveLength(7);
  expect(world.behaviour['ban-threshold']).toBe(5);
  expect(world.addresses.base.url).toBe('http://a.test/v2');
});

test('isolates worlds', () => {
  const { worlds } = openWorlds();
  const [one, other] = [worlds.open({}).served, worlds.open({}).served];
  const before = other.steering.inventory.list();
  one.steering.inventory.set(1, 71);
  one.steering.clock.advance('1h');
  one.steering.faults.next('listInventory', { status: 503 });
  expect(other.steering.inventory.list()).toEqual(before);
  expect(worlds.shared.steering.inventory.list()).toEqual(before);
  expect(other.steering.clock.now()).toBe(NOON_MS);
  expect(other.world.faults).not.toBe(one.world.faults);
});

test.each([
  ['shared', 'the shared world cannot be dropped. Reset it with POST /__admin/reset.'],
  ['w7', 'no world has that id. GET /__admin/worlds lists all worlds.'],
  ['w1', 'no world has that id. GET /__admin/worlds lists all worlds.'],
])('cannot drop %s', (id, said) => {
  const { worlds } = openWorlds();
  worlds.open({});
  worlds.delete('w1');
  expect(() => worlds.delete(id)).toThrow(said);
});

test('notifies listeners of each dropped world', () => {
  const { worlds } = openWorlds();
  const heard: string[] = [];
  worlds.onDrop(({ id, reason }) => heard.push(`${id} ${reason}`));
  for (let index = 0; index < 2; index += 1) worlds.open({});
  worlds.delete('w1');
  expect(heard).toEqual(['w1 deleted']);
});

test('lists every world with its contents and its idle time', () => {
  const { worlds, clock } = openWorlds();
  worlds.shared.traffic.count(200);
  clock.nowMs += 5_000;
  const { served } = worlds.open({});
  served.steering.keys.mint();
  served.traffic.count(200);
  served.traffic.count(429);
  clock.nowMs += 1_500;
  worlds.get('w1');
  clock.nowMs += 500;
  const [shared, isolated] = worlds.list();
  expect(shared).toEqual({
    id: 'shared',
    isShared: true,
    keys: worlds.shared.world.accounts.knownKeys().length,
    pets: 3,
    requests: 1,
    ageSeconds: 7,
    idleSeconds: 7,
    droppedAfterSeconds: null,
  });
  expect(isolated).toEqual({
    id: 'w1',
    isShared: false,
    keys: 2,
    pets: 3,
    requests: 2,
    ageSeconds: 2,
    idleSeconds: 0.5,
    droppedAfterSeconds: 3_600,
  });
});

test('an admin call counts as use of the shared world', () => {
  const { worlds, clock } = openWorlds();
  clock.nowMs += 5_000;
  expect(worlds.get('shared')).toBe(worlds.shared);
  expect(worlds.list()[0]?.idleSeconds).toBe(0);
});

test('handles a real clock that is set back', () => {
  const { worlds, clock } = openWorlds();
  worlds.open({});
  clock.nowMs -= HOUR_MS;
  expect(worlds.list()[1]).toMatchObject({ ageSeconds: 0, idleSeconds: 0 });
});

test('throws if the factory omits the options of a world', () => {
  const worlds = new Worlds({ createWorld: () => new World() });
  expect(() => worlds.open({})).toThrow('createWorld ignored the own options of a world.');
});

const MIB = 1024 * 1024;

test('with few worlds each may retain 1,000 exchanges and 16 MiB', () => {
  const most = { exchanges: 1_000, bytes: 16 * MIB };
  expect([0, 1, 16].map(journalShare)).toEqual([most, most, most]);
});

test('many worlds share 100,000 exchanges and 256 MiB', () => {
  expect(journalShare(64)).toEqual({ exchanges: 1_000, bytes: 4 * MIB });
  expect(journalShare(200).exchanges).toBe(500);
  expect(1_000 * journalShare(1_000).exchanges).toBe(100_000);
  expect(1_000 * journalShare(1_000).bytes).toBeLessThanOrEqual(256 * MIB);
});

test('the journal of a world holds its share, from its next exchange on', () => {
  const { worlds } = openWorlds({ most: 200 });
  const { key, served } = worlds.open({});
  for (let sent = 0; sent < 600; sent++) list({ worlds }, key);
  while (worlds.list().length <= 200) worlds.open({});
  expect(served.world.journal.count).toBe(600);
  list({ worlds }, key);
  expect(served.world.journal.count).toBe(500);
});

test('listens to what may have changed a world, and to dropped ones', () => {
  const { worlds } = openWorlds();
  const changed = vi.fn();
  worlds.onChange(changed);
  worlds.open({});
  worlds.delete('w1');
  expect(changed).toHaveBeenCalledTimes(1);
  worlds.noteChange();
  expect(changed).toHaveBeenCalledTimes(2);
});
