import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { AdminError } from '../../admin/client/caller.js';
import type { AdminEvent } from '../../admin/events.js';
import type { StockEntry } from '../../admin/stock.js';
import { Live, WorldTime } from './live.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const hello: AdminEvent = {
  name: 'hello',
  data: { world: 'shared', version: '1', baseUrl: 'http://x/v1', mode: 'fake', upstream: null, operations: [] },
};
const pet = (petId: string, quantity = 1): StockEntry => ({ petId, quantity, status: 'available' });
const stockUpdate = (isAllNew: boolean, changes: StockEntry[] = []): AdminEvent => ({
  name: 'stock',
  data: { version: 1, total: 2, isAllNew, changes },
});

/** A server with scripted events: each entry is one connection, which ends with an error or is left open. */
function serverOf(...connections: { events: AdminEvent[]; error?: Error; isOpen?: boolean }[]) {
  const requests: string[] = [];
  const stock: StockEntry[] = [pet('1'), pet('2')];
  const client = {
    worldId: 'shared',
    async *events(signal?: AbortSignal) {
      requests.push('events');
      const { events, error, isOpen = false } = connections.shift() ?? { events: [], isOpen: true };
      yield* events;
      if (error !== undefined) throw error;
      if (isOpen) await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
    inventory: {
      list: async ({ after }: { after?: string }) => {
        requests.push(`stock after ${after}`);
        const [first, ...rest] = after === undefined ? stock : stock.slice(1);
        const items = first === undefined ? [] : [first];
        return { items, total: stock.length, next: rest.length > 0 ? items[0]?.petId : null };
      },
    },
  };
  return { client: client as unknown as AdminClient, requests, stock };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it('is live after the server’s hello', async () => {
  const live = new Live(serverOf({ events: [hello], isOpen: true }).client);
  expect(live.connection.value).toBe('connecting');
  await settle();
  expect(live.connection.value).toBe('live');
  live.close();
});

it('reconnects after doubling waits, which are short again once it was live', async () => {
  const { client, requests } = serverOf(
    { events: [], error: new AdminError('gone') },
    { events: [], error: new AdminError('gone') },
    { events: [hello] },
    { events: [hello], isOpen: true },
  );
  const live = new Live(client);
  await settle();
  expect(live.connection.value).toBe('lost');
  await vi.advanceTimersByTimeAsync(250);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(250);
  expect(requests).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(250);
  expect(requests).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(250);
  expect(requests).toHaveLength(4);
  expect(live.connection.value).toBe('live');
  live.close();
});

it.each([
  [401, 'refused'],
  [403, 'refused'],
  [404, 'ended'],
])('does not reconnect after a %i', async (status, connection) => {
  const { client, requests } = serverOf({ events: [], error: new AdminError('no', status) });
  const live = new Live(client);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(live.connection.value).toBe(connection);
  expect(requests).toHaveLength(1);
});

it('reads the stock page by page, and applies changes made meanwhile', async () => {
  const { client, requests } = serverOf({
    events: [hello, stockUpdate(true), stockUpdate(false, [pet('2', 9)])],
    isOpen: true,
  });
  const live = new Live(client);
  await settle();
  expect(requests).toEqual(['events', 'stock after undefined', 'stock after 1']);
  expect(live.stock.pets.value).toEqual([pet('1'), pet('2', 9)]);
  live.close();
});

it('pauses between two reads of a stock that is replaced again and again', async () => {
  const { client, requests, stock } = serverOf({
    events: [hello, stockUpdate(true), stockUpdate(true), stockUpdate(true)],
    isOpen: true,
  });
  const live = new Live(client);
  await settle();
  expect(requests).toHaveLength(3);
  stock[0] = pet('1', 4);
  await vi.advanceTimersByTimeAsync(500);
  expect(requests).toHaveLength(5);
  expect(live.stock.pets.value?.[0]).toEqual(pet('1', 4));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(5);
  live.close();
});

it('knows how many pets there are before it has read them', async () => {
  const { client } = serverOf({ events: [hello, stockUpdate(true)], isOpen: true });
  Object.assign(client.inventory, { list: () => new Promise(() => {}) });
  const live = new Live(client);
  await settle();
  expect(live.stock.count.value).toBe(2);
  expect(live.stock.pets.value).toBeUndefined();
  live.close();
});

it('leaves no timer and no connection behind', async () => {
  const clock: AdminEvent = { name: 'clock', data: { now: '2026-11-21T12:00:00Z', mode: 'real', scale: 1 } };
  const { client, requests } = serverOf({
    events: [hello, clock, stockUpdate(true), stockUpdate(false, [pet('1')])],
    isOpen: true,
  });
  const live = new Live(client);
  await settle();
  live.close();
  await settle();
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests.filter((call) => call === 'events')).toHaveLength(1);
});

const NOON = '2026-11-21T12:00:00.000Z';

it('advances at the pace of the world', () => {
  const time = new WorldTime();
  time.set({ now: NOON, mode: 'real', scale: 60 });
  vi.advanceTimersByTime(2_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON) + 120_000);
  time.stop();
});

it('does not advance while the clock is frozen', () => {
  const time = new WorldTime();
  time.set({ now: NOON, mode: 'manual', scale: 0 });
  vi.advanceTimersByTime(60_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON));
  expect(vi.getTimerCount()).toBe(0);
});

it('retains its time when stopped, and continues after the next event', () => {
  const time = new WorldTime();
  time.set({ now: NOON, mode: 'real', scale: 1 });
  time.stop();
  vi.advanceTimersByTime(60_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON));
  expect(vi.getTimerCount()).toBe(0);
  time.set({ now: '2026-11-21T12:01:00.000Z', mode: 'real', scale: 1 });
  vi.advanceTimersByTime(1_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON) + 61_000);
  time.stop();
});
