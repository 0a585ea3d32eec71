import { quoteValue } from '../../src/json/quote-value.js';
import { operationIds } from '../../src/spec/operations.js';
import { InputError } from '../../src/validation/input-error.js';
import { nameHint } from '../../src/validation/name-hint.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import { checkedDelay } from './check-delay.js';
import { ATTEMPTED, checkedValues, type Field, isWhole, length } from './check-values.js';
import type { Fault, FaultTarget } from './fault.js';

const targets: readonly string[] = ['any', ...operationIds];
const delay = length(2000);

const faultFields: Readonly<Record<keyof Fault, Field>> = {
  status: {
    takes: (value) => isWhole(value, 400, 599),
    remedy: 'Try 503: the status of a fault is an error, from 400 to 599.',
  },
  network: { takes: (value) => value === 'reset', remedy: "Try 'reset'." },
  delayMs: { ...delay, takes: (value) => delay.takes(value) || isObject(value) },
  body: {
    takes: (value) => value === 'truncated' || value === 'malformed',
    remedy: "Try 'truncated' or 'malformed'.",
  },
  dripMs: length(5000),
};

/** Throws an InputError for what is neither an operation nor `any`. */
export function checkedTarget(target: unknown): FaultTarget {
  refusePromise(ATTEMPTED, 'the target', target);
  if (typeof target === 'string' && targets.includes(target)) return target as FaultTarget;
  throw new InputError(ATTEMPTED, `${quoteValue(target)} is no operation`, nameHint(target, targets, 'Targets'));
}

/** Answers a frozen copy of a fault. Throws an InputError for one that cannot be, that says nothing or that contradicts itself. */
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
