import type { Comparison } from '../../compare/comparison.js';
import { counted } from '../../json/counted.js';
import type { Colors } from '../terminal.js';

/** Says in one line how a comparison ended: `3 differences, 41 alike, 12 could not be compared`. */
export function conclusionLine(comparison: Comparison, { bold, green, red, yellow }: Colors): string {
  const { differences } = comparison;
  const paint = differences.length > 0 ? red : countOfAlike(comparison) > 0 ? green : yellow;
  return bold(paint(conclusionOf(comparison)));
}

function conclusionOf(comparison: Comparison): string {
  const { differences, ignored, uncompared } = comparison;
  const alike = countOfAlike(comparison);
  if (differences.length === 0 && alike === 0) return 'nothing could be compared';
  return [
    differences.length === 0 ? 'no difference' : counted(differences.length, 'difference'),
    `${alike} alike`,
    `${uncompared.length} could not be compared`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join(', ');
}

/** Answers how many things were compared and are alike. */
export function countOfAlike({ alike }: Pick<Comparison, 'alike'>): number {
  return Object.values(alike).reduce((sum, count) => sum + count, 0);
}
