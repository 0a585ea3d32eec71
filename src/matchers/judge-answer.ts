import type { Evidence } from '../judge/evidence.js';
import { judgeRule } from '../judge/judge.js';
import { rules } from '../judge/rules/rules.js';
import type { OperationId } from '../spec/operations.js';
import { headerOf } from '../transcript/exchange.js';
import { evidenceOf } from './answer-evidence.js';
import type { AnswerFinding } from './answer-finding.js';
import { findInBody } from './body-findings.js';
import type { ReceivedAnswer } from './received-answer.js';
import { findUndocumented, inDocumentedWords } from './status-finding.js';

/** The rules of the suite that one answer can break, whatever was asked. The shapes of bodies are judged apart, to the last mistake. */
export const answerRules: readonly string[] = [
  'status/documented',
  'body/content-type',
  'body/json',
  'errors/shape',
  'errors/status-matches',
  'inventory/unique-pets',
  'messages/queued',
  'messages/created-at',
  'versioning/deprecated-answers',
  'orders/answers',
  'limits/headers-present',
  'limits/well-formed',
  'limits/remaining-within-limit',
  'limits/reset-plausible',
  'limits/429-retry-after',
];

export interface AnswerVerdict {
  readonly findings: readonly AnswerFinding[];
  /** The headers that a browser may have hidden; they could not be judged. */
  readonly hidden: readonly string[];
}

/** Judges one answer by what the document promises for an operation. */
export function judgeAnswer(operation: OperationId, answer: ReceivedAnswer): AnswerVerdict {
  const evidence = evidenceOf(operation, answer);
  const inBody = evidence.readings.flatMap(({ received }) => findInBody(operation, answer.status, received));
  const byRules = findByRules(evidence)
    .filter(({ rule }) => rule !== 'errors/shape' || inBody.length === 0)
    .map((finding) => inDocumentedWords(finding, operation));
  const status = byRules.some(({ rule }) => rule === 'status/documented') ? [] : findUndocumented(operation, answer);
  const all = [...status, ...byRules, ...findBroken(answer), ...inBody].sort((a, b) => orderOf(a) - orderOf(b));
  const hidden = all.filter(({ rule }) => mayBeHidden(rule, answer));
  return {
    findings: all.filter((finding) => !hidden.includes(finding)).filter(isFirstOfItsKind),
    hidden: hidden.map(({ rule }) => (rule === PRESENCE ? 'the rate-limit headers' : 'Retry-After')),
  };
}

function findByRules(evidence: Evidence): AnswerFinding[] {
  const chosen = rules.filter(({ id }) => answerRules.includes(id));
  return chosen.flatMap((rule) =>
    judgeRule(rule, evidence).findings.map(({ problem, expected, received, pointer, statement }) => ({
      rule: rule.id,
      problem,
      expected,
      received,
      pointer,
      statement: statement ?? rule.statements[0],
    })),
  );
}

/** The status first, then bodies, then headers. */
function orderOf({ rule }: AnswerFinding): number {
  const area = ['status', 'body'].indexOf(rule.split('/')[0] ?? '');
  return area === -1 ? (rule.startsWith('limits/') ? 3 : 2) : area;
}

/** Of a body that broke off no rule may conclude anything; but a body was promised. */
function findBroken({ body }: ReceivedAnswer): AnswerFinding[] {
  if (body.kind !== 'missing') return [];
  return [
    {
      rule: 'body/json',
      problem: 'the body broke off',
      expected: 'a JSON body',
      received: body.why,
      pointer: undefined,
      statement: 'service.http-with-json-bodies',
    },
  ];
}

const PRESENCE = 'limits/headers-present';

function mayBeHidden(rule: string, { mayHideHeaders, headers }: ReceivedAnswer): boolean {
  if (!mayHideHeaders) return false;
  return rule === PRESENCE || (rule === 'limits/429-retry-after' && headerOf(headers, 'retry-after') === undefined);
}

/** Several rules may see one thing: that a body is no JSON breaks what is said of all bodies and of this one. */
function isFirstOfItsKind(finding: AnswerFinding, index: number, all: readonly AnswerFinding[]): boolean {
  return !all.slice(0, index).some((earlier) => {
    const isOnePlace = finding.pointer !== undefined && earlier.pointer === finding.pointer;
    return earlier.problem === finding.problem || (isOnePlace && earlier.received === finding.received);
  });
}
