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
  let asked = 0;
  const list = async () => {
    asked++;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return { items: [], next: null, total: 0 };
  };
  return { client: { inventory: { list } } as unknown as AdminClient, asked: () => asked };
}

test('pauses nine times as long as reading took, even if requested meanwhile', async () => {
  const { client, asked } = slowStock();
  const reader = new StockReader(client, () => {});
  reader.request();
  await vi.advanceTimersByTimeAsync(1_000);
  reader.request();
  await vi.advanceTimersByTimeAsync(8_900);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(asked()).toBe(2);
  reader.close();
});

test('does not pause after another server has connected', async () => {
  const { client, asked } = slowStock();
  const reader = new StockReader(client, () => {});
  reader.request();
  await vi.advanceTimersByTimeAsync(1_000);
  reader.wake();
  expect(asked()).toBe(1);
  reader.request();
  expect(asked()).toBe(2);
  reader.close();
});

test('reads at once when woken, if requested during the pause', async () => {
  const { client, asked } = slowStock();
  const reader = new StockReader(client, () => {});
  reader.request();
  await vi.advanceTimersByTimeAsync(1_000);
  reader.request();
  reader.wake();
  expect(asked()).toBe(2);
  reader.close();
});
