import type { LearnedLatency, Profile } from '../../src/profile/profile.js';
import type { OperationId } from '../../src/spec/operations.js';

/** Answers how long an answer takes: from the quantiles of its operation, or of the one that was measured most often. */
export function createLatencyDraw({
  latency,
}: Pick<Profile, 'latency'>): (operation: OperationId | 'other', chance: number) => number {
  const [mostMeasured] = Object.values(latency).sort((a, b) => b.count - a.count);
  return (operation, chance) => {
    const quantiles = latency[operation] ?? mostMeasured;
    return quantiles === undefined ? 0 : Math.round(lengthAt(quantiles, chance));
  };
}

/**
 * Between two quantiles lengths lie on a straight line. Below the median, where nothing was learned, they mirror those above it
 * by their ratio (twice as long above, half as long below); the longest is p99, its mirror the shortest.
 */
function lengthAt({ p50, p90, p99 }: Pick<LearnedLatency, 'p50' | 'p90' | 'p99'>, chance: number): number {
  const mirrored = (length: number) => (length === 0 ? 0 : (p50 * p50) / length);
  const knots = [
    [0.01, mirrored(p99)],
    [0.1, mirrored(p90)],
    [0.5, p50],
    [0.9, p90],
    [0.99, p99],
  ] as const;
  let [from, fromMs]: readonly [number, number] = knots[0];
  if (chance <= from) return fromMs;
  for (const [to, toMs] of knots) {
    if (chance < to) return fromMs + ((toMs - fromMs) * (chance - from)) / (to - from);
    [from, fromMs] = [to, toMs];
  }
  return fromMs;
}
