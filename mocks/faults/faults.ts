import { createSeededFaker } from '../../fixtures/seeded-faker.js';
import type { OperationId } from '../../src/spec/operations.js';
import { assertNotPromise, InputError } from '../../src/spec/validation/input-error.js';
import type { Accounts } from '../limits/accounts.js';
import {
  type AlwaysOptions,
  checkedAlways,
  checkedFault,
  checkedNext,
  checkedTarget,
  type FaultKey,
  LONGEST_MS,
  type NextOptions,
} from './check-fault.js';
import type { AppliedFault, Fault, FaultDelay, FaultState, FaultTarget } from './fault.js';

/** Faults that a test asks for; a request meets one of them at most. Those of `next` come first, in the order in which they were asked for. */
export interface Faults {
  /** Breaks the next request to the target, or the next `times` requests. Answers the fault's id. Throws an InputError. */
  next(target: FaultTarget, fault: Fault, options?: NextOptions): string;
  /**
   * Breaks every request to the target from now on, or that share of them: the same seed, the same requests.
   * Of several that would meet a request, the one that was asked for first does. Answers the fault's id. Throws an InputError.
   */
  always(target: FaultTarget, fault: Fault, options?: AlwaysOptions): string;
  /** The faults that are not over, in the order in which a request would meet them. */
  list(): readonly FaultState[];
  /** Takes one fault back. Throws an InputError where there is none of that id. */
  remove(id: string): void;
  /** Takes every fault back. */
  clear(): void;
}

export interface FaultQueue extends Faults {
  /**
   * Returns the fault that meets a request, and uses it up. `operation` is undefined for a path or method that is none.
   * `sentKey` answers the key that the request sends, and is asked only where a fault is for one.
   */
  take(operation: OperationId | undefined, sentKey: () => string | undefined): AppliedFault | undefined;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Faults of a world at once: each request looks at all of them. */
const MOST_FAULTS = 1_000;

/** Ids that an error lists at most. */
const MOST_SHOWN = 20;

/** Creates the faults of a world with such accounts. */
export function createFaults(accounts: Accounts): FaultQueue {
  let waiting: ActiveFault[] = [];
  let standing: ActiveFault[] = [];
  // An id is given out once: the journal tells by it what a request has met.
  let ids = 0;

  const all = () => [...waiting, ...standing];
  const checkRoom = () => {
    if (waiting.length + standing.length < MOST_FAULTS) return;
    const remedy = 'Take one back with remove(id), or all with clear().';
    const inWords = 'Take one back, or all of them.';
    throw new InputError('Asking for a fault', `there are ${MOST_FAULTS} already`, remedy, inWords);
  };
  const drop = (gone: ActiveFault) => {
    waiting = waiting.filter((one) => one !== gone);
    standing = standing.filter((one) => one !== gone);
  };

  return {
    next(target, fault, options = {}) {
      const wish = { target: checkedTarget(target), fault: checkedFault(fault), ...checkedNext(options, accounts) };
      checkRoom();
      const id = String(++ids);
      waiting.push(createActiveFault(id, { ...wish, probability: 1 }, waiting, 2));
      return id;
    },
    always(target, fault, options = {}) {
      const wish = { target: checkedTarget(target), fault: checkedFault(fault), ...checkedAlways(options, accounts) };
      checkRoom();
      const id = String(++ids);
      standing.push(createActiveFault(id, wish, standing, 1));
      return id;
    },
    list: () => all().map(faultState),
    remove(id) {
      const attempted = 'Taking a fault back';
      assertNotPromise(attempted, 'the id', id);
      const gone = all().find((one) => one.id === id);
      if (gone === undefined) throw new InputError(attempted, 'no fault has that id', ...idHint(all()));
      drop(gone);
    },
    clear() {
      waiting = [];
      standing = [];
    },
    take(operation, sentKey) {
      // Every request asks, and nearly all fakes have no fault.
      if (waiting.length === 0 && standing.length === 0) return undefined;
      const key = all().some((one) => one.key !== undefined) ? sentKey() : undefined;
      // Each looks at every request that it is about, so that no other fault changes which ones it meets.
      const [firing] = standing.filter((one) => matches(one, operation, key)).filter(fires);
      const next = waiting.find((one) => matches(one, operation, key));
      if (next !== undefined) next.seen++;
      const one = next ?? firing;
      if (one === undefined) return undefined;
      const struck = apply(one);
      if (isUsedUp(one)) drop(one);
      return struck;
    },
    save() {
      const saved = { waiting: copyAll(waiting), standing: copyAll(standing), ids };
      return () => {
        waiting = copyAll(saved.waiting);
        standing = copyAll(saved.standing);
        ids = saved.ids;
      };
    },
  };
}

/** The remedy, and the same for who calls another API than this one. */
function idHint(faults: readonly ActiveFault[]): [remedy: string, inWords: string] {
  if (faults.length === 0) {
    const inWords = 'None was asked for, or all are over.';
    return ["None was asked for, or all are over: ask for one with next('any', { status: 503 }).", inWords];
  }
  const ids = faults.slice(0, MOST_SHOWN).map(({ id }) => id);
  const known = `Ids: ${ids.join(', ')}${faults.length > MOST_SHOWN ? ', …' : ''}.`;
  return [known, known];
}

function copyAll(list: readonly ActiveFault[]): ActiveFault[] {
  return list.map((one) => ({ ...one }));
}

/** What somebody asks for, checked. */
interface FaultTerms extends Pick<FaultState, 'target' | 'fault' | 'probability' | 'seed'> {
  readonly key: FaultKey | undefined;
  /** Requests that it is to meet; undefined: until it is taken back. */
  readonly times: number | undefined;
}

/** A fault that was asked for, with what became of it so far. */
interface ActiveFault extends FaultTerms {
  readonly id: string;
  readonly isDrawn: boolean;
  /** Tells it from other drawn faults of its seed: with the seed alone they would want the same requests. */
  readonly twin: number;
  readonly chanceOf: (request: number) => number;
  readonly lengthOf: (request: number) => number;
  /** Requests that it looked at: which of them it meets, and for how long, hangs on nothing else. */
  seen: number;
  met: number;
}

/** Creates a fault. `others` are those beside which it will stand; `road` keeps the lengths of `next` and `always` apart. */
function createActiveFault(id: string, wish: FaultTerms, others: readonly ActiveFault[], road: 1 | 2): ActiveFault {
  const { fault, probability, seed } = wish;
  const isDrawn = probability < 1 || typeof fault.delayMs === 'object';
  const twins = others.filter((one) => one.isDrawn && one.seed === seed).map(({ twin }) => twin);
  let twin = 0;
  while (twins.includes(twin)) twin++;
  return {
    ...wish,
    id,
    isDrawn,
    twin,
    chanceOf: createSeededDraws([seed, twin]),
    lengthOf: drawDelays(fault.delayMs, [seed, twin, road]),
    seen: 0,
    met: 0,
  };
}

/** Whether a request is one of those that a fault is about. */
function matches(
  { target, key }: ActiveFault,
  operation: OperationId | undefined,
  sentKey: string | undefined,
): boolean {
  return (target === 'any' || target === operation) && (key === undefined || key.text === sentKey);
}

/** Whether a fault wants the request that it now looks at. */
function fires(one: ActiveFault): boolean {
  const request = one.seen++;
  return one.probability === 1 || one.chanceOf(request) < one.probability;
}

/** Lets a fault meet the request that it looked at last. */
function apply(one: ActiveFault): AppliedFault {
  one.met++;
  const { status, network, body, dripMs = 0 } = one.fault;
  return { id: one.id, status, network, body, delayMs: one.lengthOf(one.seen - 1), dripMs };
}

function isUsedUp({ times, met }: ActiveFault): boolean {
  return met === times;
}

/** Tells of a fault, without the secret that its key is. */
function faultState({ id, target, fault, key, probability, seed, times, met }: ActiveFault): FaultState {
  const left = times === undefined ? undefined : times - met;
  return { id, target, fault, key: key?.alias, probability, seed, left, met };
}

/** Returns the length of any number, in milliseconds: the same seed gives the same lengths. One that is not drawn is always as long. */
export function drawDelays(delay: number | FaultDelay | undefined, seed: readonly number[]): (index: number) => number {
  if (delay === undefined) return () => 0;
  if (typeof delay === 'number') return () => delay;
  const draw = createSeededDraws(seed);
  return (index) => {
    const deviates = standardNormal(draw(2 * index), draw(2 * index + 1));
    const lengthMs =
      delay.type === 'normal'
        ? delay.mean + delay.deviation * deviates
        : delay.median * Math.exp(delay.sigma * deviates);
    return Math.round(Math.min(Math.max(lengthMs, 0), LONGEST_MS));
  };
}

/** Box and Muller's: two evenly spread numbers from 0 up to, not including, 1 make one of the bell curve. */
function standardNormal(first: number, second: number): number {
  return Math.sqrt(-2 * Math.log(1 - first)) * Math.cos(2 * Math.PI * second);
}

/**
 * Returns the draw of any number: from 0 up to, not including, 1; the same seed gives the same draws.
 * The generator is made at the first draw, because most fakes never draw, and made anew to go back.
 */
export function createSeededDraws(seed: readonly number[]): (index: number) => number {
  let generator: ReturnType<typeof createSeededFaker> | undefined;
  let position = 0;
  return (index) => {
    if (generator === undefined || index < position) {
      generator = createSeededFaker([...seed]);
      position = 0;
    }
    for (; position < index; position++) generator.number.float();
    position++;
    return generator.number.float();
  };
}
