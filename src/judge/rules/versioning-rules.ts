import type { OperationId } from '../../spec/operations.js';
import type { Evidence, Reading } from '../evidence.js';
import { bodyInShort, isKeyed, ordinaryReadings, statusInWords, whyInconclusive } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';

/** What the two operations that are named only in passing promise (§4.4). */
export const versioningRules: readonly Rule[] = [
  {
    id: 'versioning/deprecated-answers',
    title: 'GET /pets/{petId}, although deprecated, responds with JSON and without a 5xx',
    statements: ['pets.is-deprecated-with-sunset-date', 'service.has-pets-and-store-areas'],
    severity: 'implied',
    class: 'read',
    operations: ['getPet'],
    judge: (evidence) => judgeResponses('getPet', evidence),
  },
  {
    id: 'orders/answers',
    title: 'GET /store/orders exists: it responds with JSON, not with a 5xx and not with 404, 405 or 410',
    statements: ['orders.exists', 'service.has-pets-and-store-areas'],
    severity: 'implied',
    class: 'read',
    operations: ['listOrders'],
    judge: (evidence) => judgeResponses('listOrders', evidence),
  },
];

/** Statuses of a missing operation. A pet may be unknown, and a deprecated operation gone. */
const ABSENT: Readonly<Partial<Record<OperationId, readonly number[]>>> = { listOrders: [404, 405, 410] };

function* judgeResponses(operation: OperationId, evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (reading.operation === operation && isKeyed(reading)) yield judgeResponse(reading, ABSENT[operation] ?? []);
  }
}

function judgeResponse(reading: Reading, absent: readonly number[]): Note {
  const { status = 0, received, operation, isCached, exchange } = reading;
  const hasQuery = exchange.request.url.includes('?');
  if (!isCached && (status >= 500 || (absent.includes(status) && !hasQuery))) {
    const words = statusInWords(reading);
    const problem = `${operation} got ${words}`;
    return violates(reading, { problem, expected: 'a JSON response', received: words });
  }
  const why = hasQuery ? 'no query is documented, so its meaning is unknown' : whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (status >= 300 && status < 400) return inconclusive(reading, `got ${statusInWords(reading)}`);
  // That an error has a body at all is for errors/shape.
  if (received.kind === 'json' || (received.kind === 'none' && status >= 400)) return passes(reading);
  return violates(reading, {
    problem: received.kind === 'none' ? 'the response has no body' : 'the body is not JSON',
    expected: 'a JSON body',
    received: bodyInShort(reading),
    pointer: '',
  });
}
