import { expect, test, vi } from 'vitest';
import type { ClockState } from '../../../admin/schemas/world.js';
import { NOON_MS, openWorlds } from '../../worlds/worlds-for-tests.js';
import { createClockTopic, createTrafficTopic, TICKS_A_SECOND } from './world-topics.js';

/** Follows the clock of the shared world. */
function watched() {
  const { shared } = openWorlds().worlds;
  const topic = createClockTopic(shared);
  const look = (): ClockState | undefined => {
    const text = topic.next(0);
    return text === undefined ? undefined : JSON.parse(text);
  };
  return { clock: shared.steering.clock, look };
}

test.each([0.001, 1, 60, 86_400])('time that passes by itself, at a scale of %d, is not a change', (scale) => {
  const { clock, look } = watched();
  clock.run(scale);
  expect(look()).toMatchObject({ mode: 'real', scale });
  vi.advanceTimersByTime(2_007);
  expect(look()).toBeUndefined();
});

test('a clock that was set, frozen or scaled is sent', () => {
  const { clock, look } = watched();
  expect(look()).toEqual({ now: '2026-11-21T12:00:00.000Z', mode: 'manual', scale: 0 });
  clock.advance(1);
  expect(look()).toMatchObject({ now: '2026-11-21T12:00:00.001Z' });
  clock.set('2027-01-01T00:00:00Z');
  expect(look()).toMatchObject({ now: '2027-01-01T00:00:00.000Z' });
  clock.run(60);
  expect(look()).toMatchObject({ mode: 'real', scale: 60 });
  clock.freeze();
  expect(look()).toMatchObject({ mode: 'manual', scale: 0 });
  clock.reset();
  expect(look()).toMatchObject({ now: '2026-11-21T12:00:00.000Z' });
});

test('at first all seconds of traffic are sent, then those whose counts have grown', () => {
  const { worlds, clock } = openWorlds();
  const { traffic } = worlds.shared;
  const topic = createTrafficTopic(worlds.shared);
  let tick = 0;
  const look = () => {
    tick += TICKS_A_SECOND;
    const text = topic.next(tick);
    return text === undefined ? undefined : JSON.parse(text).seconds;
  };
  const noon = NOON_MS / 1000;
  expect(look()).toEqual([]);
  traffic.count(200);
  clock.nowMs += 1_000;
  traffic.count(429);
  expect(look()).toMatchObject([
    { at: noon, ok: 1 },
    { at: noon + 1, limited: 1 },
  ]);
  expect(look()).toBeUndefined();
  traffic.count(undefined);
  clock.nowMs += 1_000;
  traffic.count(503);
  expect(look()).toMatchObject([
    { at: noon + 1, limited: 1, broken: 1 },
    { at: noon + 2, failed: 1 },
  ]);
});
