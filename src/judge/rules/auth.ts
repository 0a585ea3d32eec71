import { headerOf, isGivenKey, isOverAt, misplacedKeys, precedes } from '../../exchange/exchange.js';
import type { StatementId } from '../../service/petstore.js';
import { type OperationId, operationIds, operations } from '../../service/petstore.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { mayBeBanned, ordinaryReadings, petOf, statusInWords, whyStatusIsInconclusive } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, type Rule, ruleFamily, suspicious, violates } from '../rule.js';
import { judgeRejectedWrites } from '../stock/rejected-writes.js';
import { listingOf } from '../stock/stock-history.js';

const answers401: Readonly<Partial<Record<OperationId, readonly StatementId[]>>> = {
  listInventory: ['inventory.answers-401', 'auth.inventory-uses-http-bearer'],
  updateInventory: ['update.answers-401', 'auth.inventory-uses-http-bearer'],
  sendMessage: ['messages.answers-401', 'messages.request-headers'],
};

/** A response says in whole seconds when to come back. */
const SHORTEST_BAN_MS = 1_000;

/** Authentication (§5). */
export const authRules = ruleFamily({ class: 'read' }, [
  ...operationIds.map(requireKey),
  {
    id: 'auth/invalid-key',
    title: 'A key that does not exist gets 401',
    statements: ['auth.missing-or-invalid-key-answers-401', 'errors.401'],
    judge: judgeEach(ordinaryReadings, (reading, evidence) => {
      const isMadeUp = reading.credential.kind === 'bearer' && reading.credential.standing === 'wrong';
      return isMadeUp ? judgeUnauthorized(reading, 'a request with a key that does not exist', evidence) : undefined;
    }),
  },
  {
    id: 'auth/scheme',
    title: 'A key that is not the bearer token (Basic credentials, a cookie, only in the query) gets 401',
    statements: ['auth.every-operation-requires-bearer', 'auth.every-operation-needs-authorization-header'],
    judge: judgeEach(ordinaryReadings, judgeMisplacedKey),
  },
  {
    id: 'auth/valid-key',
    title: 'A key that an operation accepts before and afterwards gets no 401 from it in between',
    statements: ['auth.missing-or-invalid-key-answers-401'],
    severity: 'implied',
    class: 'passive',
    judge: judgeEach(ordinaryReadings, judgeValidKey),
  },
  {
    id: 'auth/refused-changes-nothing',
    title: 'An update that gets 401 changes nothing',
    statements: ['auth.missing-or-invalid-key-answers-401', 'update.answers-401'],
    severity: 'implied',
    class: 'write',
    operations: ['updateInventory'],
    judge: (evidence) => judgeRejectedWrites(evidence, ({ status }) => status === 401),
  },
]);

function requireKey(operation: OperationId): Rule {
  const { method, path } = operations[operation];
  return {
    id: `auth/required/${operation}`,
    title: `${method} ${path} without a key gets 401`,
    statements: [
      'auth.missing-or-invalid-key-answers-401',
      'auth.every-operation-requires-bearer',
      'auth.every-operation-needs-authorization-header',
      'errors.401',
      ...(answers401[operation] ?? []),
    ],
    severity: 'documented',
    class: 'read',
    operations: [operation],
    judge: judgeEach(ordinaryReadings, (reading, evidence) => {
      const isKeyless = reading.operation === operation && reading.credential.kind === 'none';
      return isKeyless ? judgeUnauthorized(reading, 'a request without a key', evidence) : undefined;
    }),
  };
}

/** Rejections that last say nothing: the key may have been revoked, or lack a scope. */
function judgeValidKey(reading: Reading, evidence: Evidence): Note | undefined {
  const { operation, credential, status, isAccepted, isCached } = reading;
  if (operation === undefined || isCached || !isGivenKey(credential)) return undefined;
  if (isAccepted) return passes(reading);
  if (status !== 401) return undefined;
  const accepted = evidence.readings.filter(
    (other) => other.operation === operation && other.isAccepted && !other.isCached && isGivenKey(other.credential),
  );
  const before = accepted.findLast((other) => precedes(other.exchange, reading.exchange));
  const after = accepted.find((other) => precedes(reading.exchange, other.exchange));
  if (before === undefined || after === undefined) return suspicious(reading, 'the key was rejected (401)');
  const hasTimeForBan = !isOverAt(after.exchange, before.exchange.startedMs + SHORTEST_BAN_MS);
  if (hasTimeForBan && mayBeBanned(reading, evidence.readings)) {
    return suspicious(reading, 'the key may have been banned for a while');
  }
  return violates(reading, {
    problem: `${operation} rejected the key that it accepted before and afterwards`,
    expected: 'no 401',
    received: '401',
    related: [before, after],
    // Another user of the key may have exceeded the limit and got it banned.
    isExplainable: hasTimeForBan,
  });
}

function judgeMisplacedKey(reading: Reading, evidence: Evidence): Note | undefined {
  const { credential } = reading;
  if (credential.kind !== 'misplaced') return undefined;
  const isOpen = evidence.readings.some((other) => respondsSameWithoutKey(reading, other));
  if (isOpen) return inconclusive(reading, 'the operation responds the same without a key');
  return judgeUnauthorized(reading, `a request with the key ${misplacedKeys[credential.where]}`, evidence);
}

function respondsSameWithoutKey({ operation, status }: Reading, other: Reading): boolean {
  const isKeyless = other.credential.kind === 'none' && other.operation === operation && other.status !== undefined;
  return isKeyless && other.status === status && status !== 401;
}

function judgeUnauthorized(reading: Reading, request: string, evidence: Evidence): Note {
  const why = whyStatusIsInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 401) return passes(reading);
  const received = statusInWords(reading);
  if (mayBeRejectedOtherwise(reading, evidence) || (reading.status === 400 && isMalformed(reading))) {
    return inconclusive(reading, `got ${received}, possibly for a reason other than the key`);
  }
  return violates(reading, { problem: `${request} got ${received}`, expected: '401 with an Error', received });
}

/** RFC 6750 §3.1 has 400 for credentials that are malformed. */
function isMalformed({ credential, exchange }: Reading): boolean {
  if (credential.kind === 'none') return headerOf(exchange.request.headers, 'authorization') !== undefined;
  return credential.kind === 'misplaced' && credential.where !== 'query';
}

/**
 * Returns whether an error other than 401 may have another cause than the key, which a service may look at later
 * (open question `order-of-checks`). A 403 speaks of the key.
 */
function mayBeRejectedOtherwise(reading: Reading, evidence: Evidence): boolean {
  const { status = 0 } = reading;
  if (status < 300) return false;
  if (respondsSameWithKey(reading, evidence)) return true;
  return status >= 400 && (status !== 403 || mayBeBlocked(reading)) && !isBeyondReproach(reading, evidence);
}

/** A gateway may block an id in an unusual spelling, or a query. */
function mayBeBlocked(reading: Reading): boolean {
  const hasUnusualId = reading.petId !== undefined && petOf(reading) === undefined;
  const hasOwnQuery = reading.exchange.request.url.includes('?') && reading.credential.kind !== 'misplaced';
  return hasUnusualId || hasOwnQuery;
}

/** If it does, the address may be wrong, or the service down. */
function respondsSameWithKey(reading: Reading, { readings }: Evidence): boolean {
  return readings.some(
    (other) => isGivenKey(other.credential) && isSameRequest(reading, other) && other.status === reading.status,
  );
}

/** Returns whether nothing but its key can be wrong with a request. */
function isBeyondReproach(reading: Reading, evidence: Evidence): boolean {
  const { operation, sent, sentType, exchange } = reading;
  if (exchange.request.url.includes('?')) return false;
  switch (operation) {
    case 'listInventory':
    case 'listOrders':
      return sent.kind === 'none';
    case 'getPet':
      return evidence.readings.some(
        (other) => isGivenKey(other.credential) && isSameRequest(reading, other) && other.isAccepted,
      );
    case 'updateInventory':
      return sentType === 'application/json' && isOrdinaryUpdate(reading, evidence);
    default:
      return sentType === 'application/json' && typeof objectOf(sent)?.message === 'string';
  }
}

/** The pet is listed, and its new quantity is one that some pet has: it cannot be out of bounds. */
function isOrdinaryUpdate(reading: Reading, { readings }: Evidence): boolean {
  const petId = reading.target;
  const quantity = reading.quantitySent;
  const isPlain = Object.keys(objectOf(reading.sent) ?? {}).length === 1;
  if (petId === undefined || quantity === undefined || !isPlain) return false;
  const stocks = [...new Set(readings.flatMap((other) => listingOf(other)?.stock ?? []))];
  return stocks.some((stock) => stock.has(petId)) && stocks.some((stock) => stock.holds(quantity));
}

function isSameRequest({ exchange: { request: a } }: Reading, { exchange: { request: b } }: Reading): boolean {
  return a.method === b.method && a.url === b.url && a.body === b.body;
}
