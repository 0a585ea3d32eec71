import { wrap } from '../../../contract-tests/report/wrap.js';
import type { Comparison, Side } from '../../compare/comparison.js';
import { counted } from '../../json/counted.js';
import { oneLine } from '../../json/one-line.js';
import type { Layout } from '../layout.js';

/** Says how a comparison ended: `3 differences, 41 alike, 12 could not be compared`. */
export function conclusionLines(
  comparison: Comparison,
  sides: readonly Side[],
  { colors: { bold, green, red, yellow }, columns }: Layout,
): string[] {
  const { differences } = comparison;
  const isWhole = countOfAlike(comparison) > 0 && !sides.some(isCutShort);
  const paint = differences.length > 0 ? red : isWhole ? green : yellow;
  return wrap(conclusionOf(comparison, sides), columns - 3).map((line) => bold(paint(line)));
}

/** Whether a side was not asked to the end, be it now or when its file was written. */
export function isCutShort({ profile: { source } }: Side): boolean {
  return source.stopped !== null;
}

function conclusionOf(comparison: Comparison, sides: readonly Side[]): string {
  const { differences, ignored, uncompared } = comparison;
  const alike = countOfAlike(comparison);
  const [short, other] = sides.filter(isCutShort);
  const name = other === undefined ? short?.name : 'both sides';
  // That nothing differed until then says little.
  const end = name === undefined ? '' : `, for ${oneLine(name)} stopped early`;
  if (differences.length === 0 && alike === 0) return `nothing could be compared${end}`;
  return [
    differences.length > 0
      ? counted(differences.length, 'difference')
      : end === ''
        ? 'no difference'
        : `not compared to the end${end}: no difference in what was seen`,
    `${alike} alike`,
    `${uncompared.length} could not be compared`,
    ...(ignored.length === 0 ? [] : [`${ignored.length} ignored`]),
  ].join(', ');
}

/** Answers how many things were compared and are alike. */
export function countOfAlike({ alike }: Pick<Comparison, 'alike'>): number {
  return Object.values(alike).reduce((sum, count) => sum + count, 0);
}
