import type { OperationId } from '../../service/petstore.js';
import type { Reading } from '../evidence.js';
import { sparingOutages } from '../outages.js';
import { bodyInShort, ordinaryReadings, statusInWords, whyInconclusive } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, type Rule, ruleFamily, violates } from '../rule.js';

/** The two operations that the document names only in passing (§4.4). */
export const versioningRules = ruleFamily({ severity: 'implied', class: 'read' }, [
  {
    id: 'versioning/deprecated-answers',
    title: 'GET /pets/{petId}, although deprecated, responds with JSON and without a 5xx',
    statements: ['pets.is-deprecated-with-sunset-date', 'service.has-pets-and-store-areas'],
    operations: ['getPet'],
    // The pet may be unknown, and the operation gone.
    judge: judgeResponsesOf('getPet', []),
  },
  {
    id: 'orders/answers',
    title: 'GET /store/orders exists: it responds with JSON, not with a 5xx and not with 404, 405 or 410',
    statements: ['orders.exists', 'service.has-pets-and-store-areas'],
    operations: ['listOrders'],
    judge: judgeResponsesOf('listOrders', [404, 405, 410]),
  },
]);

/** `absent`: the statuses of a missing operation. */
function judgeResponsesOf(operation: OperationId, absent: readonly number[]): Rule['judge'] {
  return judgeEach(
    (evidence) => ordinaryReadings(evidence).filter((reading) => reading.operation === operation && reading.isKeyed),
    sparingOutages((reading) => judgeResponse(reading, absent)),
  );
}

function judgeResponse(reading: Reading, absent: readonly number[]): Note {
  const { status = 0, received, operation, isCached, exchange } = reading;
  const hasQuery = exchange.request.url.includes('?');
  if (!isCached && (status >= 500 || (absent.includes(status) && !hasQuery))) {
    const words = statusInWords(reading);
    return violates(reading, { problem: `${operation} got ${words}`, expected: 'a JSON response', received: words });
  }
  const why = hasQuery ? 'no query is documented, so its meaning is unknown' : whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (status >= 300 && status < 400) return inconclusive(reading, `got ${statusInWords(reading)}`);
  // The rule errors/shape requires the body of an error.
  if (received.kind === 'json' || (received.kind === 'none' && status >= 400)) return passes(reading);
  return violates(reading, {
    problem: received.kind === 'none' ? 'the response has no body' : 'the body is not JSON',
    expected: 'a JSON body',
    received: bodyInShort(reading),
    pointer: '',
  });
}
