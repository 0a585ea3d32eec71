import { expect, test } from 'vitest';
import { World } from '../../../mocks/world.js';
import { ask } from '../../../tests/ask.js';
import { Changes, NO_CHANGES } from './changes.js';
import { NamedSnapshots } from './named-snapshots.js';
import { serveWorld } from './served-world.js';

/** The changes of a world with so much room for their states. */
function open(mostBytes: number, { pets = 1_000, countsJournals = true } = {}) {
  const world = new World({ pets, clock: '2026-11-21T12:00:00Z' });
  const room = () => ({ mostBytes, countsJournals });
  const snapshot = world.state.bind(world);
  const snapshots = new NamedSnapshots({ snapshot, restore: world.restore.bind(world) }, room);
  const changes = new Changes({ world, snapshot, snapshots }, room);
  const sums = () => changes.list().map(({ summary }) => summary);
  return { world, changes, snapshots, sums };
}

test('twenty states of a large store need little more than one', () => {
  const { world, changes, sums } = open(1_000_000, { pets: 2_000 });
  for (let turn = 1; turn <= 20; turn++) {
    world.inventory.setQuantity(String(turn), 5_000 + turn);
    changes.replaceWorld(`Turn ${turn}`, () => world.restore(JSON.parse(JSON.stringify(world.state()))));
  }
  expect(20 * JSON.stringify(world.state()).length).toBeGreaterThan(2_000_000);
  expect(sums()).toHaveLength(20);
});

test('states that have nothing in common push out the oldest, but never the latest', () => {
  const { world, changes, sums } = open(300_000);
  for (const seed of [1, 2, 3, 4]) changes.replaceWorld(`Seed ${seed}`, () => world.seed({ seed }));
  expect(sums()).toEqual(['Seed 4', 'Seed 3']);
  const small = open(1);
  for (const seed of [1, 2]) small.changes.replaceWorld(`Seed ${seed}`, () => small.world.seed({ seed }));
  expect(small.sums()).toEqual(['Seed 2']);
});

test('the state of a large journal counts', () => {
  const { world, changes, sums } = open(100_000, { pets: 1 });
  for (let turn = 1; turn <= 4; turn++) {
    for (let sent = 0; sent < 40; sent++) ask(world, 'GET', '/inventory');
    changes.clearJournal();
  }
  expect(sums().length).toBeLessThan(4);
  expect(sums()).toContain('Clear the requests');
});

test('servers of a store keep no journals in their changes, and do not note that one was cleared', () => {
  const { world, changes, snapshots, sums } = open(1_000_000, { countsJournals: false });
  ask(world, 'GET', '/inventory');
  snapshots.put('a', JSON.stringify(world.state()));
  changes.changeSnapshot('a', () => snapshots.delete('a'));
  changes.replaceWorld('Reset the world', () => world.reset());
  ask(world, 'GET', '/inventory');
  changes.clearJournal();
  expect(world.journal.count).toBe(0);
  expect(sums()).toEqual(['Reset the world', 'Delete the snapshot a']);
  expect(JSON.stringify(changes.state())).not.toContain('"journal"');
});

test('changes are continued from JSON, and share what is equal again', () => {
  const first = serveWorld('shared', new World({ pets: 100 }));
  for (let turn = 0; turn < 3; turn++) first.changes.replaceWorld('Reset the world', () => first.steering.reset());
  first.changes.setPet('1', () => first.steering.inventory.set(1, 71));
  const other = serveWorld('shared', new World({ pets: 100 }));
  other.world.restore(first.world.state());
  other.changes.restore(JSON.parse(JSON.stringify(first.changes.state())));
  expect(other.changes.list()).toEqual(JSON.parse(JSON.stringify(first.changes.list())));
  const states = other.changes.list().flatMap(({ undo }) => ('state' in undo ? [undo.state] : []));
  expect(states).toHaveLength(3);
  for (const { stock } of states)
    for (const [place, record] of stock.entries()) expect(record).toBe(states[0]?.stock[place]);
  other.changes.undo(other.changes.find(undefined));
  expect(other.steering.inventory.get(1)?.quantity).not.toBe(71);
  other.changes.restore(NO_CHANGES);
  expect(other.changes.list()).toEqual([]);
});
