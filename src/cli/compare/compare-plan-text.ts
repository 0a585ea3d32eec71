import { planRequests } from '../../../contract-tests/plan.js';
import { oneLine } from '../../json/one-line.js';
import { InputError } from '../../validation/input-error.js';
import { baseUrlOf } from '../check/check-settings.js';
import { planText } from '../check/plan-text.js';
import type { Layout } from '../layout.js';
import { asCheck } from './compare-as-check.js';
import type { NamedSide, OpenedSide } from './compare-side.js';

/** Writes what would be sent to each side, for `--dry-run`. Throws an InputError where both are files. */
export function comparePlanText(sides: readonly NamedSide[], layout: Layout): string {
  if (sides.every(({ opened }) => isFile(opened))) {
    throw new InputError('Reading --dry-run', 'both sides are files, to which nothing is sent', 'Leave --dry-run out');
  }
  return sides.map((side) => sideText(side, layout)).join('\n');
}

function sideText({ opened, position, target, flags }: NamedSide, layout: Layout): string {
  const { colors } = layout;
  const heading = `${colors.dim(position.padEnd(5))}  ${colors.bold(oneLine(target))}\n`;
  if (isFile(opened)) return `${heading}A file: nothing is sent.\n`;
  const settings = asCheck(opened, target, flags, 'free');
  const plan = planRequests({ ...settings, baseUrl: baseUrlOf(settings), isFake: false, isLearning: true });
  return heading + planText(plan, layout);
}

function isFile(opened: OpenedSide): opened is Extract<OpenedSide, { kind: 'profile' | 'recording' }> {
  return opened.kind === 'profile' || opened.kind === 'recording';
}
