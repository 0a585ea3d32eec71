import { expect, test } from 'vitest';
import { createRealClock } from './real-clock.js';

const clock = createRealClock();

test('goes by the time of the machine', () => {
  const before = Date.now();
  expect(clock.now()).toBeGreaterThanOrEqual(before);
  expect(clock.now()).toBeLessThanOrEqual(Date.now());
});

test('waits', async () => {
  const startMs = performance.now();
  await clock.wait(20, new AbortController().signal);
  expect(performance.now() - startMs).toBeGreaterThan(15);
});

test.each([1_000_000, 2 ** 40])('ends a wait of %i ms at once when it is aborted', async (ms) => {
  const stop = new AbortController();
  let isOver = false;
  const wait = clock.wait(ms, stop.signal).then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(isOver).toBe(false);
  stop.abort();
  await wait;
  await clock.wait(ms, stop.signal);
});
