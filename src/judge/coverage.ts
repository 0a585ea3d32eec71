import { type StatementId, statementIds, statements } from '../spec/statements.js';
import type { Verdict } from './judge.js';
import { unverifiable } from './unverifiable.js';

/** What a check made of one promise of the service. */
export interface StatementCoverage {
  readonly statement: { readonly id: StatementId; readonly section: string; readonly sentence: string };
  /** `not-judged`: there are rules for it, but none of them came to a verdict. */
  readonly state: 'judged' | 'not-judged' | 'cannot-be-shown';
  readonly rules: readonly string[];
  /** Why no request can show it, or not all of it. */
  readonly reason: string | null;
}

/** Answers what was made of every promise of the service, in the order of the document. What clients promise is no matter of a deployment. */
export function coverStatements(verdicts: readonly Verdict[]): StatementCoverage[] {
  return statementIds.filter((id) => statements[id].party === 'service').map((id) => coverStatement(id, verdicts));
}

function coverStatement(id: StatementId, verdicts: readonly Verdict[]): StatementCoverage {
  const { section, sentence } = statements[id];
  const concerned = verdicts.filter(({ rule }) => rule.statements.includes(id));
  const isJudged = concerned.some(({ outcome }) => outcome === 'pass' || outcome === 'violation');
  return {
    statement: { id, section, sentence },
    state: concerned.length === 0 ? 'cannot-be-shown' : isJudged ? 'judged' : 'not-judged',
    rules: concerned.map(({ rule }) => rule.id),
    reason: unverifiable[id] ?? null,
  };
}
