import { type OperationId, operations } from '../spec/operations.js';
import type { StatementId } from '../spec/statements.js';
import type { AnswerFinding } from './answer-finding.js';
import type { ReceivedAnswer } from './received-answer.js';

/** Which success a message has is open; of pets and orders no answer is shown. */
const successes: Readonly<
  Record<OperationId, { readonly status: string; readonly statement: StatementId } | undefined>
> = {
  listInventory: { status: '200', statement: 'inventory.answers-200-with-items' },
  updateInventory: { status: '200', statement: 'update.answers-200-with-updated-item' },
  sendMessage: { status: '2xx', statement: 'messages.answers-with-message' },
  getPet: undefined,
  listOrders: undefined,
};

/**
 * Accuses a status that the document does not name for an operation. The suite leaves some of them undecided, since a key may lack a
 * scope (403) and a cache may answer (304); but an answer that is said to conform has to be one that is promised.
 */
export function findUndocumented(operation: OperationId, { status }: ReceivedAnswer): AnswerFinding[] {
  const success = successes[operation];
  if (success === undefined || isNamed(operation, status)) return [];
  return [
    {
      rule: 'status/documented',
      problem: `${operation} was answered ${status}, of which the document says nothing`,
      expected: namedInWords(operation, success.status),
      received: String(status),
      pointer: undefined,
      statement: success.statement,
    },
  ];
}

function isNamed(operation: OperationId, status: number): boolean {
  const isMessage = operation === 'sendMessage' && status >= 200 && status < 300;
  return isMessage || operations[operation].responses[status] !== undefined;
}

/** Names the documented statuses in a finding on a status, also where any but a 5xx would have done. */
export function inDocumentedWords(finding: AnswerFinding, operation: OperationId): AnswerFinding {
  const success = successes[operation];
  if (finding.rule !== 'status/documented' || success === undefined) return finding;
  return { ...finding, expected: namedInWords(operation, success.status) };
}

function namedInWords(operation: OperationId, success: string): string {
  const refusals = Object.keys(operations[operation].responses).filter((status) => Number(status) >= 400);
  return `${[success, ...refusals.slice(0, -1)].join(', ')} or ${refusals.at(-1)}`;
}
