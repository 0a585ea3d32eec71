// Long: no service can hold a run longer than its time, in virtual time.
import { describe, expect, it } from 'vitest';
import { levelTimesMs, RESTORING_MS } from '../../contract-tests/governor/bounds.js';
import { runSuite } from '../../contract-tests/run-suite.js';
import type { SuiteOptions } from '../../contract-tests/suite.js';
import { levels } from '../../src/exchange/transcript.js';
import { judge } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { memoryRestoreLog, virtualClock } from '../conformant-service/in-process.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { drawStaller, RESPONSE_TIMEOUT_MS, type Staller, senderTo, stallers } from './stalling-services.js';

const START_MS = Date.UTC(2026, 10, 21, 12, 0, 23);

const usual: SuiteOptions = {
  baseUrl: 'https://petstore.test/v1',
  messagesUrl: 'https://petstore.test/v1',
  apiKey: GOOD_KEY,
  level: 'read',
  seed: 3,
  petId: undefined,
  plan: undefined,
  reserve: 0.2,
  maxRequests: undefined,
  maxTimeMs: undefined,
  isExclusive: false,
  isFake: false,
  headers: [],
};

/** Runs the suite against a service, judges what was seen, and checks when it was sent. */
async function expectBounded(staller: Staller, changes: Partial<SuiteOptions>) {
  const options = { ...usual, ...changes };
  const clock = virtualClock(START_MS);
  const restoreLog = memoryRestoreLog();
  const { transcript, leftBehind } = await runSuite(options, {
    sender: senderTo(staller, clock),
    clock,
    realMs: clock.now,
    restoreLog,
    progress: () => {},
    signal: new AbortController().signal,
  });
  const tookMs = clock.now() - START_MS;
  const maxTimeMs = options.maxTimeMs ?? levelTimesMs[options.level];
  const late = transcript.exchanges.filter(({ startedMs }) => startedMs - START_MS > maxTimeMs);
  const unexpected = late.filter(
    ({ probe, startedMs }) => !/^restored?$/.test(probe ?? '') || startedMs - START_MS > maxTimeMs + RESTORING_MS,
  );
  expect(unexpected.map(({ probe }) => probe)).toEqual([]);
  // Nothing is restored at level read. An update, and what comes before restoring, is not aborted.
  const restoringMs = options.level === 'read' ? 0 : RESTORING_MS;
  expect(tookMs).toBeLessThanOrEqual(maxTimeMs + restoringMs + RESPONSE_TIMEOUT_MS);
  if (restoreLog.entries.size > 0) expect(leftBehind).toMatch(/restore (?:it|them) with: petstore-mock restore/);

  const stopped = transcript.run?.stopped;
  const verdicts = judge(transcript, { ...options, judged: petstoreJudge });
  const judged = verdicts.filter(({ outcome }) => outcome === 'pass' || outcome === 'violation');
  const complete = transcript.exchanges.filter(({ response }) => response?.body.kind === 'text');
  if (complete.length > 0) expect(judged).not.toEqual([]);
  return { tookMs, stopped, verdicts, exchanges: transcript.exchanges };
}

const kinds = [
  ...levels.map((level) => ({ level, isLearning: false })),
  ...levels.map((level) => ({ level, isLearning: true })),
];

describe.each(Object.entries(stallers))('a service that %s', (_name, create) => {
  it.each(kinds)('holds no run longer than its time: %o', async (kind) => {
    for (const maxTimeMs of [undefined, 20_000, 100_000]) await expectBounded(create(), { ...kind, maxTimeMs });
    await expectBounded(create(), { ...kind, isExclusive: true });
  });
});

it.each(['has one request left, always', 'has none left after every Reset'])(
  'stops at a service that %s once Reset has passed',
  async (name) => {
    const { tookMs, stopped } = await expectBounded(stallers[name]?.() as Staller, { level: 'write' });
    expect(stopped).toContain('the quota was not refilled');
    expect(tookMs).toBeLessThan(65_000);
    const alone = await expectBounded(stallers[name]?.() as Staller, { isExclusive: true });
    const violated = alone.verdicts.filter(({ outcome }) => outcome === 'violation').map(({ rule }) => rule.id);
    expect(violated).toContain('limits/reset-honest');
  },
);

it('names a time that would be enough for the wait', async () => {
  const { stopped } = await expectBounded(stallers['returns 429 each second time, for a minute']?.() as Staller, {});
  expect(stopped).toMatch(
    /^the service asks to wait 1m 1s \(until .* UTC\), longer than the \d+s left of --max-time 5m/,
  );
  expect(stopped).toContain('(try --max-time 10m)');
});

it('aborts a response that drips at the end of the run, and judges its headers', async () => {
  const { tookMs, exchanges } = await expectBounded(stallers['drips for 28 seconds']?.() as Staller, {
    maxTimeMs: 40_000,
  });
  expect(tookMs).toBe(40_000);
  // The list, and a group of four.
  expect(exchanges.map(({ response }) => [response?.status, response?.body.kind])).toEqual([
    [200, 'text'],
    [401, 'missing'],
    [200, 'missing'],
    [401, 'missing'],
    [200, 'missing'],
  ]);
});

it.each(Array.from({ length: 120 }, (_, index) => index + 1))('holds the same for drawn service %i', async (seed) => {
  const kind = kinds[seed % kinds.length];
  const maxTimeMs = [undefined, 5_000, 61_000, 240_000][seed % 4];
  await expectBounded(drawStaller(seed), { ...kind, seed, maxTimeMs, isExclusive: seed % 3 === 0 });
});
