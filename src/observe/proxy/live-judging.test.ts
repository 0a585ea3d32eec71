import { expect, onTestFinished, test, vi } from 'vitest';
import { TrafficJudge } from '../traffic-judge.js';
import { LiveJudging, type News } from './live-judging.js';

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

/** Watches with a clock that only the test moves; each run takes so long. */
function watch(most = 2_000, runMs = 0) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const judge = new TrafficJudge({ baseUrl, most });
  const reported: News[] = [];
  /** How many waited at each report that they were judged. */
  const waiting: number[] = [];
  const judging = new LiveJudging(judge, (report) => {
    if (report.kind === 'bug') throw report.bug;
    if (report.kind === 'judged') waiting.push(judging.pending);
    if (report.kind === 'violation') reported.push(report.news);
  });
  let runs = 0;
  const findings = judge.findings.bind(judge);
  judge.findings = () => {
    runs++;
    vi.advanceTimersByTime(runMs);
    return findings();
  };
  const tick = (pauseMs = 500) => vi.advanceTimersByTimeAsync(pauseMs);
  return { judge, reported, waiting, judging, tick, runs: () => runs };
}

test('reports a violation once, and counts the others', async () => {
  const { judge, reported, judging, tick } = watch();
  for (let sent = 0; sent < 3; sent++) judge.record(live([], NOON_MS + sent * 1_000));
  expect(reported).toEqual([]);
  await tick();
  judge.record(live([], NOON_MS + 9_000));
  await tick();
  expect(reported.filter(({ rule }) => rule === 'limits/headers-present')).toHaveLength(1);
  expect(reported[0]).toMatchObject({ section: '8.1', sentence: expect.stringContaining('Every API response') });
  expect(judging.violations).toContainEqual({
    rule: 'limits/headers-present',
    title: expect.any(String),
    exchanges: 4,
    first: 1,
  });
});

test('reports nothing about conformant responses', async () => {
  const { judge, reported, judging, tick } = watch();
  for (let sent = 0; sent < 3; sent++) judge.record(live(limits(59 - sent), NOON_MS + sent * 1_000));
  await tick();
  expect([reported, judging.violations]).toEqual([[], []]);
});

test('reports each run, also one without news: fewer wait then', async () => {
  const { judge, waiting, judging, tick } = watch();
  for (let run = 1; run <= 2; run++) {
    judge.record(live(limits(60 - run), NOON_MS + run));
    expect(judging.pending).toBe(1);
    await tick();
  }
  expect(waiting).toEqual([0, 0]);
});

test('judges once for many exchanges, and pauses longer the longer that took', async () => {
  const { judge, runs, tick } = watch(2_000, 200);
  for (let sent = 0; sent < 5; sent++) judge.record(live(limits(59 - sent), NOON_MS + sent));
  await tick(499);
  expect(runs()).toBe(0);
  await tick(1);
  judge.record(live(limits(50), NOON_MS + 9));
  await tick(1_799);
  expect(runs()).toBe(1);
  await tick(1);
  expect(runs()).toBe(2);
});

test('judges the remaining exchanges at the end', () => {
  const { judge, reported, judging } = watch();
  judge.record(live([], NOON_MS));
  judging.finish();
  expect(reported).not.toEqual([]);
});

test('judges early before exchanges are dropped, and continues to count', async () => {
  const { judge, judging, tick } = watch(2);
  judge.record(live([], NOON_MS));
  await tick();
  for (let sent = 1; sent <= 4; sent++) judge.record(live([], NOON_MS + sent * 1_000));
  await tick();
  const [tally] = judging.violations.filter(({ rule }) => rule === 'limits/headers-present');
  expect([tally?.exchanges, tally?.first, judging.unjudged]).toEqual([5, 1, 0]);
});
