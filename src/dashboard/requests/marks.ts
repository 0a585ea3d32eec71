import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Verdicts } from './line-filter.js';

export interface Mark {
  readonly kind: 'violation' | 'ill-mannered' | 'fault' | 'cut' | 'replay' | 'open';
  /** Short text for the list. */
  readonly label: string;
  /** Its explanation, one sentence each. */
  readonly words: readonly string[];
}

/** Returns the marks of a request, the gravest first. */
export function marksOf(line: RequestLine, verdicts: Verdicts): readonly Mark[] {
  const contractViolations = verdicts.contractViolations.value.get(line.number);
  const mannersViolations = verdicts.mannersViolations.value.get(line.number);
  const marks: Mark[] = [];
  if (contractViolations !== undefined) {
    const label = contractViolations.length === 1 ? 'violates a rule' : `violates ${contractViolations.length} rules`;
    marks.push({ kind: 'violation', label, words: contractViolations });
  }
  if (mannersViolations !== undefined)
    marks.push({ kind: 'ill-mannered', label: 'ill-mannered', words: mannersViolations });
  // A reset shows as a missing status.
  const cut = line.cut === null || line.cut === 'reset' ? undefined : cuts[line.cut];
  if (cut !== undefined) marks.push({ kind: 'cut', ...cut });
  if (line.fault !== null) {
    marks.push({ kind: 'fault', label: `fault ${line.fault}`, words: [`Fault ${line.fault} applied.`] });
  }
  if (line.replayOf !== null) {
    const words = [`Sent again from the control room: a replay of request #${line.replayOf}.`];
    marks.push({ kind: 'replay', label: `replay of #${line.replayOf}`, words });
  }
  const open = unusualQuestions(line.assumed);
  if (open.length > 0) {
    const count = countOfOpen(open);
    // Next to another mark there is no space for the full label.
    const label = marks.length === 0 ? count : `${open.length} open`;
    marks.push({ kind: 'open', label, words: [`It depends on ${count}: ${open.join(', ')}.`] });
  }
  return marks;
}

function countOfOpen(open: readonly string[]): string {
  return open.length === 1 ? '1 open question' : `${open.length} open questions`;
}

const cuts = {
  truncated: { label: 'cut off', words: ['The connection closed halfway through the body.'] },
  left: { label: 'client left', words: ['The client disconnected before the end of the response.'] },
};

/** Open questions that nearly every response depends on: marking them would mark every line. */
const usualQuestions: ReadonlySet<string> = new Set([
  'described-window',
  'rate-limit-fields',
  'window-start',
  'error-codes',
  'error-messages',
  'list-order',
  'order-shape',
  'enterprise-limits',
]);

/** Returns the open questions that are worth a mark. */
export function unusualQuestions(assumed: readonly string[]): readonly string[] {
  return assumed.filter((id) => !usualQuestions.has(id));
}
