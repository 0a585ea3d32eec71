import type { RunLine } from './run-line.js';

/** A place on the time line of a trend: a run, or a time without any. */
export type Slot =
  | { readonly kind: 'run'; readonly run: RunLine }
  | { readonly kind: 'gap'; readonly fromMs: number; readonly toMs: number };

/** So many times the usual time between two runs is a gap. */
const UNUSUAL = 3;
/** A pause of minutes between runs by hand is none. */
const SHORTEST_GAP_MS = 600_000;

/** Lays runs out in equal steps, with a step for each time in which far more of them would have been usual. */
export function slotsOf(runs: readonly RunLine[]): Slot[] {
  const starts = runs.map(({ startedAt }) => Date.parse(startedAt));
  const steps = starts.slice(1).map((ms, index) => ms - (starts[index] ?? ms));
  const usual = [...steps].sort((one, other) => one - other)[Math.floor((steps.length - 1) / 2)] ?? 0;
  const gapMs = Math.max(usual * UNUSUAL, SHORTEST_GAP_MS);
  return runs.flatMap((run, index): Slot[] => {
    const [fromMs, toMs] = [starts[index - 1] ?? Number.NaN, starts[index] ?? Number.NaN];
    const own = { kind: 'run', run } as const;
    // Two steps alone show no usual one.
    return steps.length > 1 && toMs - fromMs > gapMs ? [{ kind: 'gap', fromMs, toMs }, own] : [own];
  });
}
