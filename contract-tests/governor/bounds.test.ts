import { expect, it } from 'vitest';
import { Deadline } from './bounds.js';

function deadline(changes: { readonly isFake?: boolean; readonly shareMs?: number } = {}) {
  const time = { ms: 1_000 };
  const created = new Deadline({ maxTimeMs: 300_000, isFake: false, ...changes, realMs: () => time.ms });
  return { time, deadline: created };
}

it('leaves the time of the run, and more for restoring', () => {
  const { time, deadline: end } = deadline();
  time.ms += 290_000;
  expect([end.leftMs(false), end.leftMs(true)]).toEqual([10_000, 85_000]);
  time.ms += 400_000;
  expect([end.leftMs(false), end.leftMs(true)]).toEqual([0, 0]);
});

it('allows a wait with time left after it', () => {
  const { time, deadline: end } = deadline();
  time.ms += 290_000;
  expect([9_999, 10_000].map((ms) => end.allows(ms, false))).toEqual([true, false]);
  expect([84_999, 85_000].map((ms) => end.allows(ms, true))).toEqual([true, false]);
});

it('takes no wait of a fake for time, and ends its run all the same', () => {
  const { time, deadline: end } = deadline({ isFake: true });
  expect(end.allows(86_400_000, false)).toBe(true);
  time.ms += 300_000;
  expect(end.allows(0, false)).toBe(false);
});

it('names a time that would have been enough', () => {
  const { time, deadline: end } = deadline();
  time.ms += 280_000;
  expect(end.describe(61_000, false)).toBe('the 20s left of --max-time 5m (try --max-time 10m)');
  expect(end.describe(3_600_000, false)).toBe('the 20s left of --max-time 5m (try --max-time 66m)');
  expect(end.describe(200_000, true)).toBe('the 1m 35s left for restoring');
  time.ms += 20_000;
  expect(() => end.require(false)).toThrow('--max-time 5m is used up (try --max-time 10m)');
  expect(() => end.require(true)).not.toThrow();
  expect(() => end.require(true, 75_000)).toThrow('the time for restoring is used up');
});

it('has a share of the time, if two runs have it together', () => {
  const first = deadline({ shareMs: 150_000 });
  first.time.ms += 100_000;
  expect([first.deadline.leftMs(false), first.deadline.leftMs(true)]).toEqual([50_000, 125_000]);
  expect(first.deadline.describe(61_000, false)).toBe('the 50s left of --max-time 5m (try --max-time 10m)');
  expect(first.deadline.describe(600_000, false)).toContain('(try --max-time 25m)');
  expect(() => deadline({ shareMs: -10_000 }).deadline.require(false)).toThrow('--max-time 5m is used up');
});
