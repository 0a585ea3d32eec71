import type { Comparison } from '../../compare/comparison.js';
import { countOfAlike } from './compare-conclusion.js';
import type { GatheredSide } from './compare-gather.js';

/** Answers 1 for a difference; 3 where nothing was compared, or a side was not asked to the end; else 0. */
export function exitCodeOf(comparison: Comparison, sides: readonly GatheredSide[]): 0 | 1 | 3 {
  if (comparison.differences.length > 0) return 1;
  const isCutShort = sides.some(isIncomplete);
  return isCutShort || countOfAlike(comparison) === 0 ? 3 : 0;
}

/** Whether a deployment was asked, and not to the end, or not everything could be put back. */
function isIncomplete({ isFresh, leftBehind, profile }: GatheredSide): boolean {
  return isFresh && (profile.source.stopped !== null || leftBehind !== undefined);
}
