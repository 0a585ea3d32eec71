import { faultOptions } from '../../src/admin/schemas/faults.js';
import { deepFreeze } from '../../src/json/deep-freeze.js';
import { assertNotPromise, checkedFields, InputError, nameHint } from '../../src/json/input-error.js';
import type { JsonValue } from '../../src/json/json.js';
import { quoteValue } from '../../src/json/quoting.js';
import type { OperationId } from '../../src/service/petstore.js';
import type { Service } from '../../src/service/service.js';
import { findViolation } from '../../src/service/validate.js';
import { drawsAt } from '../imitation/draws.js';
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
  /** The operation runs. `truncated`: the connection closes halfway through the body. `malformed`: the body is whole, but not JSON. */
  readonly body?: 'truncated' | 'malformed';
  /** Sends the body in small pieces, over this many milliseconds of real time, at most an hour. */
  readonly dripMs?: number;
}

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

/** `times`: by default all, until it is removed. */
export interface AlwaysOptions extends NextOptions {
  /** The share of requests that it applies to; default 1, all of them. */
  readonly probability?: number | undefined;
  /** The same seed gives the same requests; default 1. */
  readonly seed?: number | undefined;
}

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

function checkedFaultTerms(
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

function checkValues(values: object): void {
  const violation = findViolation(faultOptions, values as JsonValue);
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

const MOST_FAULTS = 1_000;

/** Faults that tests inject. A request meets at most one; those of `next` come first, in the order in which they were added. */
export class FaultQueue {
  readonly #accounts: Accounts;
  readonly #service: Service;
  /** Those of `next` first. */
  #faults: readonly ActiveFault[] = [];
  /** An id is used once: the journal refers to it. */
  #ids = 0;

  constructor(accounts: Accounts, service: Service) {
    this.#accounts = accounts;
    this.#service = service;
  }

  // Users may call these five on their own, as functions: `const { next } = petstore.faults`.

  /** Breaks the next request to the target, or the next `times` requests. Returns the fault's id. Throws an InputError. */
  readonly next = (target: FaultTarget, fault: Fault, options: NextOptions = {}): string =>
    this.#add('next', target, fault, options);

  /** Breaks every request to the target from now on, or a share of them. The first fault that matches applies. Returns its id. Throws an InputError. */
  readonly always = (target: FaultTarget, fault: Fault, options: AlwaysOptions = {}): string =>
    this.#add('always', target, fault, options);

  /** The active faults, in the order in which a request would meet them. */
  readonly list = (): readonly FaultState[] =>
    this.#faults.map(({ isNext: _, twin: _twin, seen: _seen, ...state }) => state);

  /** Removes one fault. Throws an InputError for an unknown id. */
  readonly remove = (id: string): void => {
    const attempted = 'Removing a fault';
    assertNotPromise(attempted, 'the id', id);
    const found = this.#faults.find((one) => one.id === id);
    if (found === undefined)
      throw new InputError(attempted, 'no fault has that id', 'List the faults to see their ids.');
    this.#drop(found);
  };

  /** Removes every fault. */
  readonly clear = (): void => {
    this.#faults = [];
  };

  /** Returns the fault that a request meets, and counts it. `operation` is undefined for an unknown path or method. */
  take(operation: string | undefined, sentKey: () => string | undefined): AppliedFault | undefined {
    // Called for every request, and nearly all fakes have no fault.
    if (this.#faults.length === 0) return undefined;
    const isForKey = this.#faults.some(({ key }) => key !== undefined);
    const alias = isForKey ? this.#accounts.ofKey(sentKey() ?? '')?.alias : undefined;
    const matching = this.#faults.filter(
      ({ target, key }) => (target === 'any' || target === operation) && (key === undefined || key === alias),
    );
    // Each standing fault counts every request that it matches, so that no other fault changes which ones it selects.
    const [firing] = matching.filter((one) => !one.isNext && selects(one));
    const next = matching.find((one) => one.isNext);
    if (next !== undefined) next.seen++;
    const one = next ?? firing;
    if (one === undefined) return undefined;
    one.met++;
    if (one.left !== undefined && --one.left === 0) this.#drop(one);
    return { ...one.fault, id: one.id };
  }

  state(): FaultsState {
    return { ids: this.#ids, active: this.#faults.map((one) => ({ ...one })) };
  }

  restore({ ids, active }: FaultsState): void {
    this.#ids = ids;
    this.#faults = active.map((one) => ({ ...one }));
  }

  #add(method: 'next' | 'always', target: FaultTarget, fault: Fault, options: AlwaysOptions): string {
    const terms = checkedFaultTerms(method, target, fault, options, this.#accounts, this.#service);
    if (this.#faults.length >= MOST_FAULTS) {
      const remedy = 'Remove one with remove(id), or all with clear().';
      throw new InputError('Adding a fault', `the limit of ${MOST_FAULTS} is reached`, remedy, 'Remove one, or all.');
    }
    const id = String(++this.#ids);
    const { seed } = terms;
    const twins = this.#faults.filter((one) => one.probability < 1 && one.seed === seed).map((one) => one.twin);
    let twin = 0;
    while (twins.includes(twin)) twin++;
    const added = { ...terms, id, isNext: method === 'next', twin, seen: 0, met: 0 };
    this.#faults = [...this.#faults, added].sort((one, other) => Number(other.isNext) - Number(one.isNext));
    return id;
  }

  #drop(gone: ActiveFault): void {
    this.#faults = this.#faults.filter((one) => one !== gone);
  }
}

/** The faults of a fake as users control them. */
export type Faults = Pick<FaultQueue, 'next' | 'always' | 'list' | 'remove' | 'clear'>;

export interface FaultsState {
  readonly ids: number;
  readonly active: readonly Readonly<ActiveFault>[];
}

interface ActiveFault extends Omit<FaultState, 'left' | 'met'> {
  readonly isNext: boolean;
  /** Distinguishes it from other random faults of its seed: with the seed alone they would select the same requests. */
  readonly twin: number;
  /** Requests that it matched: which of them it applies to depends on nothing else. */
  seen: number;
  met: number;
  left: number | undefined;
}

function selects(one: ActiveFault): boolean {
  const request = one.seen++;
  return one.probability === 1 || drawsAt(one.seed, one.twin, 0)(request) < one.probability;
}
