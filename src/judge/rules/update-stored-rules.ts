import type { Evidence } from '../evidence.js';
import { broken, doubt, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import { blame } from '../refused-writes.js';
import type { Rule } from '../rule.js';
import { mayHaveChanged, quantitySent, type StockStep, stockSteps } from '../stock-history.js';
import { inShort } from './good-requests.js';
import { isAccepted, whyUntold } from './ordinary-answers.js';
import {
  acceptedUpdates,
  isOvertaken,
  OVERTAKEN,
  quantityReceived,
  type Update,
  validUpdates,
} from './update-requests.js';

/** What becomes of a quantity that was accepted. */
export const updateStoredRules: readonly Rule[] = [
  {
    id: 'update/stored',
    title: 'The next listing shows the quantity that was set',
    statements: ['update.sets-quantity', 'update.changes-quantity', 'inventory.returns-current-stock-levels'],
    severity: 'documented',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: (evidence) => judgeStored(evidence, (update) => update.isOrdinary),
  },
  {
    id: 'update/accepted-means-stored',
    title: 'Any integer is refused with 400, or answered and stored exactly',
    statements: ['inventory-update.quantity', 'update.sets-quantity', 'update.records-stock-movements'],
    severity: 'implied',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: judgeOthers,
  },
];

function* judgeOthers(evidence: Evidence): Iterable<Note> {
  const isOther = ({ isOrdinary, petId, listing }: Update) => !isOrdinary && listing?.stock.has(petId) === true;
  for (const update of validUpdates(evidence).filter(isOther)) yield judgeAnswered(evidence, update);
  yield* judgeStored(evidence, isOther);
}

/** That a value is answered shows nothing of its being stored: only a refusal is all there is to see. */
function judgeAnswered(evidence: Evidence, { reading, quantity, petId }: Update): Note {
  const why = whyUntold(reading);
  if (why !== undefined) return untold(reading, why);
  if (reading.status === 400) return kept(reading);
  if (!isAccepted(reading)) return untold(reading, `answered ${reading.status}`);
  const received = quantityReceived(reading);
  if (received === quantity) return untold(reading, 'no list shows what was stored');
  if (isOvertaken(evidence, reading, petId)) return untold(reading, OVERTAKEN);
  return broken(reading, {
    problem: `quantity ${quantity} was accepted, and the answer has ${received ?? 'no quantity'}`,
    expected: `400, or quantity ${quantity}`,
    received: inShort(reading),
    pointer: received === undefined ? '' : '/quantity',
  });
}

function* judgeStored(evidence: Evidence, isMeant: (update: Update) => boolean): Iterable<Note> {
  for (const step of stockSteps(evidence)) {
    const accepted = acceptedUpdates(evidence, step.writes);
    for (const petId of new Set(accepted.map((update) => update.petId))) {
      const last = accepted.findLast((update) => update.petId === petId);
      if (last === undefined || !isMeant(last)) continue;
      yield isCertain(step, last, accepted)
        ? compare(evidence, step, last)
        : untold(last.reading, 'another request changed the same pet, or may have');
    }
  }
}

/** Everything that may have changed the pet was a valid update that was accepted, one after the other, between the listings. */
function isCertain({ before, writes, after }: StockStep, last: Update, accepted: readonly Update[]): boolean {
  const touching = writes.filter((write) => mayHaveChanged(write, last.petId));
  if (!touching.every((write) => accepted.some(({ reading }) => reading === write))) return false;
  const inOrder = [before.reading, ...touching, after.reading];
  return inOrder.every((one, index) => one.exchange.endedMs <= (inOrder[index + 1]?.exchange.startedMs ?? Infinity));
}

function compare(
  { settings }: Evidence,
  { before, after, writes }: StockStep,
  { reading, petId, quantity }: Update,
): Note {
  const shown = after.stock.get(petId);
  if (shown?.quantity === quantity) return kept(after.reading);
  const isOwn = shown !== undefined && ownValues(before.stock.get(petId)?.quantity, writes).includes(shown.quantity);
  const found = {
    problem: `pet ${petId} was set to ${quantity}, and the list shows ${shown?.quantity ?? 'no such pet'}`,
    expected: `quantity ${quantity}`,
    received: shown === undefined ? 'no such pet in the list' : `quantity ${shown.quantity}`,
    pointer: shown === undefined ? '' : `${shown.pointer}/quantity`,
    related: [reading],
  };
  return blame(after.reading, isOwn || settings.isExclusive, found, doubt);
}

/** Values that the service has from this client, or kept: no other writer is likely to set just these. */
function ownValues(was: bigint | undefined, writes: readonly Reading[]): (bigint | undefined)[] {
  return [was, ...writes.map(quantitySent)].filter((value) => value !== undefined);
}
