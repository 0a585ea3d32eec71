import type { FindingsReport } from '../../admin/schemas/requests.js';
import type { Tone } from '../parts/tone.js';

export type Rule = FindingsReport['rules'][number];

/** What the page calls the ends of a rule, the gravest first. */
export const outcomes = {
  violation: { tone: 'failed', word: 'broken' },
  pass: { tone: 'ok', word: 'kept' },
  inconclusive: { tone: 'refused', word: 'unclear' },
  'not-run': { tone: undefined, word: 'no case yet' },
} as const satisfies Record<Rule['outcome'], { tone: Tone | undefined; word: string }>;

/** Answers the rules that ended so. */
export function rulesOf(report: FindingsReport | undefined, outcome: Rule['outcome']): readonly Rule[] {
  return report?.rules.filter((rule) => rule.outcome === outcome) ?? [];
}
