import { expect, it } from 'vitest';
import { recorded, settings } from '../../tests/recorded.js';
import { gatherEvidence } from '../judge/evidence.js';
import { learnLatency } from './learn-latency.js';

/** Answers that take so long each. */
const taking = (...lengthsMs: readonly number[]) => {
  const { exchanges, run } = recorded(...lengthsMs.map(() => ({})));
  const timed = exchanges.map((one, index) => ({ ...one, endedMs: one.startedMs + (lengthsMs[index] ?? 0) }));
  return gatherEvidence({ exchanges: timed, run }, settings);
};

it('tells quantiles that were seen, to a tenth of a millisecond', () => {
  const lengths = Array.from({ length: 100 }, (_, index) => index + 1.04);
  expect(learnLatency(taking(...lengths.reverse())).listInventory).toMatchObject({
    count: 100,
    p50: 50,
    p90: 90,
    p99: 99,
    confidence: 'certain',
  });
});

it('takes one answer for all quantiles', () => {
  expect(learnLatency(taking(7.25))).toEqual({
    listInventory: { count: 1, p50: 7.3, p90: 7.3, p99: 7.3, confidence: 'likely', exchanges: [1] },
  });
});

it('leaves out what was not answered, and what a cache gave out', () => {
  const evidence = gatherEvidence(
    recorded({ status: null }, { headers: { Age: '20' } }, { path: '/nowhere', status: 404 }),
    settings,
  );
  expect(Object.keys(learnLatency(evidence))).toEqual(['other']);
});
