import type { SidesCase, SidesDifference, SidesReport } from '../../../contract-tests/report/sides/sides-report.js';
import { cut } from '../../../contract-tests/report/terminal-text.js';
import { type Mask, masks } from '../../fidelity/score/compare-pair.js';
import { type Score, type ScoredResponse, shareOf, sharesByOperation } from '../../fidelity/score/score-responses.js';
import { groupBy } from '../../spec/group-by.js';
import { operations } from '../../spec/operations.js';
import { counted } from '../../spec/quoting.js';
import { conclusion, exitCodeOf, type ScoreFacts, shownBy } from './fidelity-output.js';

/** Returns a score as its page and its JUnit file show it: a case for each operation and class of requests. */
export function fidelityReport(score: Score, facts: ScoreFacts): SidesReport {
  const { responses, masked, unsent } = score;
  const exitCode = exitCodeOf(score, facts);
  const byOperation = groupBy(responses, ({ operation }) => operation);
  const groups = [...sharesByOperation(responses).keys()].map((operation) => {
    const heading = operation === 'other' ? 'Other paths and methods' : headingOf(operation);
    const classes = groupBy(byOperation.get(operation) ?? [], classOf);
    const place = heading.replace(/^§\S+ /, '');
    const cases = [...classes].map(([name, own]) =>
      caseOf(`${operation}/${name}`, `${place}, ${name}`, own, exitCode !== 1, facts),
    );
    return { heading, cases };
  });
  const notCompared = (Object.entries(masked) as [Mask, number][]).map(
    ([mask, count]): SidesCase => ({
      id: `not-compared/${mask}`,
      title: counted(count, 'response'),
      outcome: 'skipped',
      reason: masks[mask],
      differences: [],
    }),
  );
  return {
    kind: 'Fidelity',
    left: facts.left,
    right: facts.right,
    exitCode,
    conclusion: conclusion(score, facts).trim().replace(' %  ', ' %, '),
    notices: [
      ...facts.stopped.map((why) => `Stopped early: ${why}`),
      ...(unsent > 0 ? [`${counted(unsent, 'request')} did not reach both sides`] : []),
    ],
    facts: [
      ['Level', facts.level],
      ['Seed', String(facts.seed)],
      ['Required', `${facts.atLeast} % equal`],
    ],
    groups: notCompared.length === 0 ? groups : [...groups, { heading: 'Not compared', cases: notCompared }],
  };
}

function headingOf(operation: keyof typeof operations): string {
  const { section, method, path } = operations[operation];
  return `§${section} ${method} ${path}`;
}

function classOf({ faults }: ScoredResponse): string {
  return faults.join(' and ') || 'valid';
}

function caseOf(
  id: string,
  what: string,
  responses: readonly ScoredResponse[],
  isEnough: boolean,
  { atLeast }: ScoreFacts,
): SidesCase {
  const { equal, of } = shareOf(responses);
  const outcome = equal === of ? 'pass' : isEnough ? 'waived' : 'violation';
  return {
    id,
    title: `${what}: ${equal} of ${counted(of, 'response')} equal`,
    outcome,
    reason: outcome === 'waived' ? `--at-least ${atLeast}% accepts it` : undefined,
    differences: differencesIn(responses),
  };
}

/** Returns the differences of some responses, alike ones once. */
function differencesIn(responses: readonly ScoredResponse[]): SidesDifference[] {
  const all = responses.flatMap(({ aspects, left, right }) =>
    aspects.map((aspect) => {
      const { method, url, body = '' } = left.exchange.request;
      const request = `${method} ${url} ${body}`.trimEnd();
      return { aspect, request, left: shownBy(left, aspect), right: shownBy(right, aspect) };
    }),
  );
  const alike = groupBy(all, ({ aspect, left, right }) => JSON.stringify([aspect, left, right]));
  return [...alike.values()].map(([{ aspect, request, left, right }, ...more]) => {
    const others = more.length === 0 ? '' : `, and ${counted(more.length, 'more request')}`;
    return { note: `${aspect}: ${cut(request, LONGEST_REQUEST)}${others}`, left: [left], right: [right] };
  });
}

/** Characters. */
const LONGEST_REQUEST = 200;
