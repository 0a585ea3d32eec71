import { headerOf, isGivenKey, isOverAt, misplacedKeys, precedes } from '../../exchange/exchange.js';
import { isPseudonym } from '../../exchange/redactor.js';
import { quote } from '../../json/quoting.js';
import type { Operation, Service } from '../../service/service.js';
import { conforms } from '../../service/validate.js';
import { defineRules, inconclusive, judgeEach, passes, suspicious, violates } from '../note.js';
import { pathIdOf, type Reading } from '../reading.js';
import {
  documentedReadings,
  isTooLarge,
  mayBeBanned,
  SIZE_IS_OPEN,
  statusInWords,
  whyStatusIsInconclusive,
} from '../requests.js';
import type { Evidence, Note, Rule } from '../rule.js';

/** A response says in whole seconds when to come back. */
const SHORTEST_BAN_MS = 1_000;

/** Returns the rules of authentication (§5): one for each operation, and those that hold for all. */
export function authRules({ operations }: Service): readonly Rule[] {
  return defineRules({ class: 'read' }, [...Object.values(operations).map(requireKey), ...generalRules]);
}

const generalRules: Parameters<typeof defineRules>[1] = [
  {
    id: 'auth/invalid-key',
    shownBy: 'wrong',
    title: 'A key that does not exist gets 401',
    statements: ['auth.missing-or-invalid-key-answers-401', 'errors.401'],
    judge: judgeEach(documentedReadings, (reading, evidence) => {
      const { credential } = reading;
      if (credential.kind !== 'bearer' || credential.standing !== 'wrong') return undefined;
      const isHidden = isPseudonym(credential.name);
      const key = isHidden ? 'a key that does not exist' : `the key ${quote(credential.name)}, which does not exist,`;
      return judgeUnauthorized(reading, `a request with ${key}`, evidence);
    }),
  },
  {
    id: 'auth/scheme',
    shownBy: 'misplaced',
    title: 'A key that is not the bearer token (Basic credentials, a cookie, only in the query) gets 401',
    statements: ['auth.every-operation-requires-bearer', 'auth.every-operation-needs-authorization-header'],
    judge: judgeEach(documentedReadings, judgeMisplacedKey),
  },
  {
    id: 'auth/valid-key',
    title: 'A key that an operation accepts before and afterwards gets no 401 from it in between',
    statements: ['auth.missing-or-invalid-key-answers-401'],
    severity: 'implied',
    class: 'passive',
    judge: judgeEach(documentedReadings, judgeValidKey),
  },
];

function requireKey({ id, method, path, keyStatements }: Operation): (typeof generalRules)[number] {
  return {
    id: `auth/required/${id}`,
    title: `${method} ${path} without a key gets 401`,
    statements: [
      'auth.missing-or-invalid-key-answers-401',
      'auth.every-operation-requires-bearer',
      'auth.every-operation-needs-authorization-header',
      'errors.401',
      ...keyStatements,
    ],
    operations: [id],
    shownBy: 'none',
    judge: judgeEach(documentedReadings, (reading, evidence) => {
      const isKeyless = reading.operation?.id === id && reading.credential.kind === 'none';
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
    problem: `${operation.id} rejected the key that it accepted before and afterwards`,
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
  if (isTooLarge(reading)) return inconclusive(reading, SIZE_IS_OPEN);
  const received = statusInWords(reading);
  const isOdd = (reading.status === 400 && isMalformed(reading)) || (reading.status === 403 && hasOddKey(reading));
  if (isOdd || mayBeRejectedOtherwise(reading, evidence)) {
    return inconclusive(reading, `got ${received}, possibly for a reason other than the key`);
  }
  return violates(reading, { problem: `${request} got ${received}`, expected: '401 with an Error', received });
}

/** RFC 6750 §3.1 has 400 for credentials that are malformed. */
function isMalformed({ credential, exchange }: Reading): boolean {
  if (credential.kind === 'none') return headerOf(exchange.request.headers, 'authorization') !== undefined;
  if (credential.kind === 'bearer') return hasOddKey({ credential });
  return credential.kind === 'misplaced' && credential.where !== 'query';
}

/** No token has brackets, quotes or blanks (RFC 6750 §2.1), and a firewall may block them. */
function hasOddKey({ credential }: Pick<Reading, 'credential'>): boolean {
  return credential.kind === 'bearer' && !isPseudonym(credential.name) && !/^[\w.~+/-]+=*$/.test(credential.name);
}

/** Returns whether a status may have another cause than the key, which a service may look at later (`order-of-checks`). */
function mayBeRejectedOtherwise(reading: Reading, evidence: Evidence): boolean {
  const { status = 0 } = reading;
  if (status < 300) return false;
  if (respondsSameWithKey(reading, evidence)) return true;
  return status >= 400 && (status !== 403 || mayBeBlocked(reading)) && !isValidRequest(reading, evidence);
}

/** A gateway may block an id in an unusual spelling, or a query. */
function mayBeBlocked(reading: Reading): boolean {
  const hasUnusualId = reading.pathId !== undefined && pathIdOf(reading) === undefined;
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
function isValidRequest(reading: Reading, evidence: Evidence): boolean {
  const { operation, sent, sentType, exchange } = reading;
  if (operation === undefined || exchange.request.url.includes('?')) return false;
  const { service, operations } = evidence.judged;
  const schema = service.schemas[operation.requestSchema ?? ''] as object | undefined;
  const isValid = sent.kind === 'json' && schema !== undefined && conforms(schema, sent.value);
  if (schema === undefined ? sent.kind !== 'none' : !isValid || sentType !== 'application/json') return false;
  const { isOrdinary } = operations[operation.id] ?? {};
  if (isOrdinary !== undefined) return isOrdinary(reading, evidence);
  return operation.pathId === undefined || evidence.readings.some((other) => isSameAccepted(reading, other));
}

/** What a write removes is not there before it is accepted again: it counts if it came after. */
function isSameAccepted(reading: Reading, other: Reading): boolean {
  const isSame = other.isAccepted && isGivenKey(other.credential) && isSameRequest(reading, other);
  return isSame && (reading.operation?.isWrite === false || precedes(reading.exchange, other.exchange));
}

function isSameRequest({ exchange: { request: a } }: Reading, { exchange: { request: b } }: Reading): boolean {
  return a.method === b.method && a.url === b.url && a.body === b.body;
}
