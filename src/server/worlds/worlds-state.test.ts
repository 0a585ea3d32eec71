import { expect, test, vi } from 'vitest';
import { parseState, type SavedState } from '../../../mocks/state/saved-state.js';
import type { Worlds } from './worlds.js';
import { list, NOON_MS, openWorlds, sending } from './worlds-for-tests.js';

const ALL = { journal: true, worlds: true };
const textOf = (worlds: Worlds) => JSON.stringify(worlds.state(ALL));

/** Opens the saved worlds on another server. */
function reopen(text: string, bounds: { readonly most?: number } = {}) {
  const opened = openWorlds(bounds);
  opened.worlds.restore(parseState(text, 'shop.json'), 'Reading the state shop.json');
  return opened;
}

test('isolated worlds are reopened with their keys, and ids go on after the last one', () => {
  const { worlds } = openWorlds();
  worlds.open({});
  const { served, key } = worlds.open({ plan: 'pro', expiresIn: '2h' });
  const second = served.steering.keys.mint();
  served.steering.inventory.set(1, 71);
  list({ worlds }, second);
  worlds.open({});
  for (const id of ['w1', 'w3']) worlds.delete(id);
  const text = textOf(worlds);
  const other = reopen(text);
  expect(textOf(other.worlds)).toBe(text);
  const again = other.worlds.get('w2');
  for (const each of [key, second]) expect(other.worlds.find(sending(`Bearer ${each}`))).toBe(again);
  expect(list(other, second).headers['X-RateLimit-Remaining']).toBe('58');
  expect(again?.steering.inventory.get(1)?.quantity).toBe(71);
  expect(other.worlds.shared.steering.inventory.get(1)?.quantity).not.toBe(71);
  expect(other.worlds.open({}).served.id).toBe('w4');
});

test('a reset of a reopened world returns to its first key and its terms', () => {
  const { worlds } = openWorlds();
  const { served, key } = worlds.open({ plan: 'pro', expiresIn: '2h' });
  const second = served.steering.keys.mint();
  const other = reopen(textOf(worlds));
  const again = other.worlds.get('w1');
  again?.steering.clock.advance('1h');
  again?.steering.reset();
  expect(again?.steering.keys.list()).toMatchObject([{ alias: 'key#1', plan: 'pro' }]);
  expect(again?.world.accounts.ofKey(key)?.expiresAtMs).toBe(NOON_MS + 7_200_000);
  expect(list(other, second).body).toContain('The API key no longer exists in its world, w1');
});

test('a reopened world is dropped when it was idle for too long since then', () => {
  const { worlds } = openWorlds();
  const { key } = worlds.open({});
  const other = reopen(textOf(worlds));
  other.clock.nowMs += 3_500_000;
  vi.advanceTimersToNextTimer();
  expect(other.worlds.get('w1')).toBeDefined();
  other.clock.nowMs += 3_600_000;
  vi.advanceTimersToNextTimer();
  expect(other.worlds.get('w1')).toBeUndefined();
  expect(other.worlds.find(sending(`Bearer ${key}`))).toBe(other.worlds.shared);
});

test('without isolated worlds the state has none of their keys', () => {
  const { worlds } = openWorlds();
  worlds.open({});
  expect(JSON.stringify(worlds.state({ journal: true, worlds: false }))).not.toMatch(/iso_|"worlds/);
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

type Change = (worlds: { -readonly [Part in keyof Saved]: Saved[Part] }[]) => void;
type Saved = NonNullable<SavedState['worlds']>[number];

test.each<[string, Change]>([
  ['/worlds/1/state/listTurn must be integer', ([, world]) => Object.assign(world?.state ?? {}, { listTurn: 'often' })],
  [
    '/worlds/0/state/stock/1/petId occurs twice',
    ([world]) => Object.assign(world?.state.stock[1] ?? {}, { petId: '1' }),
  ],
  ['/worlds/0/state/worlds is not allowed', ([world]) => Object.assign(world?.state ?? {}, { worlds: [] })],
  ['/worlds/0/key is not of the right form', ([world]) => Object.assign(world ?? {}, { key: 's3cret' })],
  ['/worlds/1/key occurs twice', ([one, other]) => Object.assign(other ?? {}, { key: one?.key })],
  ['/worlds/1/id occurs twice', ([, world]) => Object.assign(world ?? {}, { id: 'w1' })],
  ['/worlds/0/id is not of the right form', ([world]) => Object.assign(world ?? {}, { id: 'shared' })],
  [
    '/worlds/0/terms/expiresIn is not a lifetime',
    ([world]) => Object.assign(world ?? {}, { terms: { expiresIn: 'long' } }),
  ],
  [
    '(/worlds/1/state): /ban-status',
    ([, world]) => Object.assign(world?.state ?? {}, { behaviour: { 'ban-status': 1 } }),
  ],
])('a state with %s is rejected', (problem, change) => {
  const { worlds } = openWorlds();
  const keys = [worlds.open({}).key, worlds.open({}).key];
  const state = JSON.parse(textOf(worlds));
  change(state.worlds);
  const read = () => parseState(JSON.stringify(state), 'shop.json');
  expect(read).toThrow(problem);
  for (const key of [...keys, 's3cret']) expect(read).not.toThrow(key);
});

test('more worlds than allowed are rejected, and nothing changes', () => {
  const { worlds } = openWorlds();
  worlds.open({});
  worlds.open({});
  worlds.shared.steering.inventory.set(1, 71);
  const few = openWorlds({ most: 1 });
  const before = textOf(few.worlds);
  expect(() => few.worlds.restore(parseState(textOf(worlds), 'shop.json'), 'Reading the state')).toThrow(
    'Reading the state: it has 2 isolated worlds, and this server allows 1. Try --worlds 1000',
  );
  expect(textOf(few.worlds)).toBe(before);
});
