import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AdminClient } from '../../admin/client/admin-client.js';
import { StockReader } from './stock-reader.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A server whose stock takes a second to read. */
function slowStock() {
  let requests = 0;
  const list = async () => {
    requests++;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { items: [], next: null, total: 0 };
  };
  return { client: { inventory: { list } } as unknown as AdminClient, requests: () => requests };
}

test('pauses after a read, then reads once for all requests meanwhile', async () => {
  const { client, requests } = slowStock();
  const ending = new AbortController();
  const reader = new StockReader(client, () => {}, ending.signal);
  void reader.request();
  await vi.advanceTimersByTimeAsync(1_000);
  void reader.request();
  void reader.request();
  await vi.advanceTimersByTimeAsync(300);
  expect(requests()).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests()).toBe(2);
  ending.abort();
});

test('ends when the world is left', async () => {
  const { client, requests } = slowStock();
  const ending = new AbortController();
  const read = vi.fn();
  const reader = new StockReader(client, read, ending.signal);
  void reader.request();
  ending.abort();
  void reader.request();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(requests()).toBe(1);
  expect(read).not.toHaveBeenCalled();
});
