import type { Comparison } from '../../compare/comparison.js';
import { countOfAlike, isCutShort } from './compare-conclusion.js';
import type { GatheredSide } from './compare-gather.js';

/** Answers 1 for a difference; 3 where nothing was compared, or a side was not asked to the end, be it one from a file; else 0. */
export function exitCodeOf(comparison: Comparison, sides: readonly GatheredSide[]): 0 | 1 | 3 {
  if (comparison.differences.length > 0) return 1;
  const isIncomplete = sides.some((side) => isCutShort(side) || side.leftBehind !== undefined);
  return isIncomplete || countOfAlike(comparison) === 0 ? 3 : 0;
}
