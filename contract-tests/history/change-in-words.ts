import type { Difference } from '../../src/compare/comparison.js';

/** Tells what something was before and what it is now, in one line. */
export function changeInWords({ left, right }: Difference): string {
  return `${left} → ${right}`;
}

/** Tells whether a change is a rule that was kept before and is not any more. */
export function isNewlyBroken({ kind, right }: Difference): boolean {
  return kind === 'rule' && right === 'violated';
}
