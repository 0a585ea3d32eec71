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
const pet = (petId: number, quantity = 1): StockEntry => ({ petId, quantity, status: 'available' });
const stockUpdate = (isAllNew: boolean, changes: StockEntry[] = []): AdminEvent => ({
  name: 'stock',
  data: { version: 1, total: 2, isAllNew, changes },
});

/** A server with scripted events: each entry is one connection, which ends with an error or is left open. */
function serverOf(...connections: { events: AdminEvent[]; error?: Error; isOpen?: boolean }[]) {
  const requests: string[] = [];
  const client = {
    worldId: 'shared',
    async *events(signal?: AbortSignal) {
      requests.push('events');
      const { events, error, isOpen = false } = connections.shift() ?? { events: [], isOpen: true };
      yield* events;
      if (error !== undefined) throw error;
      if (isOpen) await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    },
  };
  return { client: client as unknown as AdminClient, requests };
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

it('knows how many pets there are', async () => {
  const live = new Live(serverOf({ events: [hello, stockUpdate(true)], isOpen: true }).client);
  await settle();
  expect(live.stock.value?.total).toBe(2);
  live.close();
});

it('leaves no timer and no connection behind', async () => {
  const clock: AdminEvent = { name: 'clock', data: { now: '2026-11-21T12:00:00Z', mode: 'real', scale: 1 } };
  const { client, requests } = serverOf({
    events: [hello, clock, stockUpdate(true), stockUpdate(false, [pet(1)])],
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
