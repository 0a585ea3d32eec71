import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWorldTime } from './world-time.js';

const NOON = '2026-11-21T12:00:00.000Z';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('counts on by itself, as fast as time passes in the world', () => {
  const time = createWorldTime();
  time.tell({ now: NOON, mode: 'real', scale: 60 });
  vi.advanceTimersByTime(2_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON) + 120_000);
  time.stop();
});

it('stands still with the clock of the world', () => {
  const time = createWorldTime();
  time.tell({ now: NOON, mode: 'manual', scale: 0 });
  vi.advanceTimersByTime(60_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON));
  expect(vi.getTimerCount()).toBe(0);
});

it('stays at what it knew once it is stopped, and goes on when it is told anew', () => {
  const time = createWorldTime();
  time.tell({ now: NOON, mode: 'real', scale: 1 });
  time.stop();
  vi.advanceTimersByTime(60_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON));
  expect(vi.getTimerCount()).toBe(0);
  time.tell({ now: '2026-11-21T12:01:00.000Z', mode: 'real', scale: 1 });
  vi.advanceTimersByTime(1_000);
  expect(time.nowMs.value).toBe(Date.parse(NOON) + 61_000);
  time.stop();
});
