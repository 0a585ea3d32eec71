import { type OperationId, operationIds, operations } from '../../spec/operations.js';
import type { StatementId } from '../../spec/statements.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../evidence.js';
import { judgeRejectedWrites } from '../rejected-writes.js';
import { hasGivenKey, isAccepted, ordinaryReadings, statusInWords, whyStatusIsInconclusive } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';
import { listingOf, quantitySent, targetOf } from '../stock-history.js';

/** Where the table of an operation names the 401, it is quoted too. */
const answers401: Readonly<Partial<Record<OperationId, readonly StatementId[]>>> = {
  listInventory: ['inventory.answers-401', 'auth.inventory-uses-http-bearer'],
  updateInventory: ['update.answers-401', 'auth.inventory-uses-http-bearer'],
  sendMessage: ['messages.answers-401', 'messages.request-headers'],
};

/** Who is let in (§5). */
export const authRules: readonly Rule[] = [
  ...operationIds.map(requireKey),
  {
    id: 'auth/invalid-key',
    title: 'A key that does not exist gets 401',
    statements: ['auth.missing-or-invalid-key-answers-401', 'errors.401'],
    severity: 'documented',
    class: 'read',
    judge: judgeMadeUpKeys,
  },
  {
    id: 'auth/scheme',
    title: 'A key that is not a bearer token (Basic credentials, or only in the query) gets 401',
    statements: ['auth.every-operation-requires-bearer', 'auth.every-operation-needs-authorization-header'],
    severity: 'documented',
    class: 'read',
    judge: judgeMisplacedKeys,
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
];

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
    judge: (evidence) => judgeKeyless(operation, evidence),
  };
}

function* judgeKeyless(operation: OperationId, evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    if (reading.operation !== operation || reading.credential.kind !== 'none') continue;
    yield judgeUnauthorized(reading, 'a request without a key', evidence);
  }
}

function* judgeMadeUpKeys(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { credential } = reading;
    if (credential.kind !== 'bearer' || credential.standing !== 'made-up') continue;
    yield judgeUnauthorized(reading, 'a request with a key that does not exist', evidence);
  }
}

function* judgeMisplacedKeys(evidence: Evidence): Iterable<Note> {
  for (const reading of ordinaryReadings(evidence)) {
    const { credential } = reading;
    if (credential.kind !== 'misplaced') continue;
    const isOpen = evidence.readings.some((other) => respondsSameWithoutKey(reading, other));
    if (isOpen) yield inconclusive(reading, 'the operation responds the same without a key');
    else {
      const place = credential.where === 'basic' ? 'as Basic credentials' : 'in the query alone';
      yield judgeUnauthorized(reading, `a request with the key ${place}`, evidence);
    }
  }
}

function respondsSameWithoutKey({ operation, status }: Reading, other: Reading): boolean {
  const isKeyless = other.credential.kind === 'none' && other.operation === operation && other.status !== undefined;
  return isKeyless && other.status === status && status !== 401;
}

/** Judges a response that must be 401. */
function judgeUnauthorized(reading: Reading, request: string, evidence: Evidence): Note {
  const why = whyStatusIsInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 401) return passes(reading);
  const received = statusInWords(reading);
  if (mayBeRejectedOtherwise(reading, evidence)) {
    return inconclusive(reading, `got ${received}, possibly for a reason other than the key`);
  }
  return violates(reading, { problem: `${request} got ${received}`, expected: '401 with an Error', received });
}

/**
 * Returns whether an error other than 401 may have another cause than the key, which a service may look at later
 * (open question `order-of-checks`). A 403 speaks of the key.
 */
function mayBeRejectedOtherwise(reading: Reading, evidence: Evidence): boolean {
  const { status = 0 } = reading;
  if (status < 300) return false;
  if (respondsSameWithKey(reading, evidence)) return true;
  return status >= 400 && status !== 403 && !isBeyondReproach(reading, evidence);
}

/** With the key, too: the address may be wrong, or the service away. */
function respondsSameWithKey(reading: Reading, { readings }: Evidence): boolean {
  return readings.some(
    (other) => hasGivenKey(other) && isSameRequest(reading, other) && other.status === reading.status,
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
        (other) => hasGivenKey(other) && isSameRequest(reading, other) && isAccepted(other),
      );
    case 'updateInventory':
      return sentType === 'application/json' && isOrdinaryUpdate(reading, evidence);
    default:
      return sentType === 'application/json' && typeof objectOf(sent)?.message === 'string';
  }
}

/** The pet is listed, and its new quantity is one that some pet has: it cannot be out of bounds. */
function isOrdinaryUpdate(reading: Reading, { readings }: Evidence): boolean {
  const petId = targetOf(reading);
  const quantity = quantitySent(reading);
  const isPlain = Object.keys(objectOf(reading.sent) ?? {}).length === 1;
  if (petId === undefined || quantity === undefined || !isPlain) return false;
  const stocks = readings.flatMap((other) => listingOf(other)?.stock ?? []);
  return (
    stocks.some((stock) => stock.has(petId)) &&
    stocks.some((stock) => [...stock.values()].some((entry) => entry.quantity === quantity))
  );
}

function isSameRequest({ exchange: { request: a } }: Reading, { exchange: { request: b } }: Reading): boolean {
  return a.method === b.method && a.url === b.url && a.body === b.body;
}
