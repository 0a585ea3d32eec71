import type { OperationId } from '../../spec/operations.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { bodyInShort, isKeyed, ordinaryReadings, statusInWords, whyUntold } from './ordinary-answers.js';

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
    return broken(reading, { problem, expected: 'an answer in JSON', received: words });
  }
  const why = hasQuery ? 'no query is documented, so what it asks for is not known' : whyUntold(reading);
  if (why !== undefined) return untold(reading, why);
  if (status >= 300 && status < 400) return untold(reading, `answered ${statusInWords(reading)}`);
  // That an error has a body at all is for errors/shape.
  if (received.kind === 'json' || (received.kind === 'none' && status >= 400)) return kept(reading);
  return broken(reading, {
    problem: received.kind === 'none' ? 'the answer has no body' : 'the body is no JSON',
    expected: 'a JSON body',
    received: bodyInShort(reading),
    pointer: '',
  });
}
