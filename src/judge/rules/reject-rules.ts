import { LosslessNumber, validatorStandIn } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { quote } from '../../json/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import {
  inShort,
  isGood,
  isMalformed,
  isTooLarge,
  isWellSent,
  isWellSentMessage,
  messageTextOf,
  strictJson,
  whyInconclusive,
  whyMessageIsInconclusive,
} from '../requests.js';
import { inconclusive, judgeEach, passes, type Rule, ruleFamily, type ViolationDetails, violates } from '../rule.js';
import { listingBefore } from '../stock/stock-history.js';

interface BadRequest {
  readonly id: string;
  /** Completes “An update … is rejected with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

const badUpdates: readonly BadRequest[] = [
  { id: 'missing', inWords: 'without a quantity', isIt: ofObject((body) => !Object.hasOwn(body, 'quantity')) },
  { id: 'string', inWords: 'with a text as quantity', isIt: ofQuantity((value) => typeof value === 'string') },
  { id: 'fraction', inWords: 'with a fraction as quantity', isIt: ofQuantity(isFraction) },
  { id: 'null', inWords: 'with null as quantity', isIt: ofQuantity((value) => value === null) },
  { id: 'boolean', inWords: 'with true or false as quantity', isIt: ofQuantity((value) => typeof value === 'boolean') },
  { id: 'array', inWords: 'with an array as quantity', isIt: ofQuantity((value) => Array.isArray(value)) },
  { id: 'object', inWords: 'with an object as quantity', isIt: ofQuantity((value) => isJsonObject(value)) },
  { id: 'empty-body', inWords: 'with an empty body', isIt: ({ sent }) => sent.kind === 'none' },
  { id: 'malformed-json', inWords: 'with a body that is not JSON', isIt: isMalformed },
  { id: 'array-body', inWords: 'with an array as body', isIt: ofBody((body) => Array.isArray(body)) },
  { id: 'scalar-body', inWords: 'with a text, a number or a boolean as body', isIt: ofBody(isScalar) },
  { id: 'null-body', inWords: 'with null as body', isIt: ofBody((body) => body === null) },
];

/** Bodies of updates that are rejected: without the required field, with an invalid value, or not an object. */
export const updateRejectRules = ruleFamily(
  { class: 'write', operations: ['updateInventory'] },
  badUpdates.map(({ id, inWords, isIt }) => ({
    id: `update/rejects/${id}`,
    title: `An update ${inWords} is rejected with 400`,
    statements: ['update.answers-400', 'update.request-body', 'inventory-update.quantity', 'errors.400'],
    // An id that is not an int64 may be the reason.
    judge: judgeRejected(
      (reading) => isWellSent(reading) && reading.target !== undefined && isIt(reading),
      whyUpdateIsInconclusive,
      (reading, evidence) => describeUpdate(reading, evidence, inWords),
    ),
  })),
);

function whyUpdateIsInconclusive(reading: Reading, evidence: Evidence): string | undefined {
  const isListed = listingBefore(evidence, reading)?.stock.has(reading.petId ?? '') === true;
  const isUnknown = reading.status === 404 && !isListed;
  return whyInconclusive(reading) ?? (isUnknown ? 'got 404, and the pet may not exist' : undefined);
}

function describeUpdate(reading: Reading, evidence: Evidence, inWords: string): Rejected {
  const listing = listingBefore(evidence, reading);
  return {
    problem: `an update ${inWords} got ${reading.status}: ${quote(reading.exchange.request.body ?? '')}`,
    related: listing === undefined ? [] : [listing.reading],
    isExplainable: reading.status === 404,
  };
}

type Rejected = Omit<ViolationDetails, 'expected' | 'received'>;

function judgeRejected(
  isIt: (reading: Reading) => boolean,
  whyNot: (reading: Reading, evidence: Evidence) => string | undefined,
  describe: (reading: Reading, evidence: Evidence) => Rejected,
): Rule['judge'] {
  return judgeEach(
    ({ readings }) => readings.filter(isIt),
    (reading, evidence) => {
      const why = whyNot(reading, evidence);
      if (why !== undefined) return inconclusive(reading, why);
      if (isTooLarge(reading)) return inconclusive(reading, 'got 413, and how large a body may be is open');
      if (reading.status === 400) return passes(reading);
      const found = describe(reading, evidence);
      return violates(reading, { ...found, expected: '400 with an Error', received: inShort(reading) });
    },
  );
}

function ofBody(isMeant: (body: JsonValue) => boolean): BadRequest['isIt'] {
  return (reading) => {
    const body = strictJson(reading);
    return body !== undefined && isMeant(body);
  };
}

function ofObject(isMeant: (body: JsonObject) => boolean): BadRequest['isIt'] {
  return ofBody((body) => isJsonObject(body) && isMeant(body));
}

function ofQuantity(isMeant: (quantity: JsonValue) => boolean): BadRequest['isIt'] {
  return ofObject((body) => Object.hasOwn(body, 'quantity') && isMeant(body.quantity ?? null));
}

/** `1e2` and `5.0` are integers. */
function isFraction(value: JsonValue): boolean {
  if (value instanceof LosslessNumber) return !Number.isInteger(validatorStandIn(value));
  return typeof value === 'number' && !Number.isInteger(value);
}

function isScalar(body: JsonValue): boolean {
  return ['string', 'number', 'boolean'].includes(typeof body) || body instanceof LosslessNumber;
}

const badMessages: readonly BadRequest[] = [
  {
    id: 'malformed-json',
    inWords: 'whose body is not JSON',
    isIt: (reading) => isWellSentMessage(reading) && isMalformed(reading),
  },
  { id: 'missing-message', inWords: 'without the field message', isIt: lacksMessage },
  { id: 'missing-content-type', inWords: 'without a content type', isIt: lacksContentType },
];

/** Messages that are rejected (§4.3). */
export const messageRejectRules = ruleFamily(
  { class: 'write', operations: ['sendMessage'] },
  badMessages.map(({ id, inWords, isIt }) => ({
    id: `messages/rejects/${id}`,
    title: `A message ${inWords} is rejected with 400`,
    statements: ['messages.answers-400', 'messages.request-headers', 'messages.request-body'],
    judge: judgeRejected(isIt, whyMessageIsInconclusive, ({ status }) => ({
      problem: `a message ${inWords} got ${status}`,
    })),
  })),
);

/** A body that is missing or not an object lacks every field. */
function lacksMessage(reading: Reading): boolean {
  if (!isWellSentMessage(reading)) return false;
  const body = strictJson(reading);
  return isJsonObject(body) ? !Object.hasOwn(body, 'message') : body !== undefined || reading.sent.kind === 'none';
}

/** A recording that was stripped of its credentials may have been stripped of more. */
function lacksContentType(reading: Reading): boolean {
  const { operation, credential, sentType } = reading;
  if (operation !== 'sendMessage' || credential.kind !== 'bearer' || sentType !== undefined) return false;
  return isGood(reading) && messageTextOf(reading) !== undefined;
}
