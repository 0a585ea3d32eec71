import { oneLine } from '../../../src/spec/quoting.js';
import { type JunitCase, junitXml } from '../junit-xml.js';
import { type SidesCase, type SidesReport, sideNames, sidesOutcomes } from './sides-report.js';

/** Writes JUnit XML: a suite for each group, a case for each rule, question or class of requests. */
export function sidesJunit({ kind, left, right, notices, groups }: SidesReport): string {
  const names = sideNames[kind];
  const suites = groups.map(({ heading, cases }) => ({
    name: heading,
    properties: { [names[0]]: left, [names[1]]: right, incomplete: notices.join('; ') || null },
    cases: cases.map((each) => caseOf(each, names)),
  }));
  return junitXml(`Petstore ${kind.toLowerCase()}`, suites);
}

function caseOf(
  { id, title, outcome, reason, differences }: SidesCase,
  [left, right]: readonly [string, string],
): JunitCase {
  const name = `${id}: ${title}`;
  if (outcome === 'pass') return { name, note: reason };
  if (outcome !== 'violation') return { name, skipped: reason ?? sidesOutcomes[outcome] };
  const lines = differences.flatMap((each) => [
    ...(each.note === undefined ? [] : [each.note]),
    ...each.left.map((line) => `${left}: ${line}`),
    ...each.right.map((line) => `${right}: ${line}`),
  ]);
  const [first] = differences;
  const message = oneLine(`${left}: ${first?.left[0] ?? ''} · ${right}: ${first?.right[0] ?? ''}`);
  return { name, failure: { message, type: 'difference', text: lines.map(oneLine).join('\n') } };
}
