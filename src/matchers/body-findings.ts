import { isJsonObject, type JsonValue } from '../json/json-value.js';
import { writeJson } from '../json/write-json.js';
import type { ReadBody } from '../judge/reading.js';
import { type OperationId, operations } from '../spec/operations.js';
import type { StatementId } from '../spec/statements.js';
import { type AnswerSchema, findViolations } from '../validation/find-violations.js';
import type { AnswerFinding } from './answer-finding.js';
import { excerpt } from './excerpt.js';

/** Answers everything in a body that breaks the schema of its status. What is no JSON is for other rules. */
export function findInBody(operation: OperationId, status: number, body: ReadBody): AnswerFinding[] {
  const schema = schemaOf(operation, status);
  if (schema === undefined || (body.kind !== 'json' && body.kind !== 'none')) return [];
  const rule = ruleOf(operation, schema);
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

/** The document shows neither pets nor orders. */
function schemaOf(operation: OperationId, status: number): AnswerSchema | undefined {
  if (status >= 400) return 'Error';
  const success = operation === 'sendMessage' && status >= 200 && status < 300 ? 200 : status;
  const schema = operations[operation].responses[success]?.schema;
  return schema !== undefined && schema in inWords ? (schema as AnswerSchema) : undefined;
}

const inWords: Readonly<Record<AnswerSchema, string>> = {
  InventoryList: 'an array of InventoryItem',
  InventoryItem: 'an InventoryItem: {"petId": …, "quantity": …, "status": …}',
  Message: 'a Message: {"id": "…", "message": "…", "status": "…", "createdAt": "…"}',
  Error: 'an Error: {"code": "…", "message": "…", "status": …}',
};

function ruleOf(operation: OperationId, schema: AnswerSchema): string {
  if (schema === 'Error') return 'errors/shape';
  if (operation === 'listInventory') return 'inventory/list-shape';
  return operation === 'updateInventory' ? 'update/answer' : 'messages/answer';
}

const itemFields: Readonly<Record<string, StatementId>> = {
  petId: 'inventory-item.pet-id',
  quantity: 'inventory-item.quantity',
  status: 'pet-status.values',
};
const fields: Readonly<Record<AnswerSchema, Readonly<Record<string, StatementId>>>> = {
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

function statementAt(operation: OperationId, schema: AnswerSchema, pointer: string): StatementId {
  const field = fields[schema][pointer.split('/').at(-1) ?? ''];
  if (field !== undefined) return field;
  if (schema === 'Error') return 'errors.every-error-is-an-error-object';
  if (operation === 'listInventory') return 'inventory.answers-200-with-items';
  return operation === 'updateInventory' ? 'update.answers-200-with-updated-item' : 'messages.answers-with-message';
}

/** Where something is missing, what it is missing from. No name in these bodies has to be escaped in a pointer. */
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
