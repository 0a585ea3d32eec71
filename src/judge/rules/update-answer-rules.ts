import { integerOf } from '../../json/exact-number.js';
import { findViolation } from '../../validation/validate.js';
import type { Evidence } from '../evidence.js';
import { type Break, broken, kept, type Note, untold } from '../note.js';
import { objectOf, type Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { isWrite, mayHaveBeenDisturbed, mayHaveChanged } from '../stock-history.js';
import { inShort, valueInShort } from './good-requests.js';
import { isAccepted, whyUntold } from './ordinary-answers.js';
import { isOvertaken, OVERTAKEN, quantityReceived, type Update, validUpdates } from './update-requests.js';

/** What a valid update is answered. */
export const updateAnswerRules: readonly Rule[] = [
  {
    id: 'update/answer',
    title: 'A valid update is answered 200 with the updated entry',
    statements: ['update.answers-200-with-updated-item', 'update.sets-quantity', 'update.updates-one-pet'],
    severity: 'documented',
    class: 'write',
    operations: ['updateInventory'],
    judge: judgeAnswer,
  },
  {
    id: 'update/sets',
    title: 'The same update sent again has the same result',
    statements: ['update.sets-quantity'],
    severity: 'documented',
    class: 'write',
    operations: ['updateInventory'],
    judge: judgeRepetition,
  },
];

function* judgeAnswer(evidence: Evidence): Iterable<Note> {
  for (const update of validUpdates(evidence)) {
    if (update.isOrdinary) yield judgeOne(evidence, update);
  }
}

function judgeOne(evidence: Evidence, { reading, petId, quantity, listing }: Update): Note {
  const why = whyUntold(reading);
  if (why !== undefined) return untold(reading, why);
  const expected = `200 with {"petId": ${petId}, "quantity": ${quantity}, "status": …}`;
  const related = listing === undefined ? [] : [listing.reading];
  if (reading.status !== 200) {
    // Somebody else may have removed the pet meanwhile.
    const isExplainable = reading.status === 404;
    const problem = `a valid update of a listed pet was answered ${reading.status}`;
    return broken(reading, { problem, expected, received: inShort(reading), related, isExplainable });
  }
  const mistake = mistakeIn(reading, petId, quantity);
  if (mistake === undefined) return kept(reading);
  if (mistake.pointer === '/quantity' && isOvertaken(evidence, reading, petId)) return untold(reading, OVERTAKEN);
  return broken(reading, { ...mistake, expected, related });
}

function mistakeIn(reading: Reading, petId: string, quantity: bigint): Omit<Break, 'expected'> | undefined {
  if (reading.received.kind !== 'json') {
    return { problem: 'the answer has no entry', received: inShort(reading), pointer: '' };
  }
  const violation = findViolation('InventoryItem', reading.received.value);
  if (violation !== undefined) {
    const problem = `the answer is no InventoryItem: ${violation.pointer || 'it'} ${violation.problem}`;
    return { problem, received: inShort(reading), pointer: violation.pointer };
  }
  const item = objectOf(reading.received);
  if (integerOf(item?.petId) !== BigInt(petId)) {
    const received = valueInShort(item?.petId ?? null);
    return { problem: `the answer is for pet ${received}`, received, pointer: '/petId' };
  }
  if (integerOf(item?.quantity) !== quantity) {
    const received = valueInShort(item?.quantity ?? null);
    return { problem: `the answer has quantity ${received}, not the one sent`, received, pointer: '/quantity' };
  }
  return undefined;
}

function* judgeRepetition(evidence: Evidence): Iterable<Note> {
  const places = new Map(evidence.readings.map((reading, index) => [reading, index]));
  const between = (first: Update, again: Update) =>
    evidence.readings.slice((places.get(first.reading) ?? 0) + 1, places.get(again.reading));
  const latest = new Map<string, Update>();
  for (const again of validUpdates(evidence)) {
    const first = latest.get(again.petId);
    latest.set(again.petId, again);
    if (first === undefined || first.quantity !== again.quantity || !isAccepted(first.reading)) continue;
    if (mayHaveBeenDisturbed(evidence, first.reading, again.reading)) continue;
    if (!isDisturbed(first, again, between(first, again))) yield judgeAgain(evidence, first, again);
  }
}

function judgeAgain(evidence: Evidence, { reading: first, quantity, petId }: Update, { reading: again }: Update): Note {
  const why = whyUntold(again);
  if (why !== undefined) return untold(again, why);
  const expected = `${first.status} with quantity ${quantity}, as before`;
  if (!isAccepted(again)) {
    const problem = `the update was accepted once and answered ${again.status} when it was repeated`;
    const isExplainable = again.status === 404;
    return broken(again, { problem, expected, received: inShort(again), related: [first], isExplainable });
  }
  const [before, after] = [quantityReceived(first), quantityReceived(again)];
  if (before === undefined || after === undefined) return untold(again, 'the answers show no quantity');
  if (before === after) return kept(again);
  if ([first, again].some((one) => isOvertaken(evidence, one, petId))) return untold(again, OVERTAKEN);
  const problem = `the same update gave quantity ${before} first and ${after} then`;
  return broken(again, { problem, expected, received: String(after), pointer: '/quantity', related: [first] });
}

/** Something else may have changed or removed the pet in between, or the two overlap. */
function isDisturbed(
  { reading: first, petId }: Update,
  { reading: again }: Update,
  between: readonly Reading[],
): boolean {
  if (first.exchange.endedMs > again.exchange.startedMs) return true;
  return between.some((one) => isWrite(one) && mayHaveChanged(one, petId));
}
