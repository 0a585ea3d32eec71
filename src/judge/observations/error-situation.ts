import { headerOf } from '../../exchange/exchange.js';
import { integerOf, LosslessNumber } from '../../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import type { ErrorSituation } from '../../service/errors.js';
import { operations } from '../../service/petstore.js';
import type { Evidence, Reading } from '../evidence.js';
import { depthOf, hasMalformedId, isMalformed, isSentAsJson, petOf, strictJson, validUpdates } from '../requests.js';
import { listingBefore } from '../stock/stock-history.js';
import { operationsAt } from './seen.js';

/** A possible fault of a request, and the statuses that it may get. Without a situation it only makes others uncertain. */
interface Flaw {
  readonly situation: ErrorSituation | undefined;
  readonly statuses: readonly number[];
}

/** A body beyond these may be rejected for its size alone. */
const PLAIN_DEPTH = 16;
const PLAIN_CHARACTERS = 1_000;

const uncertain = (...statuses: number[]): Flaw => ({ situation: undefined, statuses });
const ofBody = (situation: ErrorSituation | undefined): Flaw => ({ situation, statuses: [400] });

/** Returns the situation of an error response, derived from the request; undefined if none or several are possible. */
export function errorSituationOf(evidence: Evidence, reading: Reading): ErrorSituation | undefined {
  const { status = 0, credential, isCached, isSpecial } = reading;
  if (isCached || isSpecial) return undefined;
  if (status === 401) {
    // Bearer without a key is missing to one service and wrong to the next.
    if (credential.kind === 'none')
      return headerOf(reading.exchange.request.headers, 'authorization') === undefined ? 'key-missing' : undefined;
    if (credential.kind === 'bearer') return 'key-wrong';
    // A key in the query is missing to one service and wrong to the next.
    return credential.kind === 'misplaced' && credential.where === 'basic' ? 'key-not-bearer' : undefined;
  }
  if (!reading.isKeyed) return undefined;
  const [flaw, ...others] = flawsOf(evidence, reading).filter(({ statuses }) => statuses.includes(status));
  return others.length === 0 ? flaw?.situation : undefined;
}

/** Returns what may be wrong with a request, apart from its key and its method. */
export function flawsOf(evidence: Evidence, reading: Reading): Flaw[] {
  const { headers, url } = reading.exchange.request;
  return [
    ...(url.includes('?') ? [uncertain(400, 404)] : []),
    ...(headerOf(headers, 'content-encoding') === undefined ? [] : [uncertain(400, 415)]),
    ...(reading.operation === undefined ? flawsOfPath(evidence, reading) : flawsOfId(evidence, reading)),
    ...(reading.operation !== undefined && operations[reading.operation].requestSchema !== undefined
      ? [...flawsOfType(reading), ...flawsOfBody(evidence, reading)]
      : []),
  ];
}

function flawsOfPath(evidence: Evidence, reading: Reading): Flaw[] {
  const isBelow = reading.exchange.request.url.startsWith(`${evidence.settings.baseUrl}/`);
  const isUnknown = isBelow && operationsAt(reading, evidence).length === 0;
  return [isUnknown ? { situation: 'path-unknown', statuses: [404] } : uncertain(404)];
}

function flawsOfId(evidence: Evidence, reading: Reading): Flaw[] {
  if (reading.petId === undefined) return [];
  if (hasMalformedId(reading)) return [{ situation: 'pet-id-malformed', statuses: [400, 404] }];
  const petId = petOf(reading);
  if (petId === undefined) return [uncertain(400, 404)];
  const listing = listingBefore(evidence, reading);
  if (listing?.stock.has(petId)) return [];
  return [listing === undefined ? uncertain(404) : { situation: 'pet-unknown', statuses: [404] }];
}

function flawsOfType(reading: Reading): Flaw[] {
  if (isSentAsJson(reading)) return [];
  const isJson = reading.sentType === 'application/json';
  return [isJson ? uncertain(400, 415) : { situation: 'content-type-wrong', statuses: [400, 415] }];
}

function flawsOfBody(evidence: Evidence, reading: Reading): Flaw[] {
  const { sent, exchange } = reading;
  const text = exchange.request.body ?? '';
  if (sent.kind === 'none') return [ofBody('body-empty')];
  if (isMalformed(reading)) return [ofBody('body-malformed')];
  const body = strictJson(reading);
  if (text.length > PLAIN_CHARACTERS) return [ofBody(undefined), { situation: 'body-too-large', statuses: [413] }];
  if (body === undefined || depthOf(text) > PLAIN_DEPTH) return [ofBody(undefined)];
  if (!isJsonObject(body)) return [ofBody('body-no-object')];
  return flawsOfFields(evidence, reading, body);
}

function flawsOfFields(evidence: Evidence, reading: Reading, body: JsonObject): Flaw[] {
  const isUpdate = reading.operation === 'updateInventory';
  const field = isUpdate ? 'quantity' : 'message';
  const extra = Object.keys(body).some((name) => name !== field) ? [ofBody('field-unknown')] : [];
  if (!Object.hasOwn(body, field)) return [ofBody('field-missing'), ...extra];
  const value = body[field] ?? null;
  return [...(isUpdate ? flawsOfQuantity(evidence, reading, value) : flawsOfMessage(value)), ...extra];
}

function flawsOfQuantity(evidence: Evidence, reading: Reading, value: JsonValue): Flaw[] {
  const isNumber = typeof value === 'number' || value instanceof LosslessNumber;
  if (!isNumber || (typeof value === 'number' && !Number.isInteger(value))) return [ofBody('field-wrong')];
  const token = String(value);
  // `1e2` and `5.0` are integers that a service may reject.
  if (!/^-?\d+$/.test(token)) return [ofBody(undefined)];
  return isWithinBounds(evidence, reading, integerOf(value)) ? [] : [ofBody('field-out-of-range')];
}

/** Returns whether some pet has the quantity, or an update to it was accepted. */
function isWithinBounds(evidence: Evidence, reading: Reading, quantity: bigint | undefined): boolean {
  if (listingBefore(evidence, reading)?.stock.holds(quantity)) return true;
  return validUpdates(evidence).some((update) => update.quantity === quantity && update.reading.isAccepted);
}

/** A text may be rejected for half a surrogate pair. */
function flawsOfMessage(value: JsonValue): Flaw[] {
  if (typeof value !== 'string') return [ofBody('field-wrong')];
  if (value.trim() === '') return [ofBody('field-blank')];
  return /\p{Surrogate}/u.test(value) ? [ofBody(undefined)] : [];
}
