import { expect, test } from 'vitest';
import { list } from '../../worlds/worlds-for-tests.js';
import { openHub } from './events-for-tests.js';
import { TICKS_A_SECOND } from './world-topics.js';

/** Lets judging end that has begun: it takes turns with others. */
async function settle() {
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
}

/** Waits for what a page reads first, then for a judgement and the tick that sends it. */
async function passFirstPause(
  { news }: ReturnType<ReturnType<typeof openHub>['watch']>,
  tick: (times?: number) => void,
) {
  await news();
  tick(3);
  await settle();
  tick();
}

test('a stream begins before anything is judged', async () => {
  let runs = 0;
  const { watch, tick } = openHub({
    judgeManners: async () => {
      runs += 1;
      return [];
    },
  });
  const events = watch();
  await events.news();
  tick(2);
  await events.news();
  expect(runs).toBe(0);
  await passFirstPause(events, tick);
  expect(runs).toBe(1);
});

test('manners are sent at first and after new requests, at most once a second', async () => {
  let runs = 0;
  const { watch, tick, worlds } = openHub({
    judgeManners: async () => {
      runs += 1;
      return [];
    },
  });
  const events = watch();
  await passFirstPause(events, tick);
  expect(await events.newsOf('manners')).toEqual({ from: 0, to: 0, rules: [] });
  tick(2 * TICKS_A_SECOND);
  expect(runs).toBe(1);
  for (let i = 0; i < 10; i++) {
    list({ worlds }, 'test_pro');
    tick();
    await settle();
  }
  expect(runs).toBe(3);
});

test('findings about responses are sent like manners, from their own judge', async () => {
  const rule = { id: 'body/json', title: 'Answers JSON', section: '4', sentence: 'JSON.', outcome: 'pass' as const };
  const { watch, tick } = openHub({ judgeService: async () => [{ ...rule, findings: [] }] });
  const events = watch();
  await passFirstPause(events, tick);
  const news = await events.news();
  expect(news.map(({ name }) => name)).not.toContain('manners');
  expect(news.find(({ name }) => name === 'findings')?.data).toEqual({
    from: 0,
    to: 0,
    rules: [{ ...rule, findings: [] }],
  });
});

test('the newest 500 requests are judged', async () => {
  const { watch, tick, worlds } = openHub({ judgeManners: async () => [] });
  for (let i = 0; i < 510; i++) list({ worlds }, 'test_enterprise');
  const events = watch();
  await passFirstPause(events, tick);
  expect(await events.newsOf('manners')).toMatchObject({ from: 11, to: 510 });
});

test('a judge that fails is reported, and other topics continue', async () => {
  const bugs: unknown[] = [];
  const bug = new Error('a bug');
  const { watch, tick, shared } = openHub(
    { judgeService: () => Promise.reject(bug) },
    { world: { onBug: (each) => bugs.push(each) } },
  );
  const events = watch();
  await passFirstPause(events, tick);
  expect(bugs).toEqual([bug]);
  shared.steering.clock.advance('1h');
  tick();
  expect(await events.newsOf('clock')).toBeDefined();
});
