import type { JSONSchema } from 'json-schema-to-ts';
import { headerOf, type RawResponse, type RecordedResponse } from '../exchange/exchange.js';
import { recordExchange } from '../exchange/record-exchange.js';
import { Redactor } from '../exchange/redactor.js';
import { LAST_MOMENT_MS, parseHttpDate } from '../json/dates.js';
import { isJsonObject, type JsonValue, writeJson } from '../json/json.js';
import { gatherEvidence, judgeRule, redactEvidence, redactFinding } from '../judge/judge.js';
import type { ReadBody } from '../judge/reading.js';
import type { Evidence, Rule } from '../judge/rule.js';
import { mayBeEmpty } from '../judge/rules/bodies.js';
import { petstoreJudge, rules } from '../judge/rules/index.js';
import { fillTemplate } from '../service/path-template.js';
import { petstore } from '../service/petstore.js';
import type { Operation, Service } from '../service/service.js';
import { statementIds, statements } from '../service/statements.js';
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
  'limits/headers-once',
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
export function judgeResponse(id: string, received: RawResponse, key?: string, service = petstore): ResponseVerdict {
  const operation = service.operations[id] as Operation;
  const evidence = evidenceOf(operation, received, key);
  const [shown] = redactEvidence(evidence).readings;
  const response = shown?.exchange.response as RecordedResponse;
  const { readings, secrets } = evidence;
  const inBody = readings
    .flatMap(({ status = 0, received: body }) => findInBody(operation, status, body, service))
    .map((finding) => (secrets === undefined ? finding : redactFinding(finding, secrets)));
  const byRules = findByRules(evidence)
    .filter(({ rule }) => rule !== 'errors/shape' || inBody.length === 0)
    // Whether the request had a condition or a range is unknown.
    .filter(({ rule }) => rule !== 'status/documented' || operation.success !== undefined || received.status >= 500)
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

function findByRules(evidence: Evidence): ResponseFinding[] {
  const chosen = rules.filter(({ id }) => responseRules.includes(id));
  return chosen.flatMap((rule) => {
    const { findings, unconfirmed } = judgeRule(rule, evidence);
    // Whether an outage passes does not matter here: its response is none of those that the document promises.
    return [...findings, ...unconfirmed].map((finding) => ({
      ...finding,
      rule: rule.id,
      statement: finding.statement ?? rule.statements[0],
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
  const rule = ruleWith('body/json');
  if (rule === undefined) return [];
  const finding = { problem: 'the body is incomplete', expected: 'a JSON body', received: body.why };
  return [{ ...finding, rule: rule.id, pointer: undefined, statement: rule.statements[0] }];
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

/** Creates evidence of a single response, so that the rules of the suite can judge it. */
export function evidenceOf(
  { method, path, requestExample, address }: Operation,
  response: RawResponse,
  key?: string,
): Evidence {
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
  const settings = {
    ...addresses,
    level: 'exhaust',
    plan: undefined,
    isExclusive: true,
    judged: petstoreJudge,
  } as const;
  return gatherEvidence({ exchanges: [exchange], run: undefined, secrets: redactor }, settings);
}

/** A response without a `Date` may be of any time, so that no time in it can be wrong. */
function timesOf(date: string | undefined): { startedMs: number; endedMs: number } {
  if (parseHttpDate(date ?? '') === undefined) return { startedMs: 0, endedMs: LAST_MOMENT_MS };
  const nowMs = Date.now();
  return { startedMs: nowMs, endedMs: nowMs };
}

/** Finds a status that the document does not name: the suite leaves some open (403, 304), but a response that conforms must be a promised one. */
function findUndocumented(operation: Operation, { status }: RecordedResponse): ResponseFinding[] {
  const { id, success, statement, responses } = operation;
  const isSuccess = success === '2xx' && status >= 200 && status < 300;
  if (success === undefined || isSuccess || responses[status] !== undefined) return [];
  const problem = `${id} got ${status}, which the document does not name`;
  const received = String(status);
  const expected = documentedStatuses(operation, success);
  return [{ rule: 'status/documented', problem, expected, received, pointer: undefined, statement }];
}

/** Names the documented statuses in a finding on a status, even if any status but a 5xx is accepted. */
function inDocumentedWords(finding: ResponseFinding, operation: Operation): ResponseFinding {
  if (finding.rule !== 'status/documented' || operation.success === undefined) return finding;
  return { ...finding, expected: documentedStatuses(operation, operation.success) };
}

function documentedStatuses({ responses }: Operation, success: string): string {
  const errors = Object.keys(responses).filter((status) => Number(status) >= 400);
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
  readonly statement: string;
}

/** Returns every violation of the schema of its status in a body. Bodies that are not JSON are covered by other rules. */
function findInBody(operation: Operation, status: number, body: ReadBody, service: Service): ResponseFinding[] {
  const name = schemaOf(operation, status);
  const schema = name === undefined ? undefined : service.schemas[name];
  const rule = status >= 400 ? ruleWith('errors/shape') : ruleOfSuccess(operation);
  if (name === undefined || typeof schema !== 'object' || rule === undefined) return [];
  if (body.kind === 'none') {
    if (mayBeEmpty(operation, status)) return [];
    const expected = schemaInWords(name, service);
    const problem = `the ${status} has no body`;
    return [{ rule: rule.id, problem, expected, received: 'no body', pointer: '', statement: rule.statements[0] }];
  }
  if (body.kind !== 'json') return [];
  return violationsByPlace(schema, body.value).map(({ pointer, problem }) => ({
    rule: rule.id,
    problem: `${pointer === '' ? 'the body' : pointer} ${problem}`,
    expected: undefined,
    received: receivedAt(body.value, pointer),
    pointer,
    statement: statementOfField(pointer.split('/').at(-1) ?? '', rule),
  }));
}

function schemaOf({ success, responses }: Operation, status: number): string | undefined {
  if (status >= 400) return 'Error';
  const documented = success === '2xx' && status >= 200 && status < 300 ? 200 : status;
  return responses[documented]?.schema;
}

function ruleWith(id: string): Rule | undefined {
  return rules.find((rule) => rule.id === id);
}

/** The rule about the form of a successful response: it rests on the statement that promises it. */
function ruleOfSuccess({ id, statement }: Operation): Rule | undefined {
  return rules.find((rule) => rule.statements[0] === statement && rule.operations?.some((each) => each === id));
}

/** Returns the statement about a field of a body: the rule's own, or the first of the document with this name. */
function statementOfField(field: string, rule: Rule): string {
  const ofField = statementIds.filter((id) => statements[id].sentence.startsWith(`Field: ${field};`));
  return ofField.find((id) => rule.statements.some((each) => each === id)) ?? ofField[0] ?? rule.statements[0];
}

/** Describes a body: `an array of InventoryItem`, or `an Error: {"code": "…", "message": "…", "status": …}`. */
function schemaInWords(name: string, { schemas }: Service): string {
  const { items, properties = {} } = schemas[name] as SchemaParts;
  if (items !== undefined) return `an array of ${Object.keys(schemas).find((each) => schemas[each] === items)}`;
  const fields = Object.entries(properties).map(
    ([field, { type }]) => `"${field}": ${type === 'string' ? '"…"' : '…'}`,
  );
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}: {${fields.join(', ')}}`;
}

interface SchemaParts {
  readonly items?: JSONSchema;
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
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

/** Returns the violations of a schema in a body, one for each place, in order. */
export function violationsByPlace(schema: object, value: JsonValue): SchemaViolation[] {
  const problems = new Map<string, string>();
  for (const { pointer, problem } of findViolations(schema, value)) {
    const earlier = problems.get(pointer);
    problems.set(pointer, earlier === undefined ? problem : `${earlier} and ${problem}`);
  }
  return [...problems].map(([pointer, problem]) => ({ pointer, problem }));
}
