import type { OperationId } from '../../spec/operations.js';
import type { Evidence } from '../evidence.js';
import type { Reading } from '../reading.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';
import { bodyInShort, isKeyed, ordinaryReadings, statusInWords, whyInconclusive } from './ordinary-responses.js';

/** What the two operations that are named only in passing promise (§4.4). */
export const versioningRules: readonly Rule[] = [
  {
    id: 'versioning/deprecated-answers',
    title: 'GET /pets/{petId}, although deprecated, answers in JSON and without a 5xx',
    statements: ['pets.is-deprecated-with-sunset-date', 'service.has-pets-and-store-areas'],
    severity: 'implied',
    class: 'read',
    operations: ['getPet'],
    judge: (evidence) => judgeAnswers('getPet', evidence),
  },
  {
    id: 'orders/answers',
    title:
      'GET /store/orders exists: it answers in JSON, without a 5xx, and not that there is no such thing (404, 405, 410)',
    statements: ['orders.exists', 'service.has-pets-and-store-areas'],
    severity: 'implied',
    class: 'read',
    operations: ['listOrders'],
    judge: (evidence) => judgeAnswers('listOrders', evidence),
  },
];

/** What says that there is no such operation. A pet may be unknown, and a deprecated operation gone. */
const ABSENT: Readonly<Partial<Record<OperationId, readonly number[]>>> = { listOrders: [404, 405, 410] };

function* judgeAnswers(operation: OperationId, evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (reading.operation === operation && isKeyed(reading)) yield judgeAnswer(reading, ABSENT[operation] ?? []);
  }
}

function judgeAnswer(reading: Reading, absent: readonly number[]): Note {
  const { status = 0, received, operation, isCached, exchange } = reading;
  const hasQuery = exchange.request.url.includes('?');
  if (!isCached && (status >= 500 || (absent.includes(status) && !hasQuery))) {
    const words = statusInWords(reading);
    const problem = `${operation} was answered ${words}`;
    return violates(reading, { problem, expected: 'an answer in JSON', received: words });
  }
  const why = hasQuery ? 'no query is documented, so what it asks for is not known' : whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (status >= 300 && status < 400) return inconclusive(reading, `answered ${statusInWords(reading)}`);
  // That an error has a body at all is for errors/shape.
  if (received.kind === 'json' || (received.kind === 'none' && status >= 400)) return passes(reading);
  return violates(reading, {
    problem: received.kind === 'none' ? 'the answer has no body' : 'the body is no JSON',
    expected: 'a JSON body',
    received: bodyInShort(reading),
    pointer: '',
  });
}
