import type { RequestLine } from '../../admin/schemas/requests.js';
import type { Verdicts } from './line-filter.js';

export interface Mark {
  readonly kind: 'violation' | 'ill-mannered' | 'fault' | 'cut' | 'replay';
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
  return marks;
}

const cuts = {
  truncated: { label: 'cut off', words: ['The connection closed halfway through the body.'] },
  left: { label: 'client left', words: ['The client disconnected before the end of the response.'] },
};
