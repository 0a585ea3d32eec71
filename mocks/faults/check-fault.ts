import { quoteValue } from '../../src/json/quote-value.js';
import { operationIds } from '../../src/spec/operations.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';
import { nameHint } from '../../src/validation/name-hint.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import { MOST_SEED } from '../open-catalogue.js';
import type { Fault, FaultTarget } from './fault.js';

const ATTEMPTED = 'Asking for a fault';
const HOUR_MS = 3_600_000;
const targets: readonly string[] = ['any', ...operationIds];

/** What a field takes, and what to write instead of a value that it does not. */
interface Field {
  readonly takes: (value: unknown) => boolean;
  readonly remedy: string;
}

const isWithin = (value: unknown, least: number, most: number) => Number(value) >= least && Number(value) <= most;
const isWhole = (value: unknown, least: number, most: number) =>
  Number.isInteger(value) && isWithin(value, least, most);

const faultFields: Readonly<Record<keyof Fault, Field>> = {
  status: {
    takes: (value) => isWhole(value, 400, 599),
    remedy: 'Try 503: the status of a fault is an error, from 400 to 599.',
  },
  network: { takes: (value) => value === 'reset', remedy: "Try 'reset'." },
  delayMs: {
    takes: (value) => typeof value === 'number' && isWithin(value, 0, HOUR_MS),
    remedy: `Try 2000, in milliseconds; at most an hour, ${HOUR_MS}.`,
  },
  body: { takes: (value) => value === 'truncated', remedy: "Try 'truncated'." },
};

const nextFields: Readonly<Record<string, Field>> = {
  times: { takes: (value) => isWhole(value, 1, Number.MAX_SAFE_INTEGER), remedy: 'Try 3, or any whole number from 1.' },
};

const alwaysFields: Readonly<Record<string, Field>> = {
  probability: {
    takes: (value) => typeof value === 'number' && value > 0 && value <= 1,
    remedy: 'Try 0.2 for two requests of ten; for none of them, ask for no fault.',
  },
  seed: { takes: (value) => isWhole(value, 0, MOST_SEED), remedy: `Try 1, or any whole number to ${MOST_SEED}.` },
};

/** Throws an InputError for what is neither an operation nor `any`. */
export function checkedTarget(target: unknown): FaultTarget {
  refusePromise(ATTEMPTED, 'the target', target);
  if (typeof target === 'string' && targets.includes(target)) return target as FaultTarget;
  throw new InputError(ATTEMPTED, `${quoteValue(target)} is no operation`, nameHint(target, targets, 'Targets'));
}

/** Answers a copy of a fault. Throws an InputError for one that cannot be, that says nothing or that contradicts itself. */
export function checkedFault(fault: unknown): Fault {
  const checked: Fault = checkedValues('the fault', fault, faultFields, '{ status: 503 }');
  if (Object.keys(checked).length === 0) {
    throw new InputError(
      ATTEMPTED,
      'the fault is empty',
      `Try { status: 503 }; fields: ${Object.keys(faultFields).join(', ')}.`,
    );
  }
  if (checked.network !== undefined && (checked.status !== undefined || checked.body !== undefined)) {
    const remedy = "Leave the others out: { network: 'reset' }.";
    throw new InputError(ATTEMPTED, 'network breaks the connection, so there is no status and no body', remedy);
  }
  return checked;
}

/** How many requests a fault is to meet. Throws an InputError. */
export function checkedTimes(options: unknown): number {
  const { times = 1 } = checkedValues('the options', options, nextFields, '{ times: 3 }') as { times?: number };
  return times;
}

/** What share of the requests a fault is to meet. Throws an InputError. */
export function checkedShare(options: unknown): { readonly probability: number; readonly seed: number } {
  const checked = checkedValues('the options', options, alwaysFields, '{ probability: 0.2, seed: 1 }');
  return { probability: 1, seed: 1, ...checked };
}

/** Answers the fields that were given, each with a value that it takes. */
function checkedValues(
  what: string,
  value: unknown,
  fields: Readonly<Record<string, Field>>,
  example: string,
): Record<string, never> {
  const given = checkedFields(ATTEMPTED, what, value, Object.keys(fields), example);
  for (const [name, { takes, remedy }] of Object.entries(fields)) {
    const part = given[name];
    if (part === undefined || takes(part)) continue;
    throw new InputError(ATTEMPTED, `${name} cannot be ${quoteValue(part)}`, remedy);
  }
  return given as Record<string, never>;
}
