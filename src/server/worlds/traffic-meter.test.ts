import { expect, onTestFinished, test, vi } from 'vitest';
import { TrafficMeter } from './request-source.js';

/** A meter, and a clock at the tenth second. */
function metered() {
  vi.useFakeTimers({ now: 10_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const clock = {
    get nowMs() {
      return Date.now();
    },
    set nowMs(ms) {
      vi.setSystemTime(ms);
    },
  };
  return { clock, meter: new TrafficMeter() };
}

test('counts responses by class', () => {
  const { meter } = metered();
  for (const status of [200, 204, 302, 400, 404, 429, 500, 503, undefined]) meter.count(status);
  expect(meter.seconds()).toEqual([{ at: 10, ok: 3, refused: 2, limited: 1, failed: 2, broken: 1 }]);
  expect(meter.total).toBe(9);
});

test('is empty at first', () => {
  const { meter } = metered();
  expect([meter.seconds(), meter.total, meter.latestMs]).toEqual([[], 0, undefined]);
});

test('omits seconds without requests', () => {
  const { clock, meter } = metered();
  meter.count(200);
  clock.nowMs = 12_999;
  meter.count(200);
  meter.count(200);
  expect(meter.seconds().map(({ at, ok }) => [at, ok])).toEqual([
    [10, 1],
    [12, 2],
  ]);
  expect(meter.latestMs).toBe(12_999);
});

test('returns the seconds since a given one', () => {
  const { clock, meter } = metered();
  for (clock.nowMs of [10_000, 11_000, 12_000]) meter.count(200);
  expect(meter.seconds(11).map(({ at }) => at)).toEqual([11, 12]);
});

test('retains five minutes, busy or not', () => {
  const { clock, meter } = metered();
  for (; clock.nowMs < 410_000; clock.nowMs += 1_000) meter.count(200);
  clock.nowMs = 409_999;
  expect(meter.seconds()).toHaveLength(300);
  expect(meter.seconds()[0]?.at).toBe(110);
  clock.nowMs = 700_000;
  expect(meter.seconds().map(({ at }) => at)).toEqual([401, 402, 403, 404, 405, 406, 407, 408, 409]);
  clock.nowMs = 2_000_000;
  expect(meter.seconds()).toEqual([]);
  expect(meter.total).toBe(400);
});

test('keeps counting in the last second if the clock is set back', () => {
  const { clock, meter } = metered();
  meter.count(200);
  clock.nowMs = 5_000;
  meter.count(200);
  expect(meter.seconds()).toMatchObject([{ at: 10, ok: 2 }]);
});

test('returns copies that do not change', () => {
  const { meter } = metered();
  meter.count(200);
  const before = meter.seconds();
  meter.count(200);
  expect(before).toMatchObject([{ ok: 1 }]);
});
