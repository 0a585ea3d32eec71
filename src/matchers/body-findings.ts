import type { ReadBody } from '../judge/evidence.js';
import { isJsonObject, type JsonValue, writeJson } from '../spec/json.js';
import { type OperationId, operations } from '../spec/operations.js';
import type { StatementId } from '../spec/statements.js';
import * as compiled from '../spec/validation/compiled-responses.js';
import { type SchemaViolation, type Validator, violationOf, withoutExactNumbers } from '../spec/validation/validate.js';
import { excerpt } from './report-lines.js';

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
export function findInBody(operation: OperationId, status: number, body: ReadBody): ResponseFinding[] {
  const schema = schemaOf(operation, status);
  if (schema === undefined || (body.kind !== 'json' && body.kind !== 'none')) return [];
  const rule = rules[schema];
  if (body.kind === 'none') {
    const statement = statementAt(operation, schema, '');
    const problem = `the ${status} has no body`;
    return [{ rule, problem, expected: inWords[schema], received: 'no body', pointer: '', statement }];
  }
  return findViolations(schema, body.value).map(({ pointer, problem }) => ({
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
  return schema !== undefined && schema in inWords ? (schema as ResponseSchema) : undefined;
}

const inWords: Readonly<Record<ResponseSchema, string>> = {
  InventoryList: 'an array of InventoryItem',
  InventoryItem: 'an InventoryItem: {"petId": …, "quantity": …, "status": …}',
  Message: 'a Message: {"id": "…", "message": "…", "status": "…", "createdAt": "…"}',
  Error: 'an Error: {"code": "…", "message": "…", "status": …}',
};

const rules: Readonly<Record<ResponseSchema, string>> = {
  InventoryList: 'inventory/list-shape',
  InventoryItem: 'update/answer',
  Message: 'messages/answer',
  Error: 'errors/shape',
};

const itemFields: Readonly<Record<string, StatementId>> = {
  petId: 'inventory-item.pet-id',
  quantity: 'inventory-item.quantity',
  status: 'pet-status.values',
};
const fields: Readonly<Record<ResponseSchema, Readonly<Record<string, StatementId>>>> = {
  InventoryList: itemFields,
  InventoryItem: itemFields,
  Message: {
    id: 'message-body.id',
    message: 'message-body.message',
    status: 'message-body.status',
    createdAt: 'message-body.created-at',
  },
  Error: { code: 'error-body.code', message: 'error-body.message', status: 'error-body.status' },
};

function statementAt(operation: OperationId, schema: ResponseSchema, pointer: string): StatementId {
  const field = fields[schema][pointer.split('/').at(-1) ?? ''];
  if (field !== undefined) return field;
  if (schema === 'Error') return 'errors.every-error-is-an-error-object';
  return operations[operation].statement;
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

/** The response bodies that the document specifies. Their validators report every violation. */
type ResponseSchema = keyof typeof compiled;

const validators = compiled as unknown as Readonly<Record<ResponseSchema, Validator>>;

/** Returns the violations of a schema in a body, one for each place, in order. */
export function findViolations(schema: ResponseSchema, value: JsonValue): SchemaViolation[] {
  const validate = validators[schema];
  if (validate(withoutExactNumbers(value))) return [];
  const problems = new Map<string, string>();
  for (const { pointer, problem } of (validate.errors ?? []).map(violationOf)) {
    const earlier = problems.get(pointer);
    problems.set(pointer, earlier === undefined ? problem : `${earlier} and ${problem}`);
  }
  return [...problems].map(([pointer, problem]) => ({ pointer, problem }));
}
