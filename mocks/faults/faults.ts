import type { OperationId } from '../../src/spec/operations.js';
import { InputError } from '../../src/validation/input-error.js';
import { refusePromise } from '../../src/validation/refuse-promise.js';
import type { Accounts } from '../limits/accounts.js';
import { type AskedFault, askFault, fires, isMeant, isOver, stateOf, strike } from './asked-fault.js';
import { checkedFault, checkedTarget } from './check-fault.js';
import { type AlwaysOptions, checkedAlways, checkedNext, type NextOptions } from './check-fault-options.js';
import type { Fault, FaultState, FaultTarget, StruckFault } from './fault.js';

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
   * Answers the fault that meets a request, and uses it up. `operation` is undefined for a path or method that is none.
   * `sentKey` answers the key that the request sends, and is asked only where a fault is for one.
   */
  take(operation: OperationId | undefined, sentKey: () => string | undefined): StruckFault | undefined;
  /** Remembers the state; calling what it answers puts it back, as often as one likes. */
  save(): () => void;
}

/** Faults of a world at once: each request looks at all of them. */
const MOST_FAULTS = 1_000;

/** Ids that an error lists at most. */
const MOST_SHOWN = 20;

/** Makes the faults of a world with such accounts. */
export function createFaults(accounts: Accounts): FaultQueue {
  let waiting: AskedFault[] = [];
  let standing: AskedFault[] = [];
  // An id is given out once: the journal tells by it what a request has met.
  let ids = 0;

  const all = () => [...waiting, ...standing];
  const checkRoom = () => {
    if (waiting.length + standing.length < MOST_FAULTS) return;
    const remedy = 'Take one back with remove(id), or all with clear().';
    const inWords = 'Take one back, or all of them.';
    throw new InputError('Asking for a fault', `there are ${MOST_FAULTS} already`, remedy, inWords);
  };
  const drop = (gone: AskedFault) => {
    waiting = waiting.filter((one) => one !== gone);
    standing = standing.filter((one) => one !== gone);
  };

  return {
    next(target, fault, options = {}) {
      const wish = { target: checkedTarget(target), fault: checkedFault(fault), ...checkedNext(options, accounts) };
      checkRoom();
      const id = String(++ids);
      waiting.push(askFault(id, { ...wish, probability: 1 }, waiting, 2));
      return id;
    },
    always(target, fault, options = {}) {
      const wish = { target: checkedTarget(target), fault: checkedFault(fault), ...checkedAlways(options, accounts) };
      checkRoom();
      const id = String(++ids);
      standing.push(askFault(id, wish, standing, 1));
      return id;
    },
    list: () => all().map(stateOf),
    remove(id) {
      const attempted = 'Taking a fault back';
      refusePromise(attempted, 'the id', id);
      const gone = all().find((one) => one.id === id);
      if (gone === undefined) throw new InputError(attempted, 'there is none of that id', ...idHint(all()));
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
      const [firing] = standing.filter((one) => isMeant(one, operation, key)).filter(fires);
      const next = waiting.find((one) => isMeant(one, operation, key));
      if (next !== undefined) next.seen++;
      const one = next ?? firing;
      if (one === undefined) return undefined;
      const struck = strike(one);
      if (isOver(one)) drop(one);
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
function idHint(faults: readonly AskedFault[]): [remedy: string, inWords: string] {
  if (faults.length === 0) {
    const inWords = 'None was asked for, or all are over.';
    return ["None was asked for, or all are over: ask for one with next('any', { status: 503 }).", inWords];
  }
  const ids = faults.slice(0, MOST_SHOWN).map(({ id }) => id);
  const known = `Ids: ${ids.join(', ')}${faults.length > MOST_SHOWN ? ', …' : ''}.`;
  return [known, known];
}

function copyAll(list: readonly AskedFault[]): AskedFault[] {
  return list.map((one) => ({ ...one }));
}
