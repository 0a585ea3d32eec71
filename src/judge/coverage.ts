import { type StatementId, statementIds, statements } from '../spec/statements.js';
import type { Verdict } from './judge.js';

/** What a check made of one promise of the service. */
export interface StatementCoverage {
  readonly statement: { readonly id: StatementId; readonly section: string; readonly sentence: string };
  /** `not-judged`: there are rules for it, but none of them came to a verdict. */
  readonly state: 'judged' | 'not-judged' | 'cannot-be-shown';
  readonly rules: readonly string[];
  /** Why no request can show it, or not all of it. */
  readonly reason: string | null;
}

/** Returns how every promise of the service was covered, in the order of the document, without the promises of clients. */
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

/**
 * Why no request can show a promise of the service. If a rule judges the statement as well, the reason is about the part
 * that the rule cannot see.
 */
export const unverifiable: Readonly<Partial<Record<StatementId, string>>> = {
  'service.base-address-contains-version':
    'The base address is what the user of the suite types. A gateway in front of the service may map it to any other.',
  'service.staging-address-contains-version': 'The staging address is given nowhere, and one run asks one deployment.',
  'versioning.version-is-path-segment':
    'The base address is what the user of the suite types. A gateway in front of the service may map it to any other.',
  'inventory.operation-id': 'An operation id stands in a description of the interface and is never sent.',
  'update.operation-id': 'An operation id stands in a description of the interface and is never sent.',
  'update.is-experimental':
    'It warns that the request may change. The mark is in the interface description; no response carries it.',
  'versioning.update-is-experimental':
    'It warns that the request may change. The mark is in the interface description; no response carries it.',
  'versioning.operations-can-be-marked':
    'It is a permission. The marks are in the interface description; no response carries them.',
  'versioning.description-carries-version':
    'The document does not say where a description of the interface could be fetched.',
  'versioning.deprecated-operation-has-sunset-date':
    'The document does not say where the mark and the date appear. What responses carry is observed (`deprecation-headers`).',
  'auth.key-from-account': 'Accounts and keys are made outside the interface.',
  'auth.repeated-requests-can-ban-key':
    'It is a possibility, not a promise. Trying it would get the key banned, and nobody knows for how long.',
  'limits.insisting-client-may-be-banned':
    'It is a possibility, not a promise. Trying it would get the key banned, and nobody knows for how long.',
  'limits.free-plan': 'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.pro-plan': 'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.business-plan':
    'That the limit of the day is enforced would take a day’s quota to see; its number is judged.',
  'limits.enterprise-plan': 'Any limit may have been agreed.',
  'limits.higher-plan-has-higher-limits': 'It compares plans. A key has one plan, and a run has one key.',
  'limits.enterprise-quotas-are-agreed': 'What was agreed stands in a contract; any limit may have been.',
};
