import { expect, test } from 'vitest';
import type { RequestUpdate } from '../../../admin/schemas/requests.js';
import { list, openWorlds } from '../../worlds/worlds-for-tests.js';
import { createRequestsTopic } from './world-topics.js';

function following() {
  const { worlds } = openWorlds();
  const ask = (times: number) => {
    for (let i = 0; i < times; i++) list({ worlds }, 'test_pro');
  };
  const follow = () => {
    const { next } = createRequestsTopic(worlds.shared);
    return (): RequestUpdate | undefined => {
      const text = next(0);
      return text === undefined ? undefined : JSON.parse(text);
    };
  };
  return { ask, follow, steering: worlds.shared.steering, world: worlds.shared.world };
}

const numbers = (news: RequestUpdate | undefined) => news?.lines.map(({ number }) => number);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, place) => first + place);

test('each request is sent once', () => {
  const { ask, follow } = following();
  const next = follow();
  expect(next()).toEqual({ lines: [], skipped: 0, latest: 0, kept: 0, isBoundBySize: false });
  ask(2);
  expect(numbers(next())).toEqual([1, 2]);
  expect(next()).toBeUndefined();
  ask(1);
  expect(next()).toMatchObject({
    lines: [{ number: 3, method: 'GET', target: '/v1/inventory', status: 200 }],
    skipped: 0,
    latest: 3,
    kept: 3,
    isBoundBySize: false,
  });
});

test('of many simultaneous requests the newest hundred are sent and the others counted', () => {
  const { ask, follow } = following();
  const next = follow();
  next();
  ask(130);
  const news = next();
  expect(numbers(news)).toEqual(range(31, 130));
  expect(news).toMatchObject({ skipped: 30, latest: 130, kept: 130 });
});

test('a new stream gets the newest 200 requests, whenever it opens', () => {
  const { ask, follow } = following();
  ask(230);
  const early = follow();
  expect(numbers(early())).toEqual(range(31, 230));
  ask(1);
  expect(numbers(early())).toEqual([231]);
  expect(numbers(follow()())).toEqual(range(32, 231));
});

test('clearing the journal is sent', () => {
  const { ask, follow, steering } = following();
  ask(5);
  const next = follow();
  next();
  steering.journal.clear();
  expect(next()).toEqual({ lines: [], skipped: 0, latest: 5, kept: 0, isBoundBySize: false });
});

test('a journal whose numbers go back, with a store that has lost some, is sent from the beginning', () => {
  const { ask, follow, world } = following();
  ask(2);
  const counts = world.journal.counts();
  ask(3);
  const next = follow();
  next();
  world.journal.goOnAfter(counts);
  ask(1);
  expect(numbers(next())).toEqual([3]);
});
