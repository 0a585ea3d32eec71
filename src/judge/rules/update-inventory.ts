import { precedes } from '../../exchange/exchange.js';
import { integerOf } from '../../json/exact-number.js';
import type { JsonValue } from '../../json/json.js';
import { quote } from '../../json/quoting.js';
import { schemas } from '../../service/petstore.js';
import { findViolation } from '../../service/validate.js';
import { type Evidence, objectOf, oncePer, type Reading } from '../evidence.js';
import { pairs } from '../ledger.js';
import { acceptedUpdates, inShort, quantityReceived, type Update, validUpdates, whyInconclusive } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';
import { attributeChange } from '../stock/rejected-writes.js';
import type { StockEntry } from '../stock/stock.js';
import { mayHaveChanged, type StockStep, stockSteps, writesBetween } from '../stock/stock-history.js';

/** The response to a valid update, and what becomes of its quantity. */
export const updateRules = ruleFamily({ class: 'write', operations: ['listInventory', 'updateInventory'] }, [
  {
    id: 'update/answer',
    title: 'A valid update gets 200 with the updated item',
    statements: ['update.answers-200-with-updated-item', 'update.sets-quantity', 'update.updates-one-pet'],
    operations: ['updateInventory'],
    judge: judgeEach(validUpdates, judgeResponse),
  },
  {
    id: 'update/sets',
    title: 'The same update sent again has the same result',
    statements: ['update.sets-quantity'],
    operations: ['updateInventory'],
    judge: judgeRepetition,
  },
  {
    id: 'update/stored',
    title: 'The next list shows the quantity that was set',
    statements: ['update.sets-quantity', 'update.changes-quantity', 'inventory.returns-current-stock-levels'],
    judge: (evidence) => judgeStored(evidence, (update) => update.isOrdinary),
  },
  {
    id: 'update/accepted-means-stored',
    title: 'Any integer is rejected with 400, or accepted and stored exactly',
    statements: ['inventory-update.quantity', 'update.sets-quantity', 'update.records-stock-movements'],
    severity: 'implied',
    judge: judgeOthers,
  },
]);

function judgeResponse(update: Update, evidence: Evidence): Note | undefined {
  const { reading, petId, quantity, listing } = update;
  if (!update.isOrdinary) return undefined;
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const expected = `200 with {"petId": ${petId}, "quantity": ${quantity}, "status": …}`;
  const related = listing === undefined ? [] : [listing.reading];
  if (reading.status !== 200) {
    // Somebody else may have removed the pet meanwhile.
    const isExplainable = reading.status === 404;
    const problem = `a valid update of a listed pet got ${reading.status}`;
    return violates(reading, { problem, expected, received: inShort(reading), related, isExplainable });
  }
  const mistake = mistakeIn(reading, petId, quantity);
  if (mistake === undefined) return passes(reading);
  if (mistake.pointer === '/quantity' && isOvertaken(evidence, reading, petId)) return inconclusive(reading, OVERTAKEN);
  return violates(reading, { ...mistake, expected, related });
}

const OVERTAKEN = 'another request for the same pet was under way at the same time';

/** Returns whether another write was under way that may have changed the pet, so that the response may show its quantity. */
function isOvertaken(evidence: Evidence, reading: Reading, petId: string): boolean {
  return writesBetween(evidence, reading, reading).some((other) => other !== reading && mayHaveChanged(other, petId));
}

/** Returns a service's number or text for a finding: in one line, and cut. */
function valueInShort(value: JsonValue): string {
  return typeof value === 'string' ? quote(value) : String(value).slice(0, 60);
}

function mistakeIn(reading: Reading, petId: string, quantity: bigint) {
  if (reading.received.kind !== 'json') {
    return { problem: 'the response has no item', received: inShort(reading), pointer: '' };
  }
  const violation = findViolation(schemas.InventoryItem, reading.received.value);
  if (violation !== undefined) {
    const problem = `the response is not an InventoryItem: ${violation.pointer || 'it'} ${violation.problem}`;
    return { problem, received: inShort(reading), pointer: violation.pointer };
  }
  const item = objectOf(reading.received);
  if (integerOf(item?.petId) !== BigInt(petId)) {
    const received = valueInShort(item?.petId ?? null);
    return { problem: `the response is for pet ${received}`, received, pointer: '/petId' };
  }
  if (integerOf(item?.quantity) !== quantity) {
    const received = valueInShort(item?.quantity ?? null);
    const problem = `the response has quantity ${received}, not the one that was sent`;
    return { problem, received, pointer: '/quantity' };
  }
  return undefined;
}

function* judgeRepetition(evidence: Evidence): Iterable<Note> {
  const latest = new Map<string, Update>();
  for (const again of validUpdates(evidence)) {
    if (!again.isUsual) continue;
    const first = latest.get(again.petId);
    latest.set(again.petId, again);
    if (first === undefined || first.quantity !== again.quantity || !first.reading.isAccepted) continue;
    if (!isDisturbed(evidence, first, again)) yield judgeAgain(evidence, first, again);
  }
}

function judgeAgain(evidence: Evidence, { reading: first, quantity, petId }: Update, { reading: again }: Update): Note {
  const why = whyInconclusive(again);
  if (why !== undefined) return inconclusive(again, why);
  const expected = `${first.status} with quantity ${quantity}, as before`;
  if (!again.isAccepted) {
    const problem = `the update was accepted once and got ${again.status} when it was repeated`;
    const isExplainable = again.status === 404;
    return violates(again, { problem, expected, received: inShort(again), related: [first], isExplainable });
  }
  const [before, after] = [quantityReceived(first), quantityReceived(again)];
  if (before === undefined || after === undefined) return inconclusive(again, 'the responses show no quantity');
  if (before === after) return passes(again);
  if ([first, again].some((one) => isOvertaken(evidence, one, petId))) return inconclusive(again, OVERTAKEN);
  const problem = `the same update gave quantity ${before} first and ${after} then`;
  return violates(again, { problem, expected, received: String(after), pointer: '/quantity', related: [first] });
}

/** Something else may have changed or removed the pet in between, or the two overlap. */
function isDisturbed(evidence: Evidence, { reading: first, petId }: Update, { reading: again }: Update): boolean {
  const others = writesBetween(evidence, first, again).filter((write) => write !== first && write !== again);
  return !precedes(first.exchange, again.exchange) || others.some((write) => mayHaveChanged(write, petId));
}

function judgeOthers(evidence: Evidence): Note[] {
  const isOther = ({ isOrdinary, petId, listing }: Update) => !isOrdinary && listing?.stock.has(petId) === true;
  const others = validUpdates(evidence).filter(isOther);
  return [...others.map((update) => judgeAccepted(evidence, update)), ...judgeStored(evidence, isOther)];
}

/** An accepted value may still not be stored; a rejection is complete in itself. */
function judgeAccepted(evidence: Evidence, { reading, quantity, petId }: Update): Note {
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 400) return passes(reading);
  if (!reading.isAccepted) return inconclusive(reading, `got ${reading.status}`);
  const mistake = mistakeIn(reading, petId, quantity);
  if (mistake === undefined) return inconclusive(reading, 'no list shows what was stored');
  if (mistake.pointer === '/quantity' && isOvertaken(evidence, reading, petId)) return inconclusive(reading, OVERTAKEN);
  return violates(reading, {
    problem: `quantity ${quantity} was accepted, but ${mistake.problem}`,
    expected: `400, or 200 with {"petId": ${petId}, "quantity": ${quantity}, "status": …}`,
    received: inShort(reading),
    pointer: mistake.pointer,
  });
}

function judgeStored(evidence: Evidence, isMeant: (update: Update) => boolean): Note[] {
  return outcomesIn(evidence).flatMap((outcome) => {
    if (!isMeant(outcome.update)) return [];
    if (outcome.isCertain) return compare(evidence, outcome);
    return inconclusive(outcome.update.reading, 'another request changed the same pet, or may have');
  });
}

/** What became of the last update of a pet between two lists. */
interface Outcome {
  readonly step: StockStep;
  readonly update: Update;
  /** Everything that may have changed the pet was a valid update that was accepted, one after the other, between the lists. */
  readonly isCertain: boolean;
  readonly was: bigint | undefined;
  readonly shown: StockEntry | undefined;
}

const outcomesIn = oncePer((evidence: Evidence): readonly Outcome[] =>
  stockSteps(evidence).flatMap((step) => {
    const accepted = acceptedUpdates(evidence, step.writes);
    const lastByPet = new Map(accepted.map((update) => [update.petId, update]));
    return [...lastByPet.values()].map((update): Outcome => {
      const touching = step.writes.filter((write) => mayHaveChanged(write, update.petId));
      const own = touching.flatMap((write) => accepted.find(({ reading }) => reading === write) ?? []);
      const inOrder = [step.before.reading, ...touching, step.after.reading];
      const isInTurn = pairs(inOrder).every(([one, next]) => precedes(one.exchange, next.exchange));
      return {
        step,
        update,
        isCertain: isInTurn && own.length === touching.length,
        was: step.before.stock.get(update.petId)?.quantity,
        shown: step.after.stock.get(update.petId),
      };
    });
  }),
);

function compare({ settings }: Evidence, { step, update, was, shown }: Outcome): Note {
  const { after, writes } = step;
  const { reading, petId, quantity } = update;
  if (shown?.quantity === quantity) return passes(after.reading);
  // Values that this client set, or that were there before: another writer is unlikely to set exactly these.
  const isOwn =
    shown !== undefined && [was, ...writes.map(({ quantitySent }) => quantitySent)].includes(shown.quantity);
  const found = {
    problem: `pet ${petId} was set to ${quantity}, and the list shows ${shown?.quantity ?? 'no such pet'}`,
    expected: `quantity ${quantity}`,
    received: shown === undefined ? 'no such pet in the list' : `quantity ${shown.quantity}`,
    pointer: shown === undefined ? '' : `/${shown.index}/quantity`,
    related: [reading],
  };
  return attributeChange(after.reading, isOwn || settings.isExclusive, found, suspicious);
}
