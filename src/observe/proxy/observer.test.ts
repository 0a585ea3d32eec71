import { expect, onTestFinished, test, vi } from 'vitest';
import { type FirstFinding, Observer } from './observer.js';
import type { WireExchange } from './wire-exchange.js';

const upstreamUrl = 'https://petstore.test/v1';
const NOON_MS = Date.UTC(2026, 10, 21, 12);

function passed(
  number: number,
  { key = 'k3y-of-somebody', headers = limits(59 - number), body = '[]' } = {},
): WireExchange {
  const atMs = NOON_MS + number * 100;
  return {
    request: {
      method: 'GET',
      url: `${upstreamUrl}/inventory`,
      headers: [['Authorization', `Bearer ${key}`]],
      body: undefined,
    },
    response: {
      httpVersion: '1.1',
      status: 200,
      statusText: 'OK',
      headers: [['Content-Type', 'application/json'], ['Date', new Date(atMs).toUTCString()], ...headers],
      body: new TextEncoder().encode(body),
      incomplete: undefined,
    },
    failure: undefined,
    responseBytes: body.length,
    startedMs: atMs,
    endedMs: atMs + 5,
    order: { began: number * 2 + 1, ended: number * 2 + 2 },
  };
}

const limits = (remaining: number): [string, string][] => [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', String(remaining)],
  ['X-RateLimit-Reset', String(NOON_MS / 1000 + 60)],
];

/** Observes with timers that only the test moves. */
function observe() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const found: FirstFinding[] = [];
  const observer = new Observer({
    upstreamUrl,
    plan: undefined,
    isExclusive: false,
    log: {
      request: undefined,
      bug: (bug) => {
        throw bug;
      },
      note: (_text, facts = {}) => {
        if ('violation' in facts) found.push(facts.violation as FirstFinding);
      },
    },
  });
  /** Waits until everything is recorded, and moves the clock. */
  const tick = async (ms: number) => {
    await observer.recorded();
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { observer, found, tick };
}

test('reports a violation once, and counts the others', async () => {
  const { observer, found, tick } = observe();
  for (let number = 0; number < 3; number++) observer.add(passed(number, { headers: [] }));
  expect(found).toEqual([]);
  await tick(500);
  observer.add(passed(9, { headers: [] }));
  await tick(500);
  expect(found.filter(({ rule }) => rule === 'limits/headers-present')).toEqual([
    expect.objectContaining({ section: '8.1', sentence: expect.stringContaining('Every API response'), exchange: 1 }),
  ]);
  const { violations } = await observer.finish();
  expect(violations).toContainEqual(
    expect.objectContaining({ rule: 'limits/headers-present', exchanges: 4, first: 1 }),
  );
});

test('judges what is left at the end, and nothing about conformant responses', async () => {
  const conformant = observe().observer;
  const { observer } = observe();
  for (let number = 0; number < 3; number++) {
    conformant.add(passed(number));
    observer.add(passed(number, { body: '{}' }));
  }
  expect(await conformant.finish()).toMatchObject({ exchanges: 3, unjudged: 0, violations: [], manners: [] });
  expect((await observer.finish()).violations).not.toEqual([]);
});

/** Of these, 64 MiB have room for a few dozen. */
const LARGE = `"${'x'.repeat(1_000_000)}"`;

test('counts what passes too fast, and still learns the keys', async () => {
  const { observer, tick } = observe();
  observer.add(passed(0, { body: '["k3y-seen-early-4711"]' }));
  let added = 1;
  while (observer.unjudged === 0) observer.add(passed(added++, { body: LARGE, key: 'k3y-seen-early-4711' }));
  await tick(600);
  expect(JSON.stringify(observer.requests.exchanges.slice(0, 2))).not.toContain('k3y-seen-early-4711');
  expect(await observer.finish()).toMatchObject({ exchanges: added, unjudged: 1 });
});

test('counts what is forgotten before it is judged', async () => {
  const { observer } = observe();
  for (let number = 0; number < 100; number++) {
    observer.add(passed(number, { body: LARGE }));
    if (number % 50 === 49) await observer.recorded();
  }
  const { dropped } = observer.requests;
  expect(dropped).toBeGreaterThan(30);
  expect(await observer.finish()).toMatchObject({ exchanges: 100, unjudged: dropped });
});

test('judges for half a second at the end, and counts the others', async () => {
  const { observer } = observe();
  let nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 200));
  onTestFinished(() => void vi.restoreAllMocks());
  for (let number = 0; number < 1_200; number++) observer.add(passed(number % 50, { headers: [] }));
  const { exchanges, unjudged, violations } = await observer.finish();
  expect([exchanges, unjudged]).toEqual([1_200, 800]);
  expect(violations).toContainEqual(expect.objectContaining({ rule: 'limits/headers-present', exchanges: 400 }));
});
