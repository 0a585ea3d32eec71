import { counted } from '../../src/json/counted.js';
import { oneLine } from '../../src/json/one-line.js';
import type { Report, Summary } from './report.js';

/** How the check ended, in one line. */
export function conclusionOf({ summary }: Pick<Report, 'summary'>): string {
  const { pass, violation, inconclusive, waived, stopped, leftBehind, exitCode } = summary;
  const also = [
    ...(stopped === null ? [] : ['the run stopped early']),
    ...(leftBehind === null ? [] : ['something was left behind']),
  ];
  const rest = also.length === 0 ? '' : ` (${also.join('; ')})`;
  const others = othersInWords(summary);
  if (violation > 0) return `VIOLATES the document: ${counted(violation, 'rule')}${others}${rest}`;
  if (exitCode === 1) return `FAILS: ${counted(inconclusive, 'rule')} could not be told${rest}`;
  if (pass === 0 && waived === 0) return `NOTHING COULD BE JUDGED${stopped === null ? rest : `: ${oneLine(stopped)}`}`;
  if (stopped !== null) return `STOPPED EARLY, no violation until then: ${oneLine(stopped)}${others}`;
  if (leftBehind !== null) return `LEFT SOMETHING BEHIND, no violation seen: ${oneLine(leftBehind)}`;
  if (waived > 0) return `conforms but for what is waived: ${counted(waived, 'rule')}${others}`;
  return `conforms as far as could be seen${others.replace(/^;/, ':')}`;
}

/** What became of the rules that were not broken. */
function othersInWords({ pass, inconclusive, notRun, waived, violation }: Summary): string {
  const counts = [
    ...(violation > 0 && waived > 0 ? [`${waived} waived`] : []),
    ...(pass > 0 ? [`${counted(pass, 'rule')} kept`] : []),
    ...(inconclusive > 0 ? [`${inconclusive} could not be told`] : []),
    ...(notRun > 0 ? [`${notRun} not run`] : []),
  ];
  return counts.length === 0 ? '' : `; ${counts.join(', ')}`;
}
