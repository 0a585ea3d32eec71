import type { Int64Text } from '../../json/exact-number.js';
import { oncePer } from '../../json/once-per.js';
import type { Reading } from '../reading.js';
import type { Evidence } from '../rule.js';
import type { StockEntry } from './stock.js';
import {
  type Change,
  changesIn,
  isAimedAt,
  isRejected,
  mayHaveChanged,
  type StockStep,
  stockSteps,
} from './stock-history.js';
import { acceptedUpdates, quantitySent } from './updates.js';

/** A change that no conformant request between two lists can have made. */
export interface SideEffect extends Change {
  readonly step: StockStep;
  /** The writes in between that are most likely to have made it, in order; none if there was no write. */
  readonly suspects: readonly Reading[];
  /** Only this client can be expected to have caused it: its value was sent, or the pet is as it was before. */
  readonly isOwn: boolean;
}

/** Returns a side effect between two successive lists whose suspects pass a test, and how many more there are. */
export function sideEffectIn(
  evidence: Evidence,
  step: StockStep,
  isMeant: (suspects: readonly Reading[]) => boolean,
): (SideEffect & { readonly more: number }) | undefined {
  const effects = (effectsByStep(evidence).get(step) ?? []).filter(({ suspects }) => isMeant(suspects));
  const effect = effects.find(({ isOwn }) => isOwn) ?? effects[0];
  return effect && { ...effect, more: effects.length - 1 };
}

const effectsByStep = oncePer(findEffects);

/** Returns whether the stock changed in a way that shows nothing of this client: then a coincidence can repeat itself. */
export const hasOtherWriters = oncePer((evidence: Evidence): boolean => {
  return [...effectsByStep(evidence).values()].flat().some(({ isOwn }) => !isOwn);
});

/** What is known of a pet from earlier lists and updates. */
interface Past {
  /** What the last list with it showed, if a later one lacks it. */
  readonly gone?: StockEntry | undefined;
  /** Before the last update that was accepted, and by it. */
  readonly undone?: bigint | undefined;
  readonly set?: bigint | undefined;
}

function findEffects(evidence: Evidence): ReadonlyMap<StockStep, readonly SideEffect[]> {
  const pasts = new Map<Int64Text, Past>();
  return new Map(
    stockSteps(evidence).map((step) => {
      const isOpen = (change: Change) =>
        !step.writes.some((write) => mayHaveChanged(write, change.petId)) && !isLate(change, pasts.get(change.petId));
      const open = changesIn(step).filter(isOpen);
      const effects = open.map((change) => {
        const suspects = suspectsOf(evidence, change, step.writes);
        const isOwn =
          suspects.some((write) => isValueOf(evidence, write, change)) || isReturn(change, pasts.get(change.petId));
        return { ...change, step, suspects, isOwn };
      });
      remember(evidence, step, pasts);
      return [step, effects] as const;
    }),
  );
}

function remember(evidence: Evidence, step: StockStep, pasts: Map<Int64Text, Past>): void {
  const { before, writes } = step;
  for (const { petId, quantity } of acceptedUpdates(evidence, writes)) {
    const past = pasts.get(petId);
    const entry = before.stock.get(petId) ?? past?.gone;
    pasts.set(petId, { ...past, undone: entry?.quantity, set: quantity });
  }
  for (const { petId, was, is } of changesIn(step)) {
    if (is === undefined) pasts.set(petId, { ...pasts.get(petId), gone: was });
  }
}

/** The last update arrives only now: an earlier list showed that it was not stored. */
function isLate({ was, is }: Change, { set }: Past = {}): boolean {
  return was?.status === is?.status && is?.quantity === set && set !== undefined;
}

/** A quantity is as before the update that was stored meanwhile, or a pet that was missing is back, the same as before. */
function isReturn({ was, is }: Change, { gone, undone, set }: Past = {}): boolean {
  if (is === undefined) return false;
  if (was === undefined) return gone?.quantity === is.quantity && gone.status === is.status;
  return was.quantity !== is.quantity && was.quantity === set && is.quantity === undone;
}

/** Returns the writes that are most likely to have made a change, by the value that they sent, their pet and their success. */
function suspectsOf(evidence: Evidence, change: Change, writes: readonly Reading[]): Reading[] {
  const scores = writes.map((write) => {
    const isAimed = isRejected(write) && isAimedAt(write, change.petId);
    return (isValueOf(evidence, write, change) ? 4 : 0) + (isAimed ? 2 : 0) + (write.isAccepted ? 1 : 0);
  });
  const most = Math.max(...scores);
  return writes.filter((_, index) => scores[index] === most);
}

function isValueOf(evidence: Evidence, write: Reading, { was, is }: Change): boolean {
  return is !== undefined && is.quantity !== was?.quantity && quantitySent(evidence, write) === is.quantity;
}
