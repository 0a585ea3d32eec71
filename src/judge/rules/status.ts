import { headerOf, isGivenKey, precedes } from '../../exchange/exchange.js';
import { operations, type StatementId } from '../../service/petstore.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { outageOf } from '../outages.js';
import { isSentAsJson, mayBeBanned, ordinaryReadings, statusInWords } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, violates } from '../rule.js';

/** The statuses of responses. */
export const statusRules = ruleFamily({}, [
  {
    id: 'status/documented',
    title: 'A documented request gets no other status than the documented one, and no request gets a 5xx',
    statements: [
      'inventory.answers-200-with-items',
      'inventory.method-and-path',
      'inventory.no-parameters',
      'inventory.no-request-body',
      'update.answers-200-with-updated-item',
      'update.answers-400',
      'update.answers-404',
      'update.method-and-path',
      'messages.answers-with-message',
      'messages.answers-400',
      'service.paths-relative-to-base-address',
    ],
    judge: judgeEach(ordinaryReadings, judgeStatus),
  },
]);

/** A key may lack a scope or be banned; requests may be too slow or too large: the document does not mention these. */
const OPEN = [403, 408, 413, 414, 431];

function judgeStatus(reading: Reading, evidence: Evidence): Note | undefined {
  const { status, isCached } = reading;
  if (isCached) return undefined;
  if (status === undefined) return inconclusive(reading, reading.exchange.failure ?? 'no response');
  if (status >= 500) return judgeFailure(reading, evidence);
  const documented = documentedStatuses(reading);
  if (documented === undefined) return undefined;
  if (reading.isLimited) return inconclusive(reading, 'got 429');
  if (status === 401 && isGivenKey(reading.credential)) return inconclusive(reading, 'the key was rejected (401)');
  if (OPEN.includes(status) && !isWelcome(reading, evidence)) {
    return inconclusive(reading, `got ${status}, which the document leaves open`);
  }
  if (isElsewhere(reading, evidence)) return inconclusive(reading, `got ${status}: messages may live elsewhere`);
  const isDocumented = documented.includes(status) || documented.includes(`${Math.floor(status / 100)}xx`);
  return isDocumented ? passes(reading) : accuse(reading, `${documented.join(', ')} or 429`);
}

/** Gateways return some statuses for a while: those count if they last. */
function judgeFailure(reading: Reading, evidence: Evidence): Note {
  const outage = outageOf(evidence, reading);
  if (outage !== 'passed') return accuse(reading, 'no 5xx', outage === 'unclear' ? true : undefined);
  return inconclusive(reading, `got ${reading.status} for a while: the same request got another response later`);
}

function accuse(reading: Reading, expected: string, mayPass?: true): Note {
  const received = statusInWords(reading);
  const statement = reading.operation && (operations[reading.operation].statement as StatementId);
  return violates(reading, { problem: `${reading.operation} got ${received}`, expected, received, statement, mayPass });
}

/** Returns the statuses that the document allows for a request; undefined if it does not say. Other rules judge requests without a good key. */
function documentedStatuses(reading: Reading): readonly (number | string)[] | undefined {
  const { operation, exchange, sent, sentType } = reading;
  const { headers, url } = exchange.request;
  if (!reading.isKeyed || url.includes('?')) return undefined;
  const isPlainJson = isSentAsJson(reading) && headerOf(headers, 'content-encoding') === undefined;
  switch (operation) {
    case 'listInventory':
      return sent.kind === 'none' ? [200, 401] : undefined;
    case 'updateInventory':
      if (reading.target === undefined) return undefined;
      return isPlainJson ? [200, 400, 401, 404] : [200, 400, 401, 404, 415];
    case 'sendMessage':
      // The treatment of a `message` that is not a string is open.
      if (typeof (objectOf(sent)?.message ?? '') !== 'string') return undefined;
      return isPlainJson || sentType === undefined ? ['2xx', 400, 401] : ['2xx', 400, 401, 415];
    default:
      return undefined;
  }
}

/** Returns whether a key that gets 403 can neither lack a scope, having been let in before, nor be banned, having passed no limit. */
function isWelcome(reading: Reading, evidence: Evidence): boolean {
  const { status, exchange, operation, credential, keyName } = reading;
  const { readings, settings } = evidence;
  if (status !== 403 || !settings.isExclusive || credential.kind !== 'bearer') return false;
  const isBefore = (other: Reading) => precedes(other.exchange, exchange);
  // Scopes do not change during a run.
  const wasLetIn = readings.some(
    (other) =>
      other.keyName === keyName &&
      other.operation === operation &&
      other.isAccepted &&
      (settings.level !== undefined || isBefore(other)),
  );
  return wasLetIn && !mayBeBanned(reading, readings);
}

/** The document does not state where messages live. A recording does not state it either; but where a message was accepted, they do. */
function isElsewhere({ status, operation }: Reading, { readings, settings }: Evidence): boolean {
  if (settings.level !== undefined || operation === undefined) return false;
  if (operations[operation].address !== 'messages' || (status !== 404 && status !== 405)) return false;
  return !readings.some((other) => other.operation === operation && other.isAccepted);
}
