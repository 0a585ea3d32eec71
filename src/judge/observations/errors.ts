import {
  type ErrorCode,
  type ErrorName,
  type ErrorSituation,
  errorCatalogue,
  errorSituations,
  isBeforeOperation,
  type NamedError,
  namesOfError,
  operationErrorOf,
  operationErrorsOf,
  operationsIn,
} from '../../spec/errors.js';
import { groupBy } from '../../spec/group-by.js';
import { operationIds } from '../../spec/operations.js';
import { quote } from '../../spec/quoting.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { errorSituationOf } from './error-situation.js';
import { distinct, type Observers, operationsAt, type Seen, unseen } from './seen.js';

/** The codes and messages of errors (§7). */
export const errorObservers = { 'error-codes': errorCodes, 'error-messages': errorMessages } satisfies Observers;

/** An error response with its code or message. */
type FoundError = Reading & NamedError & { readonly text: string };

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
  return conclude(errors, describeErrors(errors, listed), () => true);
}

const PET_ID = '{petId}';
/** A shorter id may stand for something else in a text: `must be 1 or more`. */
const SHORTEST_ID = 3;
const LONGEST_MESSAGE = 300;
/** Messages with these are never learned: pseudonyms of secrets, addresses, and characters that steer a terminal. */
const NEVER_LEARNED = [/(?<![a-z])(?:key|secret)#\d/i, /@/, /\/\//, /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u];

/**
 * Observes the messages of errors. A message is learned only if two different inputs got the same one: then it repeats nothing of
 * a request, of a pet or of a moment.
 */
function errorMessages(evidence: Evidence): Seen {
  const errors = errorsWith(evidence, 'message').map(({ text, ...error }) => {
    const template = withoutPetId(text, error);
    const isAllowed =
      !text.includes(PET_ID) && text.length <= LONGEST_MESSAGE && !NEVER_LEARNED.some((form) => form.test(template));
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
  return conclude(learned, note, (text, errorsOfCode) => !text.includes(PET_ID) && isOfSeveral(errorsOfCode));
}

/**
 * The input of a request. Requests for one pet are one input: the message may contain data of that pet, unless the body was too
 * large to get that far. An empty message contains nothing that could be repeated: two of them show what belongs to the moment.
 */
function inputOf({
  petId,
  credential,
  sentType,
  number,
  code,
  operation,
  exchange: { request },
}: Reading & NamedError): string {
  if (code === 'payload_too_large') return `${request.body?.length} bytes`;
  if (petId !== undefined) return `pet ${petId}`;
  if (operation === 'sendMessage' && (request.body ?? '') === '') return `exchange ${number}`;
  return JSON.stringify([request.method, request.url, credential, sentType, request.body]);
}

/** Returns whether errors are of several situations and operations, or of no situation that could have its own message. */
function isOfSeveral(errors: readonly ObservedError[]): boolean {
  const named = distinct(errors.flatMap(({ situation }) => situation ?? []));
  return named.length === 0 || (named.length > 1 && areOfSeveralOperations(errors));
}

function areOfSeveralOperations(errors: readonly ObservedError[]): boolean {
  return new Set(errors.map(({ operation }) => operation)).size > 1;
}

function withoutPetId(text: string, { petId = '', status, situation }: Omit<FoundError, 'text'>): string {
  const isAbout = situation === 'pet-unknown' || situation === 'pet-id-malformed';
  const isDistinct = petId.length >= SHORTEST_ID && petId !== String(status);
  return isAbout || isDistinct ? replaceWord(text, petId, PET_ID) : text;
}

/** Replaces a word, but not inside another one. */
function replaceWord(text: string, word: string, by: string): string {
  if (word === '') return text;
  const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_.-])${escaped}(?![\\p{L}\\p{N}_]|[.-][\\p{L}\\p{N}])`, 'gu');
  return text.replace(pattern, () => by);
}

/**
 * Returns every error with a text in the field, except those that the request asked for otherwise than by `Prefer: code=404`, and those about the key of a request for no
 * operation: they have no name.
 */
function errorsWith(evidence: Evidence, field: 'code' | 'message'): FoundError[] {
  return evidence.readings.flatMap((reading) => {
    const situation = errorSituationOf(evidence, reading);
    const isAskedFor = reading.isSpecial && situation !== 'preferred';
    const isLeftOut = isAskedFor || reading.isCached || (reading.status === 401 && reading.operation === undefined);
    const code = isLeftOut ? undefined : codeOf(evidence, reading);
    const text = objectOf(reading.received)?.[field];
    if (code === undefined || typeof text !== 'string' || text.trim() === '') return [];
    return [{ ...reading, code, situation, text }];
  });
}

/** Only another method gets 501 from the service itself. */
function codeOf(evidence: Evidence, reading: Reading): ErrorCode | undefined {
  const code = codesOfStatuses.get(reading.status ?? 0);
  const isOtherMethod = reading.operation === undefined && operationsAt(reading, evidence).length > 0;
  return code === 'not_implemented' && !isOtherMethod ? undefined : code;
}

type Values = Readonly<Partial<Record<ErrorName, string>>>;
type IsGeneral = (value: string, errors: readonly ObservedError[]) => boolean;

/**
 * Concludes which value belongs to which code, situation, or operation in a situation: to the widest of these for which all errors
 * agree, those that must not be learned included, and all of whose operations were seen with it. So no operation gets a value that
 * only another one was seen with (except the values of a key, which is checked before the operation is known).
 */
function conclude(errors: readonly ObservedError[], note: string, isGeneral: IsGeneral): Seen {
  const choice = valuesOf(errors, isGeneral);
  if (Object.keys(choice).length === 0) {
    return unseen(`${note}; none that belongs to a code or a situation`, errors);
  }
  const memberOf = (error: ObservedError) => namesOfError(error).find((name) => choice[name] !== undefined);
  const shown = errors.filter(
    (error) => error.value !== undefined && error.value === choice[memberOf(error) ?? error.code],
  );
  // An error of no known situation is likely to be one of those that are known.
  const isKnown = ({ situation, code, value }: ObservedError) =>
    situation === undefined && shown.some((other) => other.code === code && other.value === value);
  const unclear = errors.filter((error) => !shown.includes(error) && !isKnown(error));
  const ofMember = (name: string) => shown.filter((error) => memberOf(error) === name);
  return {
    choice,
    note,
    readings: shown,
    unseen: unseenNames(errors, choice, unclear),
    unknown: reasonsOf(unclear, errors),
    members: Object.fromEntries(Object.keys(choice).map((name) => [name, ofMember(name)])),
  };
}

type Entry = readonly [ErrorName, string];

function valuesOf(errors: readonly ObservedError[], isGeneral: IsGeneral): Values {
  const general = codes.flatMap((code): Entry[] => {
    const own = errors.filter((error) => error.code === code);
    const value = agreed(own);
    return value !== undefined && isGeneral(value, own) && areOfEveryOperation(code, errors) ? [[code, value]] : [];
  });
  const isCovered = ({ code, value }: ObservedError) => general.some(([name, each]) => name === code && each === value);
  const special = situations.flatMap((situation) => {
    const own = errors.filter((error) => error.situation === situation);
    return own.every(isCovered) ? [] : situationValues(own, situation, isGeneral, isCovered);
  });
  return Object.fromEntries([...general, ...special]);
}

/** Returns the value of a situation, else those of its operations, except what a code says already. */
function situationValues(
  own: readonly ObservedError[],
  situation: ErrorSituation,
  isGeneral: IsGeneral,
  isCovered: (error: ObservedError) => boolean,
): Entry[] {
  const value = agreed(own);
  const names = operationErrorsOf(situation);
  const isOfAll = isBeforeOperation(situation)
    ? isGeneral(value ?? '', own) || areOfSeveralOperations(own)
    : operationsIn(situation).every((id) => own.some(({ operation }) => operation === id));
  if (value !== undefined && isOfAll) return [[situation, value]];
  const ofOperations = names.flatMap((name): Entry[] => {
    const ofOperation = own.filter(({ operation }) => operationErrorOf(operation, situation).includes(name));
    const each = agreed(ofOperation);
    return each === undefined || ofOperation.every(isCovered) ? [] : [[name, each]];
  });
  // An operation with another value that cannot be learned must not get the usual one.
  const isClear = own.every(
    (error) =>
      error.operation === undefined ||
      isCovered(error) ||
      operationErrorOf(error.operation, situation).some((name) => ofOperations.some(([known]) => known === name)),
  );
  const usual = isBeforeOperation(situation) && isClear ? usualValue(ofOperations) : undefined;
  if (usual === undefined) return ofOperations;
  return [[situation, usual], ...ofOperations.filter(([, each]) => each !== usual)];
}

/** Returns the value that most operations have, if several do: others, and paths of no operation, are taken for like them. */
function usualValue(entries: readonly Entry[]): string | undefined {
  const groups = [...groupBy(entries, ([, value]) => value)].sort(([, one], [, other]) => other.length - one.length);
  return groups.find(([, { length }]) => length > 1)?.[0];
}

/** Returns whether every operation was seen with a code, or with others in all situations that may have it. */
function areOfEveryOperation(code: ErrorCode, errors: readonly ObservedError[]): boolean {
  const shared = situations.filter((situation) => {
    const may: readonly ErrorCode[] = errorSituations[situation].codes;
    return may.includes(code) && !isBeforeOperation(situation);
  });
  return operationIds.every((id) => {
    const own = errors.filter(({ operation }) => operation === id);
    const possible = shared.filter((situation) => operationsIn(situation).includes(id));
    return (
      own.some((error) => error.code === code) ||
      possible.every((situation) => own.some((error) => error.situation === situation))
    );
  });
}

function agreed(errors: readonly ObservedError[]): string | undefined {
  const [value, ...others] = distinct(errors.map((error) => error.value));
  return others.length === 0 ? value : undefined;
}

function unseenNames(errors: readonly ObservedError[], choice: Values, unclear: readonly ObservedError[]): ErrorName[] {
  const areUnseen = (own: readonly ObservedError[]) => own.every((error) => unclear.includes(error));
  return [
    ...codes.filter((code) => choice[code] === undefined),
    ...situations.flatMap((situation): ErrorName[] => {
      const own = errors.filter((error) => error.situation === situation);
      if (areUnseen(own)) return [situation];
      return operationErrorsOf(situation).filter((name) =>
        areUnseen(own.filter(({ operation }) => operationErrorOf(operation, situation).includes(name))),
      );
    }),
  ];
}

/** Returns why names were seen but not concluded: of a situation as a whole rather than of each of its operations. */
function reasonsOf(unclear: readonly ObservedError[], errors: readonly ObservedError[]): Record<string, string> {
  const reasons = new Map<string, Set<string>>();
  for (const error of unclear) {
    const [name = error.code] = namesOfError(error);
    const isWhole = errors.every((other) => other.situation !== error.situation || unclear.includes(other));
    const widest = isWhole && error.situation !== undefined ? error.situation : name;
    reasons.set(widest, (reasons.get(widest) ?? new Set()).add(error.value === undefined ? error.why : DIFFERS));
  }
  return Object.fromEntries([...reasons].map(([name, why]) => [name, [...why].sort().join(', or ')]));
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
