import { headerOf } from '../exchange/exchange.js';
import { type Evidence, gatherEvidence } from '../judge/evidence.js';
import { judgeRule } from '../judge/judge.js';
import { rules } from '../judge/rules/rules.js';
import { parseHttpDate } from '../spec/dates.js';
import { type OperationId, operations } from '../spec/operations.js';
import { fillTemplate } from '../spec/path-template.js';
import { findInBody, type ResponseFinding } from './body-findings.js';
import type { ReceivedResponse } from './received-response.js';

/** The rules of the suite that one answer can break, whatever was asked. The shapes of bodies are judged apart, to the last mistake. */
export const responseRules: readonly string[] = [
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

export interface ResponseVerdict {
  readonly findings: readonly ResponseFinding[];
  /** The headers that a browser may have hidden; they could not be judged. */
  readonly hidden: readonly string[];
}

/** Judges one answer by what the document promises for an operation. */
export function judgeResponse(operation: OperationId, response: ReceivedResponse): ResponseVerdict {
  const evidence = evidenceOf(operation, response);
  const inBody = evidence.readings.flatMap(({ received }) => findInBody(operation, response.status, received));
  const byRules = findByRules(evidence)
    .filter(({ rule }) => rule !== 'errors/shape' || inBody.length === 0)
    .map((finding) => inDocumentedWords(finding, operation));
  const status = byRules.some(({ rule }) => rule === 'status/documented') ? [] : findUndocumented(operation, response);
  const all = [...status, ...byRules, ...findBroken(response), ...inBody].sort((a, b) => orderOf(a) - orderOf(b));
  const hidden = all.filter(({ rule }) => mayBeHidden(rule, response));
  return {
    findings: all.filter((finding) => !hidden.includes(finding)).filter(isFirstOfItsKind),
    hidden: hidden.map(({ rule }) => (rule === PRESENCE ? 'the rate-limit headers' : 'Retry-After')),
  };
}

function findByRules(evidence: Evidence): ResponseFinding[] {
  const chosen = rules.filter(({ id }) => responseRules.includes(id));
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
function orderOf({ rule }: ResponseFinding): number {
  const area = ['status', 'body'].indexOf(rule.split('/')[0] ?? '');
  return area === -1 ? (rule.startsWith('limits/') ? 3 : 2) : area;
}

/** Of a body that broke off no rule may conclude anything; but a body was promised. */
function findBroken({ body }: ReceivedResponse): ResponseFinding[] {
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

function mayBeHidden(rule: string, { mayHideHeaders, headers }: ReceivedResponse): boolean {
  if (!mayHideHeaders) return false;
  return rule === PRESENCE || (rule === 'limits/429-retry-after' && headerOf(headers, 'retry-after') === undefined);
}

/** Several rules may see one thing: that a body is not JSON breaks what is said of all bodies and of this one. */
function isFirstOfItsKind(finding: ResponseFinding, index: number, all: readonly ResponseFinding[]): boolean {
  return !all.slice(0, index).some((earlier) => {
    const isOnePlace = finding.pointer !== undefined && earlier.pointer === finding.pointer;
    return earlier.problem === finding.problem || (isOnePlace && earlier.received === finding.received);
  });
}

/** No address was given, and none matters. */
const BASE_URL = 'https://petstore.invalid/v1';
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31);

/** Creates evidence of one answer, so that the rules of the suite can judge it. */
export function evidenceOf(operation: OperationId, { status, headers, body }: ReceivedResponse): Evidence {
  const { method, path, requestExample } = operations[operation];
  // What was really sent is not known: a request that is valid in every respect.
  const sends = requestExample && JSON.stringify(requestExample);
  const exchange = {
    number: 1,
    probe: undefined,
    request: {
      method,
      url: `${BASE_URL}${fillTemplate(path, () => '1')}`,
      headers: sends === undefined ? [] : ([['Content-Type', 'application/json']] as const),
      body: sends,
      credential: { kind: 'unknown' },
    },
    response: { httpVersion: '', status, statusText: '', headers, body },
    failure: undefined,
    ...timesOf(headerOf(headers, 'date')),
  } as const;
  const settings = {
    baseUrl: BASE_URL,
    messagesUrl: BASE_URL,
    level: 'exhaust',
    plan: undefined,
    isExclusive: true,
  } as const;
  return gatherEvidence({ exchanges: [exchange], run: undefined }, settings);
}

/** An answer that does not say when it was given may have been given at any time: then no time in it can be wrong. */
function timesOf(date: string | undefined): { startedMs: number; endedMs: number } {
  if (parseHttpDate(date ?? '') === undefined) return { startedMs: 0, endedMs: LAST_MOMENT_MS };
  const nowMs = Date.now();
  return { startedMs: nowMs, endedMs: nowMs };
}

/**
 * Accuses a status that the document does not name for an operation. The suite leaves some of them undecided, since a key may lack a
 * scope (403) and a cache may answer (304); but an answer that is said to conform has to be one that is promised.
 */
function findUndocumented(operation: OperationId, { status }: ReceivedResponse): ResponseFinding[] {
  const { success, statement } = operations[operation];
  if (success === undefined || isNamed(operation, status)) return [];
  return [
    {
      rule: 'status/documented',
      problem: `${operation} got ${status}, of which the document says nothing`,
      expected: namedInWords(operation, success),
      received: String(status),
      pointer: undefined,
      statement,
    },
  ];
}

function isNamed(operation: OperationId, status: number): boolean {
  const { success, responses } = operations[operation];
  const isSuccess = success === '2xx' && status >= 200 && status < 300;
  return isSuccess || responses[status] !== undefined;
}

/** Names the documented statuses in a finding on a status, also where any but a 5xx would have done. */
function inDocumentedWords(finding: ResponseFinding, operation: OperationId): ResponseFinding {
  const { success } = operations[operation];
  if (finding.rule !== 'status/documented' || success === undefined) return finding;
  return { ...finding, expected: namedInWords(operation, success) };
}

function namedInWords(operation: OperationId, success: string): string {
  const refusals = Object.keys(operations[operation].responses).filter((status) => Number(status) >= 400);
  return `${[success, ...refusals.slice(0, -1)].join(', ')} or ${refusals.at(-1)}`;
}
