import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Report } from './report.js';

/** How the check ended, in one line. */
export function conclusionOf({ summary, rules }: Pick<Report, 'summary' | 'rules'>): string {
  const { pass, violation, inconclusive, waived, stopped, leftBehind, exitCode } = summary;
  const also = [
    ...(waived > 0 ? [`${waived} waived`] : []),
    ...(stopped === null ? [] : ['the run stopped early']),
    ...(leftBehind === null ? [] : ['something was left behind']),
  ];
  const rest = also.length === 0 ? '' : ` (${also.join(', ')})`;
  if (violation > 0) return `VIOLATES the document: ${counted(violation, 'rule')}${rest}`;
  if (exitCode === 1) return `FAILS: ${counted(inconclusive, 'rule')} could not be told${rest}`;
  if (stopped !== null) return `STOPPED EARLY, no violation until then: ${oneLine(stopped)}`;
  if (leftBehind !== null) return `LEFT SOMETHING BEHIND, no violation seen: ${oneLine(leftBehind)}`;
  if (pass === 0) return `NOTHING COULD BE JUDGED${rest}`;
  if (waived > 0) return `VIOLATES the document as waived: ${counted(waived, 'rule')}; nothing else seen`;
  return `conforms as far as could be seen: ${pass} of ${counted(rules.length, 'rule')} kept`;
}
