import type { FindingsReport } from '../../admin/schemas/requests.js';
import type { Tone } from '../parts/tone.js';

export type RuleResult = FindingsReport['rules'][number];

/** Labels and tones of the outcomes, the gravest first. */
export const outcomes = {
  violation: { tone: 'failed', word: 'violation' },
  pass: { tone: 'ok', word: 'passed' },
  inconclusive: { tone: 'refused', word: 'inconclusive' },
  skipped: { tone: undefined, word: 'not exercised' },
} as const satisfies Record<RuleResult['outcome'], { tone: Tone | undefined; word: string }>;

/** Returns the rules that ended so. */
export function rulesOf(report: FindingsReport | undefined, outcome: RuleResult['outcome']): readonly RuleResult[] {
  return report?.rules.filter((rule) => rule.outcome === outcome) ?? [];
}

/** Returns the requests that a report covers; undefined before any was judged. */
export function judgedRequests(report: Pick<FindingsReport, 'from' | 'to'> | undefined): string | undefined {
  if (report === undefined || report.to === 0) return undefined;
  const { from, to } = report;
  return from === to ? `request #${to}` : `requests #${from} to #${to}`;
}
