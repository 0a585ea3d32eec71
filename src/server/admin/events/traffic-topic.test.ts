import { expect, test } from 'vitest';
import { NOON_MS, openWorlds } from '../../worlds/worlds-for-tests.js';
import { createTrafficTopic } from './traffic-topic.js';

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
