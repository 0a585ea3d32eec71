import { expect, test } from 'vitest';
import type { ClockState } from '../../../admin/schemas/world.js';
import type { ServedWorld } from '../../worlds/served-world.js';
import { NOON_MS, openWorlds } from '../../worlds/worlds-for-tests.js';
import { createTrafficTopic } from './news-topics.js';
import { createClockTopic } from './world-topics.js';

/** A clock that runs by a time that the test lets pass. */
function watched(scale: number) {
  const state = { scale, movedMs: 0, passedMs: 0 };
  const clock = {
    now: () => Math.floor(state.movedMs + state.passedMs * state.scale),
    get scale() {
      return state.scale;
    },
    get mode() {
      return state.scale === 0 ? 'manual' : 'real';
    },
  };
  const topic = createClockTopic({ steering: { clock } } as unknown as ServedWorld, () => state.passedMs);
  const next = topic.follow();
  const look = (): ClockState | undefined => {
    topic.look(0);
    const text = next();
    return text === undefined ? undefined : JSON.parse(text);
  };
  return { state, look };
}

test.each([0.001, 1, 60, 86_400])('time that passes by itself, %d times as fast, is no news', (scale) => {
  const { state, look } = watched(scale);
  expect(look()).toEqual({ now: '1970-01-01T00:00:00.000Z', mode: 'real', scale });
  for (let i = 0; i < 10; i++) {
    state.passedMs += 200.7;
    expect(look()).toBeUndefined();
  }
});

test('a clock that was moved, stopped or runs otherwise is told', () => {
  const { state, look } = watched(1);
  look();
  state.movedMs += 1_000;
  expect(look()).toEqual({ now: '1970-01-01T00:00:01.000Z', mode: 'real', scale: 1 });
  state.movedMs -= 500;
  expect(look()).toMatchObject({ now: '1970-01-01T00:00:00.500Z' });
  state.scale = 0;
  expect(look()).toMatchObject({ mode: 'manual', scale: 0 });
  state.scale = 60;
  expect(look()).toMatchObject({ mode: 'real', scale: 60 });
});

test('a clock that stands still is told by the millisecond', () => {
  const { state, look } = watched(0);
  look();
  state.passedMs += 200;
  expect(look()).toBeUndefined();
  state.movedMs += 1;
  expect(look()).toMatchObject({ now: '1970-01-01T00:00:00.001Z' });
});

test('at first every second is told, then those that have grown', () => {
  const { worlds, clock } = openWorlds();
  const { traffic } = worlds.shared;
  const topic = createTrafficTopic(worlds.shared);
  const next = topic.follow();
  const look = () => {
    topic.look(0);
    const text = next();
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
