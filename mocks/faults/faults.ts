import { assertNotPromise, InputError } from '../../src/json/input-error.js';
import type { Service } from '../../src/service/service.js';
import { drawsAt } from '../imitation/draws.js';
import type { Accounts } from '../limits/accounts.js';
import {
  type AlwaysOptions,
  type AppliedFault,
  checkedFaultTerms,
  type Fault,
  type FaultState,
  type FaultTarget,
  type NextOptions,
} from './fault.js';

/** The maximum number of active faults: each request is matched against all of them. */
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

  /**
   * Breaks every request to the target from now on, or a share of them: the same seed selects the same requests.
   * Where several match a request, the first one added applies. Returns the fault's id. Throws an InputError.
   */
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

  /** Returns the active faults as data. */
  state(): FaultsState {
    return { ids: this.#ids, active: this.#faults.map((one) => ({ ...one })) };
  }

  /** Replaces all faults. */
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

/** The faults of a fake, as data. */
export interface FaultsState {
  /** The last id. */
  readonly ids: number;
  readonly active: readonly Readonly<ActiveFault>[];
}

interface ActiveFault extends Omit<FaultState, 'left' | 'met'> {
  /** Whether it was added by `next`. */
  readonly isNext: boolean;
  /** Distinguishes it from other random faults of its seed: with the seed alone they would select the same requests. */
  readonly twin: number;
  /** Requests that it matched: which of them it applies to depends on nothing else. */
  seen: number;
  met: number;
  left: number | undefined;
}

/** Counts a request that a fault matches. Returns whether the fault selects it. */
function selects(one: ActiveFault): boolean {
  const request = one.seen++;
  return one.probability === 1 || drawsAt(one.seed, one.twin, 0)(request) < one.probability;
}
