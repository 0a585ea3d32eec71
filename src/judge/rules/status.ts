import { headerOf, isGivenKey, precedes } from '../../exchange/exchange.js';
import { defineRules, inconclusive, judgeEach, passes, violates } from '../note.js';
import { outageOf } from '../outages.js';
import { pathIdOf, type Reading } from '../reading.js';
import { documentedReadings, isSentAsJson, mayBeBanned, statusInWords } from '../requests.js';
import type { Evidence, Note } from '../rule.js';

export const statusRules = defineRules({}, [
  {
    id: 'status/documented',
    title:
      'A documented request gets no other status than the documented one, and no request gets a 5xx, a 304 without a condition or a 206 without a range',
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
    judge: judgeEach(documentedReadings, judgeStatus),
  },
]);

/** A key may lack a scope or be banned; requests may be too slow or too large: the document does not mention these. */
const OPEN = [403, 408, 413, 414, 431];

function judgeStatus(reading: Reading, evidence: Evidence): Note | undefined {
  const { status, isCached } = reading;
  if (isCached) return undefined;
  if (status === undefined) return inconclusive(reading, reading.exchange.failure ?? 'no response');
  if (status >= 500) return judgeFailure(reading, evidence);
  const documented = documentedStatuses(reading, evidence);
  const isOfRanges = status === 206 && reading.operation?.success !== '2xx';
  if (status === 304 || isOfRanges) {
    const lacks = status === 304 ? 'a condition (If-None-Match)' : 'a Range header';
    return accuse(reading, `${documented?.[0] ?? 'another status'}: the request does not have ${lacks}`);
  }
  if (documented === undefined) return undefined;
  if (reading.isLimited) return inconclusive(reading, 'got 429');
  if (status === 401 && isGivenKey(reading.credential)) return inconclusive(reading, 'the key was rejected (401)');
  if (OPEN.includes(status) && !isWelcome(reading, evidence)) {
    return inconclusive(reading, `got ${status}, which the document leaves open`);
  }
  if (isElsewhere(reading, evidence)) return inconclusive(reading, `got ${status}: messages may live elsewhere`);
  const isDocumented = documented.includes(String(status)) || documented.includes(`${Math.floor(status / 100)}xx`);
  return isDocumented ? passes(reading) : accuse(reading, `${documented.join(', ')} or 429`);
}

/** Gateways return some statuses for a while: those count if they last. */
function judgeFailure(reading: Reading, evidence: Evidence): Note {
  const outage = outageOf(evidence, reading);
  if (outage !== 'passed') return accuse(reading, 'no 5xx', outage === 'unclear' ? true : undefined);
  return inconclusive(reading, `got ${reading.status}, as in an outage that passes`);
}

function accuse(reading: Reading, expected: string, mayPass?: true): Note {
  const received = statusInWords(reading);
  const { id, statement } = reading.operation ?? {};
  return violates(reading, { problem: `${id} got ${received}`, expected, received, statement, mayPass });
}

/** Returns the statuses that the document allows for a request; undefined if it does not say. Other rules judge requests without a good key. */
function documentedStatuses(reading: Reading, { judged }: Evidence): readonly string[] | undefined {
  const { operation, exchange, sent, sentType } = reading;
  const { headers, url } = exchange.request;
  if (operation?.success === undefined || !reading.isKeyed || url.includes('?')) return undefined;
  const { pathId, requestSchema, requiresContentType, success, responses } = operation;
  if (pathId !== undefined && pathIdOf(reading) === undefined) return undefined;
  const isOpen =
    requestSchema === undefined ? sent.kind !== 'none' : judged.operations[operation.id]?.isOpen?.(reading);
  if (isOpen) return undefined;
  const errors = Object.keys(responses).filter((status) => Number(status) >= 400 && status !== '429');
  const isPlainJson = isSentAsJson(reading) && headerOf(headers, 'content-encoding') === undefined;
  const mayBeUnsupported =
    requestSchema !== undefined && !isPlainJson && (sentType !== undefined || !requiresContentType);
  return [success, ...errors, ...(mayBeUnsupported ? ['415'] : [])];
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
  if (operation.address !== 'messages' || (status !== 404 && status !== 405)) return false;
  return !readings.some((other) => other.operation === operation && other.isAccepted);
}
