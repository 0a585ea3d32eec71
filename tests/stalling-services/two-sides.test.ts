// Long: no two services can hold a comparison longer than its time.
import { expect, it } from 'vitest';
import { levelTimesMs, RESTORING_MS } from '../../contract-tests/governor/bounds.js';
import { runSuite } from '../../contract-tests/run-suite.js';
import type { SuiteOptions } from '../../contract-tests/suite.js';
import type { LearnSide } from '../../src/cli/compare/compare-command.js';
import { learnProfile } from '../../src/fidelity/learn/learn-profile.js';
import { gatherEvidence, judgeEvidence } from '../../src/judge/judge.js';
import { petstoreJudge } from '../../src/judge/rules/index.js';
import { memoryRestoreLog, virtualClock } from '../conformant-service/in-process.js';
import { GOOD_KEY } from '../conformant-service/service.js';
import { runCompare } from '../suite/running-compare.js';
import { drawStaller, RESPONSE_TIMEOUT_MS, type Staller, senderTo, stallers } from './stalling-services.js';

const LEFT = 'https://left.test/v1';
const RIGHT = 'https://right.test/v1';
const START_MS = Date.UTC(2026, 10, 21, 12, 0, 23);

/** Compares two services in virtual time; returns what was printed, and how long it took. */
async function compareStallers([left, right]: readonly [Staller, Staller], flags: readonly string[]) {
  const clock = virtualClock(START_MS);
  const learn: LearnSide = async (settings) => {
    const { baseUrl = '' } = settings;
    const options: SuiteOptions = { ...settings, baseUrl, apiKey: GOOD_KEY, seed: 3, isLearning: true, isFake: false };
    const { transcript, ...run } = await runSuite(options, {
      sender: senderTo(baseUrl === LEFT ? left : right, clock),
      clock,
      realMs: clock.now,
      restoreLog: memoryRestoreLog(),
      progress: () => {},
      signal: new AbortController().signal,
    });
    const evidence = gatherEvidence(transcript, { ...options, judged: petstoreJudge });
    const verdicts = judgeEvidence(evidence);
    const facts = { learnedAtMs: START_MS, kind: 'run', verdicts, evidence } as const;
    return { run, transcript, evidence, verdicts, profile: learnProfile(transcript, evidence.settings, facts) };
  };
  const { stdout } = await runCompare([LEFT, RIGHT, '--yes', ...flags], undefined, learn);
  return { stdout: stdout.replace(/\s+/g, ' '), tookMs: clock.now() - START_MS };
}

const times = [
  ['1s', 1_000],
  ['20s', 20_000],
  ['4m', 240_000],
  [undefined, undefined],
] as const;

it.each(Array.from({ length: 48 }, (_, index) => index + 1))(
  'drawn services hold no comparison longer: %i',
  async (seed) => {
    const level = (['read', 'write', 'exhaust'] as const)[seed % 3] ?? 'read';
    const [text, givenMs] = times[seed % times.length] ?? times[0];
    const named = Object.values(stallers);
    const one = seed % 2 === 0 ? drawStaller(seed) : (named[seed % named.length]?.() as Staller);
    const flags = ['--level', level, ...(text === undefined ? [] : ['--max-time', text])];
    const { tookMs } = await compareStallers([one, drawStaller(seed + 1_000)], flags);
    const restoringMs = level === 'read' ? 0 : RESTORING_MS;
    expect(tookMs).toBeLessThanOrEqual((givenMs ?? levelTimesMs[level]) + restoringMs + RESPONSE_TIMEOUT_MS);
  },
);

const dripping = () => stallers['drips for 28 seconds']?.() as Staller;
const quick: Staller = (response) => ({ response });

it('ends a side that stalls at half of the time, and tests the other one', async () => {
  const { stdout, tookMs } = await compareStallers([dripping(), quick], ['--max-time', '1m']);
  expect(stdout).toContain('--max-time 1m is used up (try --max-time 2m)');
  expect(stdout.split('--max-time 1m is used up')).toHaveLength(2);
  expect(tookMs).toBeLessThan(32_000);
});

it('leaves to the second side what the first one did not use', async () => {
  const { stdout, tookMs } = await compareStallers([quick, dripping()], ['--max-time', '1m']);
  expect(stdout).toContain('--max-time 1m is used up (try --max-time 2m)');
  expect(tookMs).toBe(60_000);
});
