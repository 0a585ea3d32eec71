import { expect, test } from 'vitest';
import { TrafficJudge } from '../traffic-judge.js';
import { type News, watchTraffic } from './live-judging.js';

const baseUrl = 'https://petstore.test/v1';
const NOON_MS = Date.UTC(2026, 10, 21, 12);

const live = (headers: readonly (readonly [string, string])[], atMs: number) => ({
  request: {
    method: 'GET',
    url: `${baseUrl}/inventory`,
    headers: [['Authorization', 'Bearer k3y-of-somebody']] as const,
    body: undefined,
  },
  response: {
    httpVersion: '1.1',
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json'], ['Date', new Date(atMs).toUTCString()], ...headers] as const,
    body: new TextEncoder().encode('[]'),
    incomplete: undefined,
  },
  failure: undefined,
  startedMs: atMs,
  endedMs: atMs + 5,
});

const limits = (remaining: number): [string, string][] => [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', String(remaining)],
  ['X-RateLimit-Reset', String(NOON_MS / 1000 + 60)],
];

/** Watches with a clock that only the test moves. */
function watch(most = 2_000, runMs = 0) {
  const judge = new TrafficJudge({ baseUrl, most });
  const reported: News[] = [];
  const pauses: number[] = [];
  let pending: (() => void) | undefined;
  let nowMs = 0;
  const judging = watchTraffic({
    judge,
    onViolation: (news) => reported.push(news),
    onManners: () => {},
    onBug: (bug) => {
      throw bug;
    },
    now: () => {
      nowMs += runMs;
      return nowMs;
    },
    later: (run, delayMs) => {
      pauses.push(delayMs);
      pending = run;
      return () => {
        pending = undefined;
      };
    },
  });
  const tick = () => {
    const run = pending;
    pending = undefined;
    run?.();
  };
  return { judge, reported, judging, pauses, tick };
}

test('reports a violation once, and counts the others', () => {
  const { judge, reported, judging, tick } = watch();
  for (let sent = 0; sent < 3; sent++) judge.record(live([], NOON_MS + sent * 1_000));
  expect(reported).toEqual([]);
  tick();
  judge.record(live([], NOON_MS + 9_000));
  tick();
  expect(reported.filter(({ rule }) => rule === 'limits/headers-present')).toHaveLength(1);
  expect(reported[0]).toMatchObject({ section: '8.1', sentence: expect.stringContaining('Every API response') });
  expect(judging.violations).toContainEqual({
    rule: 'limits/headers-present',
    title: expect.any(String),
    exchanges: 4,
    first: 1,
  });
});

test('reports nothing about conformant responses', () => {
  const { judge, reported, judging, tick } = watch();
  for (let sent = 0; sent < 3; sent++) judge.record(live(limits(59 - sent), NOON_MS + sent * 1_000));
  tick();
  expect([reported, judging.violations]).toEqual([[], []]);
});

test('judges once for many exchanges, and rests the longer the longer that took', () => {
  const { judge, pauses, tick } = watch(2_000, 200);
  for (let sent = 0; sent < 5; sent++) judge.record(live(limits(59 - sent), NOON_MS + sent));
  tick();
  judge.record(live(limits(50), NOON_MS + 9));
  expect(pauses).toEqual([500, 1_800]);
});

test('judges what is left at the end', () => {
  const { judge, reported, judging } = watch();
  judge.record(live([], NOON_MS));
  judging.finish();
  expect(reported).not.toEqual([]);
});

test('judges early what would be forgotten before it was judged, and counts on', () => {
  const { judge, judging, tick } = watch(2);
  judge.record(live([], NOON_MS));
  tick();
  for (let sent = 1; sent <= 4; sent++) judge.record(live([], NOON_MS + sent * 1_000));
  tick();
  const [tally] = judging.violations.filter(({ rule }) => rule === 'limits/headers-present');
  expect([tally?.exchanges, tally?.first, judging.unjudged]).toEqual([5, 1, 0]);
});
