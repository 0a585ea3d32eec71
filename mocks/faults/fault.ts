import { adminSchemas } from '../../src/admin/schemas.js';
import { deepFreeze } from '../../src/json/deep-freeze.js';
import { assertNotPromise, checkedFields, InputError } from '../../src/json/input-error.js';
import type { JsonValue } from '../../src/json/json.js';
import { nameHint } from '../../src/json/name-hint.js';
import { quoteValue } from '../../src/json/quoting.js';
import type { OperationId } from '../../src/service/petstore.js';
import type { Service } from '../../src/service/service.js';
import { findViolation } from '../../src/service/validate.js';
import { type Accounts, knownAccount } from '../limits/accounts.js';

/** Those with the method and path of an operation, or every request under the base URL; never preflights. */
export type FaultTarget = OperationId | 'any';

/** What goes wrong with a response. Fields can be combined, except that `network` excludes a status and a body. */
export interface Fault {
  /** Responds with this status (400 to 599) before anything else: the operation does not run and no quota is used. */
  readonly status?: number;
  /** `reset`: the connection is reset before the operation runs, without a response. */
  readonly network?: 'reset';
  /** Delay of the response in milliseconds of real time, at most an hour. The fake's clock is not affected. */
  readonly delayMs?: number;
  /**
   * The operation runs. `truncated`: the connection closes halfway through the response body. `malformed`: the response is
   * complete, but its body is not valid JSON. A response without a body (HEAD, 204) is not affected.
   */
  readonly body?: 'truncated' | 'malformed';
  /** Sends the body in small pieces, over this many milliseconds of real time, at most an hour. */
  readonly dripMs?: number;
}

/** A fault as it applies to one request. */
export interface AppliedFault extends Fault {
  readonly id: string;
}

/** An active fault. */
export interface FaultState {
  readonly id: string;
  readonly target: FaultTarget;
  readonly fault: Fault;
  /** The pseudonym of the key that it is for; undefined: every request. */
  readonly key: string | undefined;
  readonly probability: number;
  readonly seed: number;
  /** Requests that it still applies to; undefined: all, until it is removed. */
  readonly left: number | undefined;
  /** Requests that it was applied to. */
  readonly met: number;
}

const ATTEMPTED = 'Adding a fault';

/** Which requests a fault applies to. */
export interface NextOptions {
  /** How many requests it applies to; default 1. */
  readonly times?: number | undefined;
  /** Applies only to requests with this key: its text or its pseudonym, such as `key#1`. */
  readonly key?: string | undefined;
}

export interface AlwaysOptions extends NextOptions {
  /** The share of requests that it applies to; default 1, all of them. */
  readonly probability?: number | undefined;
  /** The same seed gives the same requests; default 1. */
  readonly seed?: number | undefined;
  /** How many requests it applies to. Default: all, until it is removed. */
  readonly times?: number | undefined;
}

/** A valid value of each field, by its name in the admin API. */
const examples: Readonly<Record<string, string>> = {
  status: '{ status: 503 }',
  network: "{ network: 'reset' }",
  delayMs: '{ delayMs: 2000 }',
  body: "{ body: 'truncated' } or { body: 'malformed' }",
  dripMs: '{ dripMs: 5000 }',
  probability: '{ probability: 0.2 }',
  seed: '{ seed: 1 }',
  count: '{ times: 3 }',
};

const faultNames = ['status', 'network', 'delayMs', 'body', 'dripMs'] as const satisfies (keyof Fault)[];
const optionsOf = {
  next: { names: ['times', 'key'], left: 1, example: '{ times: 3 }' },
  always: {
    names: ['probability', 'times', 'key', 'seed'],
    left: undefined,
    example: '{ probability: 0.2, seed: 1 }',
  },
} as const;

/** Returns the terms of a fault with their defaults. Throws an InputError. */
export function checkedFaultTerms(
  method: keyof typeof optionsOf,
  target: FaultTarget,
  fault: Fault,
  options: AlwaysOptions,
  accounts: Accounts,
  service: Service,
): Omit<FaultState, 'id' | 'met'> {
  checkTarget(target, service);
  const effect = checkedFields(ATTEMPTED, 'the fault', fault, faultNames, '{ status: 503 }');
  const { names, left, example } = optionsOf[method];
  const given = checkedFields<keyof AlwaysOptions>(ATTEMPTED, 'the options', options, names, example);
  const { key, times = left, ...draws } = given as AlwaysOptions;
  checkValues({ ...effect, ...draws, ...(times !== undefined && { count: times }) });
  rejectContradiction(effect as Fault);
  return {
    target,
    fault: deepFreeze(structuredClone(effect)) as Fault,
    key: key === undefined ? undefined : knownAccount(accounts, ATTEMPTED, key).alias,
    probability: draws.probability ?? 1,
    seed: draws.seed ?? 1,
    left: times,
  };
}

/** Returns what faults may apply to: every request, or those of one operation. */
export function faultTargets({ operations }: Service): readonly string[] {
  return ['any', ...Object.keys(operations)];
}

function checkTarget(target: unknown, service: Service): void {
  assertNotPromise(ATTEMPTED, 'the target', target);
  const targets = faultTargets(service);
  if (typeof target === 'string' && targets.includes(target)) return;
  throw new InputError(ATTEMPTED, `${quoteValue(target)} is not an operation`, nameHint(target, targets, 'Targets'));
}

/** By the schema of the admin API, which calls the times `count`. */
function checkValues(values: object): void {
  const violation = findViolation(adminSchemas.FaultOptions, values as JsonValue);
  if (violation === undefined) return;
  const [, field = ''] = violation.pointer.split('/');
  const name = field === 'count' ? 'times' : field;
  throw new InputError(ATTEMPTED, `${name} ${violation.problem}`, `Try ${examples[field]}.`);
}

function rejectContradiction({ network, ...others }: Fault): void {
  const isEmpty = Object.keys(others).length === 0;
  if (isEmpty && network === undefined) {
    const fields = `Fields: ${faultNames.join(', ')}.`;
    throw new InputError(ATTEMPTED, 'the fault is empty', `Try { status: 503 }. ${fields}`, fields);
  }
  const { status, body, dripMs } = others;
  if (network !== undefined && (status !== undefined || body !== undefined || dripMs !== undefined)) {
    const remedy = 'Remove the other fields';
    const problem = 'network resets the connection, so there is no status and no body';
    throw new InputError(ATTEMPTED, problem, `${remedy}: { network: 'reset' }.`, `${remedy}.`);
  }
}
