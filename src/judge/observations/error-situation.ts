import { headerOf } from '../../exchange/exchange.js';
import { LosslessNumber } from '../../json/exact-number.js';
import { isJsonObject, type JsonValue } from '../../json/json.js';
import type { ErrorSituation } from '../../service/errors.js';
import { conforms } from '../../service/validate.js';
import { hasMalformedId, int64Of, type Reading } from '../reading.js';
import { isMalformed, isSentAsJson, strictJson } from '../requests.js';
import type { Evidence } from '../rule.js';
import { isListed } from '../stock/stock-history.js';
import { operationsAt } from './seen.js';

/** A possible fault of a request, and the statuses that it may get. Without a situation it only makes others uncertain. */
interface Flaw {
  readonly situation: ErrorSituation | undefined;
  readonly statuses: readonly number[];
}

/** A longer body may be rejected for its size alone. */
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
  const { operation } = reading;
  return [
    ...(url.includes('?') ? [uncertain(400, 404)] : []),
    ...(headerOf(headers, 'content-encoding') === undefined ? [] : [uncertain(400, 415)]),
    ...(operation === undefined ? flawsOfPath(evidence, reading) : flawsOfId(evidence, reading)),
    ...(operation?.requestSchema === undefined ? [] : [...flawsOfType(reading), ...flawsOfBody(evidence, reading)]),
  ];
}

function flawsOfPath(evidence: Evidence, reading: Reading): Flaw[] {
  const isBelow = reading.exchange.request.url.startsWith(`${evidence.settings.baseUrl}/`);
  const isUnknown = isBelow && operationsAt(reading, evidence).length === 0;
  return [isUnknown ? { situation: 'path-unknown', statuses: [404] } : uncertain(404)];
}

function flawsOfId(evidence: Evidence, reading: Reading): Flaw[] {
  if (reading.pathId === undefined) return [];
  if (hasMalformedId(reading)) return [{ situation: 'pet-id-malformed', statuses: [400, 404] }];
  if (int64Of(reading) === undefined) return [uncertain(400, 404)];
  const isKnown = isListed(evidence, reading);
  if (isKnown) return [];
  return [isKnown === undefined ? uncertain(404) : { situation: 'pet-unknown', statuses: [404] }];
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
  if (body === undefined) return [ofBody(undefined)];
  if (!isJsonObject(body)) return [ofBody('body-no-object')];
  const { service, operations } = evidence.judged;
  const { id, requestSchema = '' } = reading.operation ?? {};
  const flaws = flawsOfValue(service.schemas[requestSchema] as Schema, body);
  const isInRange =
    flaws.some(({ situation }) => situation !== 'field-unknown') ||
    !operations[id ?? '']?.mayBeOutOfRange?.(reading, evidence);
  return isInRange ? flaws : [ofBody('field-out-of-range'), ...flaws];
}

/** The parts of a schema of a request that matter here. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** Returns what is wrong with a value by its schema, and what else a service may reject in one that conforms. */
function flawsOfValue(schema: Schema, value: JsonValue): Flaw[] {
  const { properties, required = [] } = schema;
  if (properties !== undefined && isJsonObject(value)) {
    const isUnknown = Object.keys(value).some((name) => !Object.hasOwn(properties, name));
    const isMissing = required.some((name) => !Object.hasOwn(value, name));
    const own = Object.entries(properties).flatMap(([name, field]) =>
      Object.hasOwn(value, name) ? flawsOfValue(field, value[name] ?? null) : [],
    );
    return [...(isMissing ? [ofBody('field-missing')] : []), ...own, ...(isUnknown ? [ofBody('field-unknown')] : [])];
  }
  // `1e2` and `5.0` are integers that a service may reject.
  if (value instanceof LosslessNumber && !/^-?\d+$/.test(String(value))) return [ofBody(undefined)];
  if (!conforms(schema, value)) return [ofBody('field-wrong')];
  if (typeof value !== 'string') return [];
  if (value.trim() === '') return [ofBody('field-blank')];
  // A text may be rejected for half a surrogate pair.
  return /\p{Surrogate}/u.test(value) ? [ofBody(undefined)] : [];
}
