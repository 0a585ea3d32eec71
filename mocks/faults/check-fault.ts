import { operationIds } from '../../src/spec/operations.js';
import { quoteValue } from '../../src/spec/quoting.js';
import { assertNotPromise, checkedFields, InputError } from '../../src/spec/validation/input-error.js';
import { nameHint } from '../../src/spec/validation/name-hint.js';
import { type Accounts, knownAccount } from '../limits/accounts.js';
import { MOST_SEED } from '../open-catalogue.js';
import type { Fault, FaultDelay, FaultTarget } from './fault.js';

const ATTEMPTED = 'Adding a fault';

/** The longest delay of a fault: an hour. */
export const LONGEST_MS = 3_600_000;

interface Field {
  readonly accepts: (value: unknown) => boolean;
  readonly remedy: string;
}

function durationField(exampleMs: number): Field {
  const remedy = `Try ${exampleMs}, in milliseconds; at most an hour, ${LONGEST_MS}.`;
  return { accepts: (value) => isWithin(value, 0, LONGEST_MS), remedy };
}

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
    if (part === undefined || fields[name].accepts(part)) continue;
    throw new InputError(ATTEMPTED, `${name} must not be ${quoteValue(part)}`, fields[name].remedy);
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
  accepts: (value) => isWithin(value, Number.MIN_VALUE, LONGEST_MS),
  remedy: `Try 80, in milliseconds: above 0, and at most an hour, ${LONGEST_MS}.`,
};

const sigma: Field = {
  accepts: (value) => isWithin(value, 0, 10),
  remedy: 'Try 0.5, for a few that take long, or any number from 0 to 10.',
};

const type: Field = { accepts: (value) => value === 'normal' || value === 'lognormal', remedy: '' };

const kinds = {
  normal: {
    fields: { type, mean: durationField(300), deviation: durationField(50) },
    example: "{ type: 'normal', mean: 300, deviation: 50 }",
  },
  lognormal: { fields: { type, median, sigma }, example: "{ type: 'lognormal', median: 80, sigma: 0.5 }" },
} as const;

const EITHER = `${kinds.normal.example} or ${kinds.lognormal.example}`;

/** Returns a copy of a random delay. Throws an InputError for an incomplete or invalid one. */
function checkedDelay(delay: object): FaultDelay {
  const { type } = delay as { readonly type?: unknown };
  assertNotPromise(ATTEMPTED, 'the type', type);
  if (type !== 'normal' && type !== 'lognormal') {
    throw new InputError(ATTEMPTED, `the type of delayMs must not be ${quoteValue(type)}`, `Try ${EITHER}.`);
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
    accepts: (value) => isWhole(value, 400, 599),
    remedy: 'Try 503: the status of a fault is an error, from 400 to 599.',
  },
  network: { accepts: (value) => value === 'reset', remedy: "Try 'reset'." },
  delayMs: { ...delayField, accepts: (value) => delayField.accepts(value) || isObject(value) },
  body: {
    accepts: (value) => value === 'truncated' || value === 'malformed',
    remedy: "Try 'truncated' or 'malformed'.",
  },
  dripMs: durationField(5000),
};

/** Throws an InputError for a target that is neither an operation nor `any`. */
export function checkedTarget(target: unknown): FaultTarget {
  assertNotPromise(ATTEMPTED, 'the target', target);
  if (typeof target === 'string' && targets.includes(target)) return target as FaultTarget;
  throw new InputError(ATTEMPTED, `${quoteValue(target)} is not an operation`, nameHint(target, targets, 'Targets'));
}

/** Returns a frozen copy of a fault. Throws an InputError for an invalid, empty or contradictory one. */
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
    const remedy = 'Remove the other fields';
    const problem = 'network resets the connection, so there is no status and no body';
    throw new InputError(ATTEMPTED, problem, `${remedy}: { network: 'reset' }.`, `${remedy}.`);
  }
  if (!isObject(delayMs)) return Object.freeze(checked);
  return Object.freeze({ ...checked, delayMs: Object.freeze(checkedDelay(delayMs)) });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Which requests a fault applies to. */
export interface NextOptions {
  /** How many requests it applies to; default 1. */
  readonly times?: number;
  /** Applies only to requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string;
  /** The same seed gives the same delays; default 1. */
  readonly seed?: number;
}

export interface AlwaysOptions extends NextOptions {
  /** The share of requests that it applies to; default 1, all of them. The same seed gives the same requests. */
  readonly probability?: number;
  /** How many requests it applies to. Default: all, until it is removed. */
  readonly times?: number;
}

/** A key that a fault is for. Its text is a secret. */
export interface FaultKey {
  readonly text: string;
  readonly alias: string | undefined;
}

const nextFields: Readonly<Record<keyof NextOptions, Field>> = {
  times: {
    accepts: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER),
    remedy: 'Try 3, or any whole number from 1.',
  },
  // Checked with unknown keys: the value may be a key and must not be quoted.
  key: { accepts: () => true, remedy: '' },
  seed: { accepts: (value) => isWhole(value, 0, MOST_SEED), remedy: `Try 1, or any whole number to ${MOST_SEED}.` },
};

const alwaysFields: Readonly<Record<keyof AlwaysOptions, Field>> = {
  probability: {
    accepts: (value) => typeof value === 'number' && value > 0 && value <= 1,
    remedy: 'Try 0.2 for two requests of ten.',
  },
  ...nextFields,
};

const optionsOf = {
  next: { fields: nextFields, example: '{ times: 3 }' },
  always: { fields: alwaysFields, example: '{ probability: 0.2, seed: 1 }' },
} as const;

/** Returns the options of a method with their defaults, except `times`. Throws an InputError. */
export function checkedOptions(method: keyof typeof optionsOf, options: unknown, accounts: Accounts) {
  const { fields, example } = optionsOf[method];
  const checked = checkedValues<keyof AlwaysOptions>('the options', options, fields as typeof alwaysFields, example);
  const { probability = 1, seed = 1, times, key } = checked as AlwaysOptions;
  return { key: checkedKey(key, accounts), probability, seed, times };
}

function checkedKey(key: string | undefined, accounts: Accounts): FaultKey | undefined {
  if (key === undefined) return undefined;
  const { alias } = knownAccount(accounts, ATTEMPTED, key);
  return { text: accounts.resolve(key) ?? '', alias };
}
