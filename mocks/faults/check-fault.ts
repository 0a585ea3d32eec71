import { operationIds } from '../../src/spec/operations.js';
import { quoteValue } from '../../src/spec/quoting.js';
import { assertNotPromise, checkedFields, InputError } from '../../src/spec/validation/input-error.js';
import { nameHint } from '../../src/spec/validation/name-hint.js';
import { type Accounts, knownAccount } from '../limits/accounts.js';
import { MOST_SEED } from '../open-catalogue.js';
import type { Fault, FaultDelay, FaultTarget } from './fault.js';

const ATTEMPTED = 'Adding a fault';

/** The longest that anything of a fault may take: an hour. */
export const LONGEST_MS = 3_600_000;

/** What a field takes, and what to write instead of a value that it does not. */
interface Field {
  readonly takes: (value: unknown) => boolean;
  readonly remedy: string;
}

/** A field for a length of time. */
function durationField(exampleMs: number): Field {
  const remedy = `Try ${exampleMs}, in milliseconds; at most an hour, ${LONGEST_MS}.`;
  return { takes: (value) => isWithin(value, 0, LONGEST_MS), remedy };
}

/** Returns the fields that were given, each with a value that it takes. Throws an InputError. */
function checkedValues<Name extends string>(
  what: string,
  value: unknown,
  fields: Readonly<Record<Name, Field>>,
  example: string,
): { readonly [Given in Name]?: unknown } {
  const names = Object.keys(fields) as Name[];
  const given = checkedFields(ATTEMPTED, what, value, names, example);
  for (const name of names) {
    const part = given[name];
    if (part === undefined || fields[name].takes(part)) continue;
    throw new InputError(ATTEMPTED, `${name} cannot be ${quoteValue(part)}`, fields[name].remedy);
  }
  return given;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isWithin(value, least, most);
}

const median: Field = {
  takes: (value) => isWithin(value, Number.MIN_VALUE, LONGEST_MS),
  remedy: `Try 80, in milliseconds: above 0, and at most an hour, ${LONGEST_MS}.`,
};

const sigma: Field = {
  takes: (value) => isWithin(value, 0, 10),
  remedy: 'Try 0.5, for a few that take long, or any number from 0 to 10.',
};

const type: Field = { takes: (value) => value === 'normal' || value === 'lognormal', remedy: '' };

const kinds = {
  normal: {
    fields: { type, mean: durationField(300), deviation: durationField(50) },
    example: "{ type: 'normal', mean: 300, deviation: 50 }",
  },
  lognormal: { fields: { type, median, sigma }, example: "{ type: 'lognormal', median: 80, sigma: 0.5 }" },
} as const;

const EITHER = `${kinds.normal.example} or ${kinds.lognormal.example}`;

/** Returns a copy of a length of time that is to be drawn. Throws an InputError for one that lacks something or cannot be. */
function checkedDelay(delay: object): FaultDelay {
  const { type } = delay as { readonly type?: unknown };
  assertNotPromise(ATTEMPTED, 'the type', type);
  if (type !== 'normal' && type !== 'lognormal') {
    throw new InputError(ATTEMPTED, `the type of delayMs cannot be ${quoteValue(type)}`, `Try ${EITHER}.`);
  }
  const { fields, example } = kinds[type];
  const checked = checkedValues<string>('delayMs', delay, fields, example);
  const missing = Object.keys(fields).find((name) => checked[name] === undefined);
  if (missing === undefined) return checked as unknown as FaultDelay;
  throw new InputError(ATTEMPTED, `delayMs has no ${missing}`, `Try ${example}.`);
}

const targets: readonly string[] = ['any', ...operationIds];
const delayField = durationField(2000);

const faultFields: Readonly<Record<keyof Fault, Field>> = {
  status: {
    takes: (value) => isWhole(value, 400, 599),
    remedy: 'Try 503: the status of a fault is an error, from 400 to 599.',
  },
  network: { takes: (value) => value === 'reset', remedy: "Try 'reset'." },
  delayMs: { ...delayField, takes: (value) => delayField.takes(value) || isObject(value) },
  body: {
    takes: (value) => value === 'truncated' || value === 'malformed',
    remedy: "Try 'truncated' or 'malformed'.",
  },
  dripMs: durationField(5000),
};

/** Throws an InputError for what is neither an operation nor `any`. */
export function checkedTarget(target: unknown): FaultTarget {
  assertNotPromise(ATTEMPTED, 'the target', target);
  if (typeof target === 'string' && targets.includes(target)) return target as FaultTarget;
  throw new InputError(ATTEMPTED, `${quoteValue(target)} is no operation`, nameHint(target, targets, 'Targets'));
}

/** Returns a frozen copy of a fault. Throws an InputError for one that cannot be, that says nothing or that contradicts itself. */
export function checkedFault(fault: unknown): Fault {
  const checked = checkedValues('the fault', fault, faultFields, '{ status: 503 }') as Fault;
  const { network, status, body, dripMs, delayMs } = checked;
  if (Object.keys(checked).length === 0) {
    const fields = Object.keys(faultFields).join(', ');
    throw new InputError(
      ATTEMPTED,
      'the fault is empty',
      `Try { status: 503 }; fields: ${fields}.`,
      `Fields: ${fields}.`,
    );
  }
  if (network !== undefined && (status !== undefined || body !== undefined || dripMs !== undefined)) {
    const remedy = 'Leave the others out';
    const problem = 'network breaks the connection, so there is no status and no body';
    throw new InputError(ATTEMPTED, problem, `${remedy}: { network: 'reset' }.`, `${remedy}.`);
  }
  if (!isObject(delayMs)) return Object.freeze(checked);
  return Object.freeze({ ...checked, delayMs: Object.freeze(checkedDelay(delayMs)) });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which requests to its target a fault meets, and how many of them. */
export interface NextOptions {
  /** How many requests it meets; 1 unless told otherwise. */
  readonly times?: number;
  /** Meets only requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string;
  /** The same seed, the same lengths; 1 unless told otherwise. */
  readonly seed?: number;
}

export interface AlwaysOptions {
  /** What share of the requests it meets; 1, which is all of them, unless told otherwise. */
  readonly probability?: number;
  /** The same seed, the same requests and lengths; 1 unless told otherwise. */
  readonly seed?: number;
  /** How many requests it meets before it is over; left out, it stays until it is taken back. */
  readonly times?: number;
  /** Meets only requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string;
}

/** A key that a fault is for. Its text is a secret. */
export interface FaultKey {
  readonly text: string;
  readonly alias: string | undefined;
}

const nextFields: Readonly<Record<keyof NextOptions, Field>> = {
  times: { takes: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER), remedy: 'Try 3, or any whole number from 1.' },
  // What is no text names no key, and is refused with those that there are not: the value may be one.
  key: { takes: () => true, remedy: '' },
  seed: { takes: (value) => isWhole(value, 0, MOST_SEED), remedy: `Try 1, or any whole number to ${MOST_SEED}.` },
};

const alwaysFields: Readonly<Record<keyof AlwaysOptions, Field>> = {
  probability: {
    takes: (value) => typeof value === 'number' && value > 0 && value <= 1,
    remedy: 'Try 0.2 for two requests of ten; for none of them, ask for no fault.',
  },
  ...nextFields,
};

/** Throws an InputError. */
export function checkedNext(options: unknown, accounts: Accounts) {
  const { times = 1, key, seed = 1 } = checkedValues('the options', options, nextFields, '{ times: 3 }') as NextOptions;
  return { key: checkedKey(key, accounts), seed, times };
}

/** Throws an InputError. */
export function checkedAlways(options: unknown, accounts: Accounts) {
  const example = '{ probability: 0.2, seed: 1 }';
  const checked = checkedValues('the options', options, alwaysFields, example) as AlwaysOptions;
  const { probability = 1, seed = 1, times, key } = checked;
  return { key: checkedKey(key, accounts), probability, seed, times };
}

function checkedKey(key: string | undefined, accounts: Accounts): FaultKey | undefined {
  if (key === undefined) return undefined;
  const { alias } = knownAccount(accounts, ATTEMPTED, key);
  return { text: accounts.resolve(key) ?? '', alias };
}
