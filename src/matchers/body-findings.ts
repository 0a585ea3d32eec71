import type { ReadBody } from '../judge/evidence.js';
import { isJsonObject, type JsonValue, writeJson } from '../spec/json.js';
import { type OperationId, operations } from '../spec/operations.js';
import { schemas } from '../spec/schemas.js';
import type { StatementId } from '../spec/statements.js';
import { findViolations, type SchemaViolation } from '../spec/validation/validate.js';
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
