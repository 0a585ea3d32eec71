import type { Evidence } from '../judge/evidence.js';
import type { Reading } from '../judge/reading.js';
import type { LearnedLatency, Profile } from '../profile/profile.js';
import { operationIds } from '../spec/operations.js';
import { evidenceOf } from './confidence.js';

/** The schema of a profile allows no more. */
const LONGEST_MS = 600_000;

/** Learns how long answers take, by operation. What a cache gave out is left out. */
export function learnLatency({ readings }: Evidence): Profile['latency'] {
  const answered = readings.filter(({ status, isCached }) => status !== undefined && !isCached);
  const learned = [...operationIds, 'other' as const].flatMap((id) => {
    const own = answered.filter(({ operation }) => (operation ?? 'other') === id);
    return own.length === 0 ? [] : [[id, latencyOf(own)] as const];
  });
  return Object.fromEntries(learned);
}

function latencyOf(readings: readonly Reading[]): LearnedLatency {
  const lengths = readings.map(({ exchange }) => exchange.endedMs - exchange.startedMs).sort((a, b) => a - b);
  return {
    count: lengths.length,
    p50: quantile(lengths, 0.5),
    p90: quantile(lengths, 0.9),
    p99: quantile(lengths, 0.99),
    ...evidenceOf(readings),
  };
}

/** The shortest length that so large a share of all does not exceed (nearest rank): one that was seen, never one in between. */
function quantile(ascending: readonly number[], share: number): number {
  const length = ascending[Math.ceil(share * ascending.length) - 1] ?? 0;
  return Math.round(Math.min(Math.max(length, 0), LONGEST_MS) * 10) / 10;
}
