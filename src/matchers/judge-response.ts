import { headerOf, type RawResponse, type RecordedResponse } from '../exchange/exchange.js';
import { recordExchange } from '../exchange/record-exchange.js';
import { Redactor } from '../exchange/redactor.js';
import { parseHttpDate } from '../json/dates.js';
import { isJsonObject, type JsonValue, writeJson } from '../json/json.js';
import { type Evidence, gatherEvidence, type ReadBody, redactEvidence } from '../judge/evidence.js';
import { judgeRule, redactFinding } from '../judge/judge.js';
import { rules } from '../judge/rules/index.js';
import { fillTemplate } from '../service/path-template.js';
import type { StatementId } from '../service/petstore.js';
import { type OperationId, operations, schemas } from '../service/petstore.js';
import { findViolations, type SchemaViolation } from '../service/validate.js';
import { excerpt } from './report-lines.js';

/** The rules of the suite that a single response can violate. The shapes of bodies are judged separately, to report every problem. */
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
  readonly response: RecordedResponse;
  readonly findings: readonly ResponseFinding[];
  /** The headers that a browser may have hidden, and so could not be judged. */
  readonly hidden: readonly string[];
}

/** Judges a single response to an operation against the document. `key`: the key that was sent, which a response may repeat. */
export function judgeResponse(operation: OperationId, received: RawResponse, key?: string): ResponseVerdict {
  const evidence = evidenceOf(operation, received, key);
  const [shown] = redactEvidence(evidence).readings;
  const response = shown?.exchange.response as RecordedResponse;
  const inBody = findInBodies(operation, evidence);
  const byRules = findByRules(evidence)
    .filter(({ rule }) => rule !== 'errors/shape' || inBody.length === 0)
    .map((finding) => inDocumentedWords(finding, operation));
  const status = byRules.some(({ rule }) => rule === 'status/documented') ? [] : findUndocumented(operation, response);
  const all = [...status, ...byRules, ...findIncomplete(response), ...inBody].sort((a, b) => orderOf(a) - orderOf(b));
  const hidden = all.filter(({ rule }) => mayBeHidden(rule, received));
  return {
    response,
    findings: all.filter((finding) => !hidden.includes(finding)).filter(isFirstOfItsKind),
    hidden: hidden.map(({ rule }) => (rule === PRESENCE ? 'the rate-limit headers' : 'Retry-After')),
  };
}

function findInBodies(operation: OperationId, evidence: Evidence): ResponseFinding[] {
  const { readings, secrets } = evidence;
  const found = readings.flatMap(({ status = 0, received }) => findInBody(operation, status, received));
  return found.map((finding) => (secrets === undefined ? finding : redactFinding(finding, secrets)));
}

function findByRules(evidence: Evidence): ResponseFinding[] {
  const chosen = rules.filter(({ id }) => responseRules.includes(id));
  return chosen.flatMap((rule) => {
    const { findings, unconfirmed } = judgeRule(rule, evidence);
    // Whether an outage passes does not matter here: its response is none of those that the document promises.
    return [...findings, ...unconfirmed].map((finding) => ({
      ...finding,
      rule: rule.id,
      statement: (finding.statement ?? rule.statements[0]) as StatementId,
    }));
  });
}

function orderOf({ rule }: ResponseFinding): number {
  const area = ['status', 'body'].indexOf(rule.split('/')[0] ?? '');
  return area === -1 ? (rule.startsWith('limits/') ? 3 : 2) : area;
}

/** No rule may conclude anything from an incomplete body, but the document promises a body. */
function findIncomplete({ body }: RecordedResponse): ResponseFinding[] {
  if (body.kind !== 'missing') return [];
  const statement = 'service.http-with-json-bodies';
  const problem = 'the body is incomplete';
  return [{ rule: 'body/json', problem, expected: 'a JSON body', received: body.why, pointer: undefined, statement }];
}

const PRESENCE = 'limits/headers-present';

function mayBeHidden(rule: string, { mayHideHeaders, headers }: RawResponse): boolean {
  if (!mayHideHeaders) return false;
  return rule === PRESENCE || (rule === 'limits/429-retry-after' && headerOf(headers, 'retry-after') === undefined);
}

/** Several rules may find the same problem, such as a body that is not JSON. */
function isFirstOfItsKind(finding: ResponseFinding, index: number, all: readonly ResponseFinding[]): boolean {
  return !all.slice(0, index).some((earlier) => {
    const isOnePlace = finding.pointer !== undefined && earlier.pointer === finding.pointer;
    return earlier.problem === finding.problem || (isOnePlace && earlier.received === finding.received);
  });
}

/** The address is unknown and does not matter. */
const BASE_URL = 'https://petstore.invalid/v1';
/** Where the real one lives is unknown; at the base URL, a message would have to carry the rate-limit headers. */
const MESSAGES_URL = 'https://messages.invalid/v1';
const LAST_MOMENT_MS = Date.UTC(9999, 11, 31);

/** Creates evidence of a single response, so that the rules of the suite can judge it. */
export function evidenceOf(operation: OperationId, response: RawResponse, key?: string): Evidence {
  const { method, path, requestExample, address } = operations[operation];
  // The real request is unknown, so a valid one takes its place.
  const body = requestExample && JSON.stringify(requestExample);
  const redactor = new Redactor();
  if (key !== undefined) redactor.nameOf(key);
  const request = {
    method,
    url: `${address === 'messages' ? MESSAGES_URL : BASE_URL}${fillTemplate(path, () => '1')}`,
    headers: body === undefined ? [] : ([['Content-Type', 'application/json']] as const),
    body,
    mayHideCredentials: true,
  } as const;
  const times = timesOf(headerOf(response.headers, 'date'));
  // Hidden headers are sorted out afterwards, so that they can be named.
  const { mayHideHeaders: _, ...visible } = response;
  const exchange = recordExchange({ request, response: visible, failure: undefined, ...times }, 1, redactor);
  const addresses = { baseUrl: BASE_URL, messagesUrl: MESSAGES_URL };
  const settings = { ...addresses, level: 'exhaust', plan: undefined, isExclusive: true } as const;
  return gatherEvidence({ exchanges: [exchange], run: undefined, secrets: redactor }, settings);
}

/** A response without a `Date` may be of any time, so that no time in it can be wrong. */
function timesOf(date: string | undefined): { startedMs: number; endedMs: number } {
  if (parseHttpDate(date ?? '') === undefined) return { startedMs: 0, endedMs: LAST_MOMENT_MS };
  const nowMs = Date.now();
  return { startedMs: nowMs, endedMs: nowMs };
}

/**
 * Finds a status that the document does not name for an operation. The suite leaves some of them open, since a key may lack a
 * scope (403) and a cache may respond (304); but a response that conforms must be a promised one.
 */
function findUndocumented(operation: OperationId, { status }: RecordedResponse): ResponseFinding[] {
  const { success, statement, responses } = operations[operation];
  const isSuccess = success === '2xx' && status >= 200 && status < 300;
  if (success === undefined || isSuccess || responses[status] !== undefined) return [];
  const problem = `${operation} got ${status}, which the document does not name`;
  const expected = namedInWords(operation, success);
  const received = String(status);
  return [
    { rule: 'status/documented', problem, expected, received, pointer: undefined, statement: statement as StatementId },
  ];
}

/** Names the documented statuses in a finding on a status, even if any status but a 5xx is accepted. */
function inDocumentedWords(finding: ResponseFinding, operation: OperationId): ResponseFinding {
  const { success } = operations[operation];
  if (finding.rule !== 'status/documented' || success === undefined) return finding;
  return { ...finding, expected: namedInWords(operation, success) };
}

function namedInWords(operation: OperationId, success: string): string {
  const errors = Object.keys(operations[operation].responses).filter((status) => Number(status) >= 400);
  return `${[success, ...errors.slice(0, -1)].join(', ')} or ${errors.at(-1)}`;
}

/** A statement that a response violates. */
export interface ResponseFinding {
  /** The rule of the suite for the same statement. */
  readonly rule: string;
  /** One sentence without a full stop. */
  readonly problem: string;
  /** Undefined if the problem already says it. */
  readonly expected: string | undefined;
  readonly received: string;
  /** Where in the body, as a JSON pointer; undefined if the problem is not in the body. */
  readonly pointer: string | undefined;
  readonly statement: StatementId;
}

/** Returns every violation of the schema of its status in a body. Bodies that are not JSON are covered by other rules. */
function findInBody(operation: OperationId, status: number, body: ReadBody): ResponseFinding[] {
  const schema = schemaOf(operation, status);
  if (schema === undefined || (body.kind !== 'json' && body.kind !== 'none')) return [];
  const { rule, inWords } = bodies[schema];
  if (body.kind === 'none') {
    const statement = statementAt(operation, schema, '');
    const problem = `the ${status} has no body`;
    return [{ rule, problem, expected: inWords, received: 'no body', pointer: '', statement }];
  }
  return violationsByPlace(schema, body.value).map(({ pointer, problem }) => ({
    rule,
    problem: `${pointer === '' ? 'the body' : pointer} ${problem}`,
    expected: undefined,
    received: receivedAt(body.value, pointer),
    pointer,
    statement: statementAt(operation, schema, pointer),
  }));
}

/** The document has no schema for pets and orders. */
function schemaOf(operation: OperationId, status: number): ResponseSchema | undefined {
  if (status >= 400) return 'Error';
  const { success, responses } = operations[operation];
  const documented = success === '2xx' && status >= 200 && status < 300 ? 200 : status;
  const schema = responses[documented]?.schema;
  return schema !== undefined && schema in bodies ? (schema as ResponseSchema) : undefined;
}

const itemFields = {
  petId: 'inventory-item.pet-id',
  quantity: 'inventory-item.quantity',
  status: 'pet-status.values',
} as const;

interface DocumentedBody {
  readonly rule: string;
  readonly inWords: string;
  readonly fields: Readonly<Record<string, StatementId>>;
}

const bodies: Readonly<Record<ResponseSchema, DocumentedBody>> = {
  InventoryList: { rule: 'inventory/list-shape', inWords: 'an array of InventoryItem', fields: itemFields },
  InventoryItem: {
    rule: 'update/answer',
    inWords: 'an InventoryItem: {"petId": …, "quantity": …, "status": …}',
    fields: itemFields,
  },
  Message: {
    rule: 'messages/answer',
    inWords: 'a Message: {"id": "…", "message": "…", "status": "…", "createdAt": "…"}',
    fields: {
      id: 'message-body.id',
      message: 'message-body.message',
      status: 'message-body.status',
      createdAt: 'message-body.created-at',
    },
  },
  Error: {
    rule: 'errors/shape',
    inWords: 'an Error: {"code": "…", "message": "…", "status": …}',
    fields: { code: 'error-body.code', message: 'error-body.message', status: 'error-body.status' },
  },
};

function statementAt(operation: OperationId, schema: ResponseSchema, pointer: string): StatementId {
  const field = bodies[schema].fields[pointer.split('/').at(-1) ?? ''];
  if (field !== undefined) return field;
  if (schema === 'Error') return 'errors.every-error-is-an-error-object';
  return operations[operation].statement as StatementId;
}

/** Returns the value at a pointer; for a missing one, the value that lacks it. No name in these bodies needs escaping. */
function receivedAt(body: JsonValue, pointer: string): string {
  let value: JsonValue = body;
  for (const token of pointer.split('/').slice(1)) {
    const next: JsonValue | undefined = Array.isArray(value)
      ? value[Number(token)]
      : isJsonObject(value)
        ? value[token]
        : undefined;
    if (next === undefined) break;
    value = next;
  }
  return excerpt(writeJson(value));
}

/** The response bodies that the document specifies. */
type ResponseSchema = 'InventoryItem' | 'InventoryList' | 'Error' | 'Message';

/** Returns the violations of a schema in a body, one for each place, in order. */
export function violationsByPlace(schema: ResponseSchema, value: JsonValue): SchemaViolation[] {
  const problems = new Map<string, string>();
  for (const { pointer, problem } of findViolations(schemas[schema], value)) {
    const earlier = problems.get(pointer);
    problems.set(pointer, earlier === undefined ? problem : `${earlier} and ${problem}`);
  }
  return [...problems].map(([pointer, problem]) => ({ pointer, problem }));
}
