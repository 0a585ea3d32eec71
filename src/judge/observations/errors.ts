import { headerOf } from '../../exchange/exchange.js';
import { LosslessNumber } from '../../json/exact-number.js';
import { groupBy } from '../../json/group-by.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.js';
import { quote } from '../../json/quoting.js';
import {
  type ErrorCode,
  type ErrorName,
  type ErrorSituation,
  errorCatalogue,
  errorSituations,
  type NamedError,
  namesOfError,
} from '../../service/errors.js';
import { conforms } from '../../service/validate.js';
import { hasMalformedId, objectOf, pathIdOf, type Reading } from '../reading.js';
import { isMalformed, isSentAsJson, strictJson } from '../requests.js';
import type { Evidence, Observers, Seen } from '../rule.js';
import { isListed } from '../stock/stock-history.js';
import { distinct, hasMalformedIdAt, operationsAt, unseen } from './seen.js';

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
    if (credential.kind === 'none')
      return headerOf(reading.exchange.request.headers, 'authorization') === undefined ? 'key-missing' : 'key-empty';
    if (credential.kind === 'bearer') return 'key-wrong';
    // A key in the query is missing to one service and wrong to the next.
    return credential.kind === 'misplaced' && credential.where === 'basic' ? 'key-not-bearer' : undefined;
  }
  if (!reading.isKeyed) return undefined;
  const [flaw, ...others] = flawsOf(evidence, reading).filter(({ statuses }) => statuses.includes(status));
  return others.length === 0 ? flaw?.situation : undefined;
}

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
  if (!isBelow) return [uncertain(404)];
  if (operationsAt(reading, evidence).length === 0) return [{ situation: 'path-unknown', statuses: [404] }];
  return [
    hasMalformedIdAt(reading, evidence) ? uncertain(404, 405) : { situation: 'method-unknown', statuses: [404, 405] },
  ];
}

export function flawsOfId(evidence: Evidence, reading: Reading): Flaw[] {
  if (reading.pathId === undefined) return [];
  const situation = idSituation(reading);
  if (situation !== undefined) return [{ situation, statuses: [400, 404] }];
  if (pathIdOf(reading) === undefined) return [uncertain(400, 404)];
  const isKnown = isListed(evidence, reading);
  if (isKnown) return [];
  return [isKnown === undefined ? uncertain(404) : { situation: 'pet-unknown', statuses: [404] }];
}

/** Returns the situation of an id that is certainly not an int64, by its form; undefined for any other id. */
export function idSituation(reading: Reading): 'pet-id-malformed' | 'pet-id-beyond-int64' | undefined {
  if (!hasMalformedId(reading)) return undefined;
  return /^-?\d+$/.test(reading.pathId ?? '') ? 'pet-id-beyond-int64' : 'pet-id-malformed';
}

function flawsOfType(reading: Reading): Flaw[] {
  if (isSentAsJson(reading)) return [];
  const { sentType } = reading;
  if (sentType === 'application/json') return [uncertain(400, 415)];
  return [{ situation: sentType === undefined ? 'content-type-missing' : 'content-type-wrong', statuses: [400, 415] }];
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

export const errorObservers = { 'error-codes': errorCodes, 'error-messages': errorMessages } satisfies Observers;

type FoundError = Reading & NamedError & { readonly place: string; readonly text: string };

/** The same, as far as that may be learned. */
type ObservedError = Omit<FoundError, 'text'> & {
  /** Undefined if it must not be learned, for the reason `why`. */
  readonly value: string | undefined;
  readonly why: string;
};

const NOT_ALLOWED = 'not an allowed form';
const ONE_INPUT = 'seen for one input only';
const DIFFERS = 'differs between responses';

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const situations = Object.keys(errorSituations) as ErrorSituation[];
const statuses = distinct(Object.values(errorCatalogue).map(({ status }) => status));

/** A banned key gets the same status as a limited one; no run earns a ban. */
const codesOfStatuses = new Map<number, ErrorCode>(
  codes.filter((name) => name !== 'key_banned').map((name) => [errorCatalogue[name].status, name]),
);

/** Words with at most four digits after them, or short numbers: no uuid, no key and no address has this form. */
const CODE = /^(?:[A-Za-z]+\d{0,4}|\d{1,6})(?:[_.:-](?:[A-Za-z]+\d{0,4}|\d{1,6}))*$/;
const LONGEST_CODE = 80;

/** Returns whether a text is a plain name, which may be learned. */
export function isCode(text: string): boolean {
  return text.length <= LONGEST_CODE && CODE.test(text);
}

function errorCodes(evidence: Evidence): Seen {
  const errors = errorsWith(evidence, 'code').map(({ text, ...error }): ObservedError => {
    return { ...error, value: isCode(text) ? text : undefined, why: NOT_ALLOWED };
  });
  if (errors.length === 0) return unseen('no error with a code was received');
  const listed = (values: readonly string[]) => values.slice(0, 3).map(quote).join(' or ');
  return conclude(errors, describeErrors(errors, listed));
}

/** Stands for the id in a path in a text that may be learned. */
const PLACEHOLDER = /\{\w+\}/;
const OF_ID = /\{(?!method\}|path\})\w+\}/;
/** A shorter id may stand for something else in a text: `must be 1 or more`. */
const SHORTEST_ID = 3;
const LONGEST_MESSAGE = 300;
/** Messages with these are never learned: pseudonyms of secrets, addresses, and characters that steer a terminal. */
const NEVER_LEARNED = [/(?<![a-z])(?:key|secret)#\d/i, /@/, /\/\//, /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u];

/** A message is learned only if two different inputs got the same one: then it repeats nothing of a request, a pet or a moment. */
function errorMessages(evidence: Evidence): Seen {
  const errors = errorsWith(evidence, 'message').map(({ text, ...error }) => {
    const template = withoutEcho(text, error, error.situation, evidence);
    const isAllowed =
      !PLACEHOLDER.test(text) && text.length <= LONGEST_MESSAGE && !NEVER_LEARNED.some((form) => form.test(template));
    return { ...error, template, isAllowed };
  });
  if (errors.length === 0) return unseen('no error with a message was received');
  const inputs = new Map<string, Set<string>>();
  for (const error of errors) {
    // A fake that imitates the message of one situation need not send it in another one that is unknown.
    if (error.code === 'unauthorized' && error.situation === undefined) continue;
    inputs.set(error.template, (inputs.get(error.template) ?? new Set()).add(inputOf(error)));
  }
  const learned = errors.map(({ template, isAllowed, ...error }): ObservedError => {
    const isRepeated = (inputs.get(template)?.size ?? 0) > 1;
    return {
      ...error,
      value: isAllowed && isRepeated ? template : undefined,
      why: isAllowed ? ONE_INPUT : NOT_ALLOWED,
    };
  });
  const note = describeErrors(learned, (texts) => (texts.length === 1 ? 'one text' : `${texts.length} texts`));
  return conclude(learned, note);
}

/** Requests for one pet are one input, as the message may contain its data. Of empty messages each is an input. */
export function inputOf({ pathId, credential, sentType, number, operation, exchange: { request } }: Reading): string {
  if (pathId !== undefined) return `id ${pathId}`;
  if (operation?.requestSchema !== undefined && (request.body ?? '') === '') return `exchange ${number}`;
  return JSON.stringify([request.method, request.url, credential, sentType, request.body]);
}

/** Returns a text with placeholders where it repeats the id, the path or the method of its request. */
export function withoutEcho(
  text: string,
  { pathId = '', operation, status, exchange }: Reading,
  situation: ErrorSituation | undefined,
  evidence: Evidence,
): string {
  const { method, url } = exchange.request;
  const path = url.replace(/^\w+:\/\/[^/]+/, '');
  const [plain = ''] = path.split('?', 1);
  const below = plain.slice(new URL(evidence.settings.baseUrl).pathname.replace(/\/$/, '').length);
  const named = [path, plain, below].reduce(
    (rest, each) => (each.length > 1 ? rest.replaceAll(each, '{path}') : rest),
    text,
  );
  const isAbout = situation === 'pet-unknown' || situation?.startsWith('pet-id');
  const isDistinct = pathId.length >= SHORTEST_ID && pathId !== String(status);
  if (operation !== undefined) {
    return isAbout || isDistinct ? replaceWord(named, pathId, `{${operation.pathId}}`) : named;
  }
  return replaceWord(named, method, '{method}');
}

const GOES_ON_BEFORE = /[\p{L}\p{N}_.-]$/u;
const GOES_ON_AFTER = /^(?:[\p{L}\p{N}_]|[.-][\p{L}\p{N}])/u;

/** Replaces a word, but not inside another one. */
function replaceWord(text: string, word: string, by: string): string {
  if (word === '') return text;
  return text.replaceAll(word, (_, at: number) => {
    const end = at + word.length;
    // A character has at most two units.
    const isPart =
      GOES_ON_BEFORE.test(text.slice(Math.max(0, at - 2), at)) || GOES_ON_AFTER.test(text.slice(end, end + 3));
    return isPart ? word : by;
  });
}

/** Returns every error with a text in the field. */
function errorsWith(evidence: Evidence, field: 'code' | 'message'): FoundError[] {
  return evidence.readings.flatMap((reading) => {
    const situation = errorSituationOf(evidence, reading);
    const isLeftOut = reading.isSpecial || reading.isCached;
    const code = isLeftOut ? undefined : codesOfStatuses.get(reading.status ?? 0);
    const text = objectOf(reading.received)?.[field];
    if (code === undefined || typeof text !== 'string' || text.trim() === '') return [];
    return [{ ...reading, code, situation, place: reading.operation?.id ?? 'other', text }];
  });
}

type Values = Readonly<Partial<Record<ErrorName, string>>>;

/** Concludes which value belongs to which code or situation: to the wider of these for which all errors agree. */
function conclude(errors: readonly ObservedError[], note: string): Seen {
  const choice = valuesOf(errors);
  if (Object.keys(choice).length === 0) {
    return unseen(`${note}; none that belongs to a code or a situation`, errors);
  }
  const memberOf = (error: ObservedError) =>
    namesOfError(error, error.place).find((name) => choice[name] !== undefined);
  const shown = errors.filter(
    (error) => error.value !== undefined && error.value === choice[memberOf(error) ?? error.code],
  );
  // An error of no known situation is likely to be one of those that are known.
  const isKnown = ({ situation, code, value }: ObservedError) =>
    situation === undefined && shown.some((other) => other.code === code && other.value === value);
  const unclear = errors.filter((error) => !shown.includes(error) && !isKnown(error));
  const ofMember = (name: string) => shown.filter((error) => memberOf(error) === name);
  const isUnseen = (situation: ErrorSituation) =>
    errors.every((error) => error.situation !== situation || unclear.includes(error));
  return {
    choice: { ...choice } as JsonObject,
    note,
    readings: shown,
    unseen: [...codes.filter((code) => choice[code] === undefined), ...situations.filter(isUnseen)],
    unknown: reasonsOf(unclear),
    members: Object.fromEntries(Object.keys(choice).map((name) => [name, ofMember(name)])),
  };
}

function valuesOf(errors: readonly ObservedError[]): Values {
  const values: { [Name in ErrorName]?: string } = {};
  for (const code of codes) {
    const own = errors.filter((error) => error.code === code);
    const value = agreed(own);
    // What only one situation shows belongs to that one.
    const isOfOne = distinct(own.flatMap(({ situation }) => situation ?? [])).length === 1;
    if (value !== undefined && !OF_ID.test(value) && !isOfOne) values[code] = value;
  }
  for (const situation of situations) {
    const own = errors.filter((error) => error.situation === situation);
    const value = agreed(own);
    if (value !== undefined && own.some(({ code }) => values[code] !== value)) values[situation] = value;
  }
  // Where an operation has its own. What a wider situation has there hides the code, so a narrower one comes after it.
  const rankOf = ({ situation }: ObservedError) => situations.indexOf(situation as ErrorSituation);
  const widerFirst = [...errors].sort((one, other) => rankOf(one) - rankOf(other));
  const atOne = (nameOf: (error: ObservedError) => ErrorName | undefined) => {
    for (const [name, own] of groupBy(widerFirst, nameOf)) {
      const value = name && agreed(own);
      if (value !== undefined && own.some((error) => lookUp(values, error) !== value))
        values[name as ErrorName] = value;
    }
  };
  const several = groupBy(errors, ({ place, code }) => `${place} ${code}` as const);
  atOne(({ place, code }) => {
    const own = several.get(`${place} ${code}`) ?? [];
    const isOfSeveral = distinct(own.map(({ situation }) => situation)).filter((each) => each !== undefined).length > 1;
    return isOfSeveral && agreed(own) !== undefined ? `${place} ${code}` : undefined;
  });
  atOne(({ place, situation }) => situation && `${place} ${situation}`);
  return values;
}

function lookUp(values: Values, error: ObservedError): string | undefined {
  return namesOfError(error, error.place)
    .map((name) => values[name])
    .find((value) => value !== undefined);
}

function agreed(errors: readonly ObservedError[]): string | undefined {
  const [value, ...others] = distinct(errors.map((error) => error.value));
  return others.length === 0 ? value : undefined;
}

function reasonsOf(unclear: readonly ObservedError[]): Record<string, string> {
  const byName = groupBy(unclear, ({ situation, code }) => situation ?? code);
  const whyOf = ({ value, why }: ObservedError) => (value === undefined ? why : DIFFERS);
  return Object.fromEntries([...byName].map(([name, own]) => [name, distinct(own.map(whyOf)).sort().join(', or ')]));
}

/** Describes by status what was seen, and why some cannot be learned. Quotes only what may be learned. */
function describeErrors(errors: readonly ObservedError[], listed: (values: readonly string[]) => string): string {
  const shown = statuses.flatMap((status) => {
    const own = errors.filter((error) => error.status === status);
    const values = distinct(own.flatMap(({ value }) => value ?? []));
    const reasons = distinct(own.flatMap(({ value, why }) => (value === undefined ? [why] : [])));
    const parts = [
      ...(values.length === 0 ? [] : [listed(values)]),
      ...(reasons.length === 0 ? [] : [`some that cannot be learned (${reasons.join('; ')})`]),
    ];
    return parts.length === 0 ? [] : [`${status}: ${parts.join(', ')}`];
  });
  return shown.join('; ');
}
