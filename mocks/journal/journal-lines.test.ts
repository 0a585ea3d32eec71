import { expect, test } from 'vitest';
import { ask } from '../../tests/ask.js';
import { handle } from '../handle.js';
import { completeRequest } from '../petstore.js';
import { World } from '../world.js';
import type { WorldLinks, WorldOptions } from '../world-options.js';

function shop(options: WorldOptions = {}, links: WorldLinks = {}) {
  const world = new World({ clock: '2026-11-21T12:00:00Z', pets: 2, ...options }, links);
  const send = (count = 1) => {
    for (let sent = 0; sent < count; sent++) ask(world, 'GET', '/inventory');
  };
  return { world, journal: world.journal, send };
}

const numbers = (lines: readonly { readonly number: number }[]) => lines.map(({ number }) => number);

test('lines are paged, newest first, with the total of matches', () => {
  const { world, journal, send } = shop();
  send(4);
  ask(world, 'GET', '/pets/1');
  const first = journal.lines({ operation: 'listInventory' }, { limit: 3 });
  expect([numbers(first.lines), first.total, first.next]).toEqual([[4, 3, 2], 4, 2]);
  send(2);
  const second = journal.lines({ operation: 'listInventory' }, { limit: 3, after: first.next });
  expect([numbers(second.lines), second.total, second.next]).toEqual([[1], 6, undefined]);
});

test('lines since a number come oldest first, and those beyond the limit are counted', () => {
  const { journal, send } = shop();
  send(5);
  const newest = (since: number, most: number) => {
    const { lines, skipped } = journal.newest(since, most);
    return { lines: numbers(lines), skipped };
  };
  expect(newest(0, 9)).toEqual({ lines: [1, 2, 3, 4, 5], skipped: 0 });
  expect(newest(1, 2)).toEqual({ lines: [4, 5], skipped: 2 });
  expect(newest(5, 2)).toEqual({ lines: [], skipped: 0 });
  expect(newest(7, 2)).toEqual({ lines: [], skipped: 0 });
});

test('dropped or cleared lines are counted as skipped', () => {
  const { journal, send } = shop({ journalLimit: 2 });
  send(5);
  expect(journal.newest(1, 100)).toMatchObject({ lines: [{ number: 4 }, { number: 5 }], skipped: 2 });
  journal.clear();
  send();
  expect(journal.newest(4, 100)).toMatchObject({ lines: [{ number: 6 }], skipped: 1 });
});

test('a request is found by its number, as a line and as an exchange', () => {
  const { journal, send } = shop({ journalLimit: 2 });
  send(3);
  expect([journal.line(1), journal.line(4), journal.exchange(1), journal.exchange(4)]).toEqual(
    Array(4).fill(undefined),
  );
  expect(journal.line(2)?.number).toBe(2);
  expect(journal.exchange(3)).toBe(journal.exchanges[1]);
  expect(Object.isFrozen(journal.exchange(3))).toBe(true);
});

test('a secret seen in another request is redacted in this one', () => {
  const { world, journal } = shop();
  ask(world, 'POST', '/messages', { json: { message: 'wr0ng-key-of-somebody' } });
  ask(world, 'GET', '/inventory', { key: 'wr0ng-key-of-somebody' });
  expect(journal.exchange(1)?.request.body).toBe('{"message":"secret#1"}');
  expect(JSON.stringify(journal.exchanges)).not.toContain('wr0ng');
});

test('the newest exchanges form a transcript', async () => {
  const { journal, send } = shop({ baseUrl: 'https://petstore.test/v1' });
  send(4);
  const { exchanges, secrets: _, ...rest } = await journal.received(2, () => undefined);
  expect(numbers(exchanges)).toEqual([3, 4]);
  expect(rest).toEqual({
    run: undefined,
    baseUrl: 'https://petstore.test/v1',
    messagesUrl: 'https://petstore.test/v1',
  });
  expect(numbers((await journal.received(9, () => undefined)).exchanges)).toEqual([1, 2, 3, 4]);
  expect(journal.exchanges[3]).toBe(exchanges[1]);
});

test('a line needs no exchange', () => {
  const { journal, send } = shop();
  send();
  const line = journal.lines().lines[0];
  expect(line).toEqual(journal.line(1));
  expect(line).not.toHaveProperty('request');
});

test('listeners are called for each request until they unsubscribe', () => {
  const { journal, send } = shop();
  const latest: number[] = [];
  const stop = journal.onRecord(() => latest.push(journal.latest));
  const stopOther = journal.onRecord(() => latest.push(journal.latest));
  send();
  stop();
  stop();
  send();
  stopOther();
  send();
  expect(latest).toEqual([1, 1, 2]);
});

test('listeners are not called for preflights and requests that are not retained', () => {
  const { world, journal, send } = shop({ journalLimit: 0 });
  let calls = 0;
  journal.onRecord(() => calls++);
  send();
  const headers = [
    ['origin', 'https://shop.test'],
    ['access-control-request-method', 'PATCH'],
  ] as const;
  ask(world, 'OPTIONS', '/inventory/1', { headers });
  expect([calls, journal.count, journal.latest]).toEqual([0, 0, 0]);
});

test('the version changes with every request and every clear', () => {
  const { world, journal, send } = shop();
  const saved = world.state();
  const versions = [() => {}, send, () => journal.clear(), () => world.restore(saved)].map((change) => {
    change();
    return journal.version;
  });
  expect(new Set(versions).size).toBe(4);
  journal.lines();
  expect(journal.version).toBe(versions.at(-1));
});

test('it counts the retained exchanges', () => {
  const { journal, send } = shop({ journalLimit: 3 });
  send(5);
  expect([journal.count, journal.dropped]).toEqual([3, 2]);
  journal.clear();
  expect(journal.count).toBe(0);
});

test.each([
  ['path', { path: `/v1/${'x'.repeat(2_000)}` }],
  ['query', { path: `/v1/inventory?${'x'.repeat(2_000)}` }],
  ['header', { path: '/v1/inventory', headers: { 'x-long': 'x'.repeat(2_000) } }],
])('a long %s counts', (_part, request) => {
  const world = new World({ pets: 1 }, { journalBytes: () => 10_000 });
  for (let sent = 0; sent < 9; sent++) handle(completeRequest({ method: 'GET', headers: {}, ...request }), world);
  expect(world.journal.count).toBe(4);
});

test('a world may retain fewer bytes', () => {
  const { world, journal } = shop({}, { journalBytes: () => 1_000 });
  for (let sent = 0; sent < 3; sent++)
    ask(world, 'PATCH', '/inventory/1', { json: { quantity: 1, note: 'x'.repeat(900) } });
  expect(journal.count).toBe(1);
});

test('secrets that have come and gone do not slow down reading', () => {
  const { world, journal } = shop({ journalLimit: 1 });
  const names: string[] = [];
  for (let sent = 0; sent < 1_500; sent++) {
    ask(world, 'GET', '/inventory', { key: `stranger-${sent}` });
    const { credential } = journal.exchange(journal.latest)?.request ?? {};
    if (credential?.kind === 'bearer') names.push(credential.name);
  }
  expect(names).toHaveLength(1_500);
  // They are counted again from 1 once there are too many and all the first ones are gone.
  expect(new Set(names).size).toBe(1_000);
});
