import { type JsonValue, writeJson } from '../../json/json.js';
import { memoize } from '../../json/memoize.js';
import { quote } from '../../json/quoting.js';
import { sharedSchemas } from '../../service/schemas.js';
import { conforms, findViolation } from '../../service/validate.js';
import { pairs } from '../ledger.js';
import { defineRules, inconclusive, judgeEach, passes, type ViolationDetails, violates } from '../note.js';
import { distinct, seen, unseen } from '../observations/seen.js';
import type { Reading } from '../reading.js';
import { bodyInShort, documentedReadings, whyInconclusive } from '../requests.js';
import type { Evidence, Note, OperationRules, Seen } from '../rule.js';
import { accuse, sideEffectIn } from '../stock/side-effects.js';
import { changesIn, type Listing, listingOf, petIdOf, type StockStep, stockSteps } from '../stock/stock-history.js';
import { judgeWholeness } from '../stock/whole-list.js';

const rules = defineRules({ class: 'read', operations: ['listInventory'] }, [
  {
    id: 'inventory/list-shape',
    title: 'GET /inventory returns an array of items with petId, quantity and status of the documented types',
    statements: [
      'inventory.answers-200-with-items',
      'inventory-item.pet-id',
      'inventory-item.quantity',
      'inventory-item.status',
      'pet-status.values',
      'pet-status.states',
    ],
    judge: judgeEach(listReadings, judgeShape),
  },
  {
    id: 'inventory/unique-pets',
    title: 'No list has two items for the same pet',
    statements: ['inventory.returns-current-stock-levels', 'inventory-item.pet-id'],
    severity: 'implied',
    judge: judgeEach(listReadings, judgeUniqueness),
  },
  {
    id: 'inventory/get-is-safe',
    title: 'Reading changes nothing: the next list has the same pets, quantities and statuses',
    statements: ['inventory.lists-every-pet', 'inventory.returns-current-stock-levels'],
    severity: 'implied',
    judge: judgeSafety,
  },
  {
    id: 'inventory/complete',
    title: 'The list has every pet: it is not one page of several',
    statements: ['inventory.lists-every-pet', 'inventory.returns-current-stock-levels', 'inventory.no-parameters'],
    judge: judgeWholeness,
  },
]);

function judgeShape(reading: Reading): Note | Note[] {
  const why = whyNoList(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const items = itemsOf(reading);
  if (items !== undefined) return judgeItems(reading, wrongItems(items), (index) => describeWrong(items, index));
  const problem = reading.received.kind === 'json' ? 'the body is not an array' : 'there is not an array of items';
  return violates(reading, { problem, expected: 'an array', received: bodyInShort(reading), pointer: '' });
}

function judgeUniqueness(reading: Reading): Note | Note[] | undefined {
  const why = whyNoList(reading);
  if (why !== undefined) return inconclusive(reading, why);
  const items = itemsOf(reading);
  return items && judgeItems(reading, repeatedItems(items), (index) => describeRepeated(items, index));
}

/** Thousands of pets, all wrong in the same way, need only a few findings. */
const MOST_FINDINGS = 5;

/** A service may list a million wrong items: only what is shown of them is described. */
function judgeItems(reading: Reading, wrong: readonly number[], describe: (index: number) => ViolationDetails): Note[] {
  if (wrong.length === 0) return [passes(reading)];
  const more = wrong.length - MOST_FINDINGS;
  return wrong.slice(0, MOST_FINDINGS).map((index, place) => {
    const mistake = describe(index);
    const isLast = more > 0 && place === MOST_FINDINGS - 1;
    return violates(reading, isLast ? { ...mistake, problem: `${mistake.problem} (and so ${more} more)` } : mistake);
  });
}

function judgeSafety(evidence: Evidence): Note[] {
  const steps = stockSteps(evidence);
  if (steps.length > 0) return steps.map((step) => judgeStep(step, evidence));
  return listReadings(evidence).map((reading) =>
    inconclusive(reading, whyNoList(reading) ?? 'fewer than two lists have the documented form'),
  );
}

function judgeStep(step: StockStep, evidence: Evidence): Note {
  const { after, writes } = step;
  const effect = sideEffectIn(evidence, step, (suspects) => suspects.length === 0);
  if (effect !== undefined) return accuse(effect, evidence, 'although there were only reads in between');
  const isSame = changesIn(step).every(({ was, is }) => was !== undefined && is !== undefined);
  if (writes.length === 0 || isSame) return passes(after.reading);
  return inconclusive(after.reading, 'a write in between may have changed which pets are listed');
}

/** Without a good key no list is promised. */
function listReadings(evidence: Evidence): Reading[] {
  return documentedReadings(evidence).filter((reading) => reading.operation?.id === 'listInventory' && reading.isKeyed);
}

function whyNoList(reading: Reading): string | undefined {
  if (reading.exchange.request.url.includes('?')) return 'no query is documented, so its meaning is unknown';
  return whyInconclusive(reading) ?? (reading.status === 200 ? undefined : `got ${reading.status}`);
}

function itemsOf({ received }: Reading): readonly JsonValue[] | undefined {
  return received.kind === 'json' && Array.isArray(received.value) ? received.value : undefined;
}

const wrongItems = memoize((items: readonly JsonValue[]): readonly number[] =>
  items.flatMap((item, index) => (conforms(sharedSchemas.InventoryItem, item) ? [] : index)),
);

function describeWrong(items: readonly JsonValue[], index: number): ViolationDetails {
  const item = items[index] ?? null;
  const violation = findViolation(sharedSchemas.InventoryItem, item);
  const { pointer, problem } = violation ?? { pointer: '', problem: 'does not conform' };
  return {
    problem: `${pointer === '' ? 'an item' : `${pointer.slice(1)} of an item`} ${problem}`,
    expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
    received: quote(writeJson(item)),
    pointer: `/${index}${pointer}`,
  };
}

/** Returns the places of the items whose pet occurs earlier in the list; ids are compared exactly. */
const repeatedItems = memoize((items: readonly JsonValue[]): readonly number[] => {
  const seenIds = new Set<string>();
  return items.flatMap((item, index) => {
    const id = petIdOf(item);
    if (id !== undefined && seenIds.has(id)) return index;
    if (id !== undefined) seenIds.add(id);
    return [];
  });
});

function describeRepeated(items: readonly JsonValue[], index: number): ViolationDetails {
  const id = petIdOf(items[index] ?? null);
  return {
    problem: `pet ${id} is in the list twice`,
    expected: 'one item for each pet',
    received: `the items ${items.findIndex((item) => petIdOf(item) === id)} and ${index}`,
    pointer: `/${index}/petId`,
  };
}

/** Two pets are in some order by chance. */
const FEWEST_PETS = 3;

function listOrder({ readings }: Evidence): Seen {
  const all = readings.flatMap((reading) => listingOf(reading) ?? []).filter(({ stock }) => stock.size >= FEWEST_PETS);
  const [first] = all;
  if (first === undefined) return unseen(`no list of ${FEWEST_PETS} pets or more was seen`);
  const [order, ...others] = distinct(all.map(({ stock }) => orderOf(stock)));
  const exchanges = all.map(({ reading }) => reading);
  const note = `${all.length === 1 ? 'one list' : `${all.length} lists`}: ${[order, ...others].join(', ')}`;
  const isClear = others.length === 0 && order !== undefined && order !== 'in no order';
  return isClear ? seen(order, note, exchanges) : unseen(note, exchanges);
}

const orderOf = memoize((stock: Listing['stock']): 'ascending' | 'descending' | 'in no order' => {
  const ids = [...stock.keys()].map(BigInt);
  if (pairs(ids).every(([id, next]) => id < next)) return 'ascending';
  return pairs(ids).every(([id, next]) => id > next) ? 'descending' : 'in no order';
});

/** `GET /inventory` (§4.1). */
export const listInventory: OperationRules = { rules, observers: { 'list-order': listOrder } };
