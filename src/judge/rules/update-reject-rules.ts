import { LosslessNumber } from 'lossless-json';
import { validatorStandIn } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import { quote } from '../../json/quote.js';
import type { Evidence } from '../evidence.js';
import { broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { listingBefore, targetOf } from '../stock-history.js';
import { inShort, isMalformed, strictJson } from './good-requests.js';
import { whyUntold } from './ordinary-answers.js';
import { isWellSent } from './update-requests.js';

interface BadBody {
  readonly id: string;
  /** Completes “An update … is refused with 400”. */
  readonly inWords: string;
  readonly isIt: (reading: Reading) => boolean;
}

const badBodies: readonly BadBody[] = [
  { id: 'missing', inWords: 'without a quantity', isIt: ofObject((body) => !Object.hasOwn(body, 'quantity')) },
  { id: 'string', inWords: 'with a text as quantity', isIt: ofQuantity((value) => typeof value === 'string') },
  { id: 'fraction', inWords: 'with a fraction as quantity', isIt: ofQuantity(isFraction) },
  { id: 'null', inWords: 'with null as quantity', isIt: ofQuantity((value) => value === null) },
  { id: 'boolean', inWords: 'with true or false as quantity', isIt: ofQuantity((value) => typeof value === 'boolean') },
  { id: 'array', inWords: 'with an array as quantity', isIt: ofQuantity((value) => Array.isArray(value)) },
  { id: 'object', inWords: 'with an object as quantity', isIt: ofQuantity((value) => isJsonObject(value)) },
  { id: 'empty-body', inWords: 'with an empty body', isIt: ({ sent }) => sent.kind === 'none' },
  { id: 'malformed-json', inWords: 'with a body that is no JSON', isIt: isMalformed },
  { id: 'array-body', inWords: 'with an array as body', isIt: ofBody((body) => Array.isArray(body)) },
  { id: 'scalar-body', inWords: 'with a text, a number or a boolean as body', isIt: ofBody(isScalar) },
  { id: 'null-body', inWords: 'with null as body', isIt: ofBody((body) => body === null) },
];

/** Which bodies are refused: those that lack the required field or hold an invalid value, and those that are no object at all. */
export const updateRejectRules: readonly Rule[] = badBodies.map(({ id, inWords, isIt }) => ({
  id: `update/rejects/${id}`,
  title: `An update ${inWords} is refused with 400`,
  statements: ['update.answers-400', 'update.request-body', 'inventory-update.quantity', 'errors.400'],
  severity: 'documented',
  class: 'write',
  operations: ['updateInventory'],
  judge: (evidence) => judgeRefusal(evidence, isIt, inWords),
}));

function* judgeRefusal(evidence: Evidence, isIt: BadBody['isIt'], inWords: string): Iterable<Note> {
  for (const reading of evidence.readings) {
    // An id that is no int64 may be what is refused.
    if (!isWellSent(reading) || targetOf(reading) === undefined || !isIt(reading)) continue;
    const why = whyUntold(reading);
    if (why !== undefined) yield untold(reading, why);
    else if (reading.status === 400) yield kept(reading);
    else yield judgeOther(evidence, reading, inWords);
  }
}

function judgeOther(evidence: Evidence, reading: Reading, inWords: string): Note {
  const isMissing = reading.status === 404;
  const listing = listingBefore(evidence, reading);
  if (isMissing && listing?.stock.has(reading.petId ?? '') !== true) {
    return untold(reading, 'answered 404, and the pet may not exist');
  }
  return broken(reading, {
    problem: `an update ${inWords} was answered ${reading.status}: ${quote(reading.exchange.request.body ?? '')}`,
    expected: '400 with an Error',
    received: inShort(reading),
    related: listing === undefined ? [] : [listing.reading],
    isExplainable: isMissing,
  });
}

function ofBody(isMeant: (body: JsonValue) => boolean): BadBody['isIt'] {
  return (reading) => {
    const body = strictJson(reading);
    return body !== undefined && isMeant(body);
  };
}

function ofObject(isMeant: (body: { readonly [key: string]: JsonValue }) => boolean): BadBody['isIt'] {
  return ofBody((body) => isJsonObject(body) && isMeant(body));
}

function ofQuantity(isMeant: (quantity: JsonValue) => boolean): BadBody['isIt'] {
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
