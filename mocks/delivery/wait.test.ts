import { afterEach, expect, test, vi } from 'vitest';
import { wait } from './wait.js';

afterEach(() => {
  vi.useRealTimers();
});

test('it waits for its time', async () => {
  vi.useFakeTimers();
  const done = vi.fn();
  void wait(2000, new AbortController().signal).then(done);
  await vi.advanceTimersByTimeAsync(1999);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(done).toHaveBeenCalledOnce();
});

test('it gives up, and leaves no timer behind, when it is told to', async () => {
  vi.useFakeTimers();
  const abort = new AbortController();
  const waiting = wait(3_600_000, abort.signal);
  expect(vi.getTimerCount()).toBe(1);
  abort.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});

test('it does not begin where nobody waits any more', async () => {
  vi.useFakeTimers();
  await wait(3_600_000, AbortSignal.abort());
  expect(vi.getTimerCount()).toBe(0);
});
