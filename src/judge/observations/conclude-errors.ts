import type { ErrorCode, ErrorName, ErrorSituation } from '../../spec/behaviour.js';
import {
  errorCatalogue,
  errorSituations,
  type NamedError,
  namesOfError,
  operationErrorOf,
  operationErrorsOf,
} from '../../spec/errors.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../reading.js';
import { errorSituationOf } from './error-situation.js';
import { distinct, operationsAt } from './seen.js';

export interface ConcludedErrors {
  /** One value for each code, or for each situation that has one of its own, or for each operation that has one there. */
  readonly choice: Readonly<Partial<Record<ErrorName, string>>>;
  /** Codes, situations, and situations of single operations, that were not seen, or of which nothing was concluded. */
  readonly unseen: readonly ErrorName[];
  /** Of those, what was told and could not be concluded, and why. */
  readonly unknown: Readonly<Record<string, string>>;
}

const codes = Object.keys(errorCatalogue) as ErrorCode[];
const situations = Object.keys(errorSituations) as ErrorSituation[];

/**
 * Concludes which value stands for which code, which situation, and which operation in that situation.
 *
 * A value stands for what agrees on it in every error that was seen, those of which nothing may be learned included: a code, else each
 * of its situations by itself, else each operation there. So whoever answers as was concluded never gives a situation another value than
 * was seen for it (but for a key that is no bearer token: where its own may not be learned, it has that of a wrong key).
 * `isGeneral` tells whether a value may stand for a code; `isOfOne`: only one of its situations was seen, and the value can stand for
 * that one.
 */
export function concludeErrors(
  told: readonly ObservedError[],
  isGeneral: (value: string, isOfOne: boolean) => boolean,
): ConcludedErrors {
  const general = codes.flatMap((code) => generalValue(told, code, isGeneral));
  const isCovered = ({ code, words }: ObservedError) =>
    general.some(([name, value]) => name === code && value === words.value);
  const special = situations.flatMap((situation) => {
    const own = told.filter((one) => one.situation === situation);
    return own.every(isCovered) ? [] : specialValues(own, situation, isCovered);
  });
  const choice: ConcludedErrors['choice'] = Object.fromEntries([...general, ...special]);
  const isTold = (one: ObservedError) => {
    const name = namesOfError(one).find((each) => choice[each] !== undefined);
    return name !== undefined && choice[name] === one.words.value;
  };
  const concluded = told.filter(isTold);
  // Of which case they are cannot be told; that it is one of those that are known, is likely enough.
  const isKnown = ({ situation, code, words }: ObservedError) =>
    situation === undefined && concluded.some((other) => other.code === code && other.words.value === words.value);
  const unknown = told.filter((one) => !isTold(one) && !isKnown(one));
  return { choice, unseen: unseenOf(told, choice, unknown), unknown: reasonsOf(unknown, told) };
}

type Value = readonly [ErrorName, string];

function generalValue(
  told: readonly ObservedError[],
  code: ErrorCode,
  isGeneral: Parameters<typeof concludeErrors>[1],
): Value[] {
  const those = told.filter((one) => one.code === code);
  const value = only(those);
  if (value === undefined) return [];
  const [situation, ...others] = distinct(those.flatMap((one) => one.situation ?? []));
  const own = told.filter((one) => one.situation === situation);
  const isOfOne = situation !== undefined && others.length === 0 && standsAlone(own, situation);
  return isGeneral(value, isOfOne) ? [[code, value]] : [];
}

/** Returns whether a situation can have values of its own for all that was told of it. */
function standsAlone(own: readonly ObservedError[], situation: ErrorSituation): boolean {
  return only(own) !== undefined || byOperation(own, situation).every(({ value, name }) => name && value !== undefined);
}

/** Returns the value of a situation, else those of its operations, but for the ones that a code tells. */
function specialValues(
  own: readonly ObservedError[],
  situation: ErrorSituation,
  isCovered: (one: ObservedError) => boolean,
): Value[] {
  const value = only(own);
  if (value !== undefined) return [[situation, value]];
  return byOperation(own, situation).flatMap(({ name, value, errors }) =>
    name === undefined || value === undefined || errors.every(isCovered) ? [] : [[name, value] as const],
  );
}

function byOperation(own: readonly ObservedError[], situation: ErrorSituation) {
  return distinct(own.map(({ operation }) => operation)).map((operation) => {
    const errors = own.filter((one) => one.operation === operation);
    const [name] = operationErrorOf(operation, situation);
    return { name, errors, value: only(errors) };
  });
}

/** Returns the value that all of these have. */
function only(told: readonly ObservedError[]): string | undefined {
  const [value, ...others] = distinct(told.map(({ words }) => words.value));
  return others.length === 0 ? value : undefined;
}

function unseenOf(
  told: readonly ObservedError[],
  choice: ConcludedErrors['choice'],
  unknown: readonly ObservedError[],
): ErrorName[] {
  return [
    ...codes.filter((code) => choice[code] === undefined),
    ...situations.flatMap((situation): ErrorName[] => {
      const own = told.filter((one) => one.situation === situation);
      if (own.every((one) => unknown.includes(one))) return [situation];
      return operationErrorsOf(situation).filter((name) => {
        const errors = own.filter(({ operation }) => operationErrorOf(operation, situation).includes(name));
        return errors.every((one) => unknown.includes(one));
      });
    }),
  ];
}

/** Names what was told and not concluded as widely as is true: a situation rather than each of its operations. */
function reasonsOf(unknown: readonly ObservedError[], told: readonly ObservedError[]): Record<string, string> {
  const named = unknown.map((one) => {
    const [name] = namesOfError(one);
    const isWhole = told.every((other) => other.situation !== one.situation || unknown.includes(other));
    return { name: isWhole && one.situation !== undefined ? one.situation : name, one };
  });
  const names = distinct(named.map(({ name }) => name));
  return Object.fromEntries(
    names.map((name) => [name, whyNot(named.flatMap((each) => (each.name === name ? [each.one] : [])))]),
  );
}

function whyNot(errors: readonly ObservedError[]): string {
  const reasons = distinct(errors.flatMap(({ words }) => (words.value === undefined ? [words.why] : [])));
  if (reasons.length > 0) return reasons.join(', or ');
  return only(errors) === undefined ? 'it was told in several ways' : 'of which case it is cannot be told';
}

/** An error as the service told it. */
export interface ObservedError extends NamedError {
  readonly reading: Reading;
  /** Its code or text, as far as that may be learned. */
  readonly words: OwnWords;
}

/** The service's own words, or why nothing may be learned from what was told. */
export type OwnWords = { readonly value: string } | { readonly value?: undefined; readonly why: string };

/** A banned key is refused as a limited one is; no run earns a ban. */
const codesOfStatuses = new Map<number, ErrorCode>(
  Object.entries(errorCatalogue)
    .filter(([name]) => name !== 'key_banned')
    .map(([name, { status }]) => [status, name as ErrorCode]),
);

/** Returns every error in which `field` is a text, but for those that the request asked for. */
export function observedErrors(
  evidence: Evidence,
  field: 'code' | 'message',
  learn: (text: string, reading: Reading, situation: ErrorSituation | undefined) => OwnWords,
): ObservedError[] {
  return evidence.readings.flatMap((reading) => {
    const code = reading.isSpecial || reading.isCached ? undefined : codeOf(evidence, reading);
    const text = objectOf(reading.received)?.[field];
    if (code === undefined || typeof text !== 'string' || text.trim() === '') return [];
    const situation = errorSituationOf(evidence, reading);
    return [{ reading, code, situation, operation: reading.operation, words: learn(text, reading, situation) }];
  });
}

/** A method that no operation has may be answered 501, too. */
function codeOf(evidence: Evidence, reading: Reading): ErrorCode | undefined {
  const { status = 0, operation } = reading;
  const isOtherMethod = status === 501 && operation === undefined && operationsAt(reading, evidence).length > 0;
  return isOtherMethod ? 'method_not_allowed' : codesOfStatuses.get(status);
}
