import { LONGEST_MS } from './check-values.js';
import type { FaultDelay } from './fault.js';
import { createSeededDraws } from './seeded-draws.js';

/** Answers the length of any number, in milliseconds: the same seed gives the same lengths. One that is not drawn is always as long. */
export function drawDelays(delay: number | FaultDelay | undefined, seed: readonly number[]): (index: number) => number {
  if (delay === undefined) return () => 0;
  if (typeof delay === 'number') return () => delay;
  const draw = createSeededDraws(seed);
  return (index) => {
    const deviates = standardNormal(draw(2 * index), draw(2 * index + 1));
    const lengthMs =
      delay.type === 'normal'
        ? delay.mean + delay.deviation * deviates
        : delay.median * Math.exp(delay.sigma * deviates);
    return Math.round(Math.min(Math.max(lengthMs, 0), LONGEST_MS));
  };
}

/** Box and Muller's: two evenly spread numbers from 0 up to, not including, 1 make one of the bell curve. */
function standardNormal(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
}
