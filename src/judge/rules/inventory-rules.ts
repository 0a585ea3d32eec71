import { integerOf, isJsonObject, type JsonValue, writeJson } from '../../spec/json.js';
import { quote } from '../../spec/quoting.js';
import { findViolation } from '../../spec/validation/validate.js';
import type { Evidence, Reading } from '../evidence.js';
import { bodyInShort, isKeyed, ordinaryReadings, whyInconclusive } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, type ViolationDetails, violates } from '../rule.js';
import { type StockStep, stockSteps } from '../stock-history.js';

/** What the list of stock has to be (§4.1). */
export const inventoryRules: readonly Rule[] = [
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
    severity: 'documented',
    class: 'read',
    operations: ['listInventory'],
    judge: judgeShape,
  },
  {
    id: 'inventory/unique-pets',
    title: 'No list has two items for the same pet',
    statements: ['inventory.returns-current-stock-levels', 'inventory-item.pet-id'],
    severity: 'implied',
    class: 'read',
    operations: ['listInventory'],
    judge: judgeUniqueness,
  },
  {
    id: 'inventory/get-is-safe',
    title: 'Reading does not change which pets are listed',
    statements: ['inventory.lists-every-pet', 'inventory.returns-current-stock-levels'],
    severity: 'implied',
    class: 'read',
    operations: ['listInventory'],
    judge: judgeSafety,
  },
];

function* judgeShape(evidence: Evidence): Iterable<Note> {
  for (const reading of listReadings(evidence)) {
    const why = whyNoList(reading);
    const { received } = reading;
    if (why !== undefined) yield inconclusive(reading, why);
    else if (received.kind === 'json' && Array.isArray(received.value)) {
      yield* judgeItems(reading, findWrongItems(received.value));
    } else {
      const problem = received.kind === 'json' ? 'the body is not an array' : 'there is not an array of items';
      yield violates(reading, { problem, expected: 'an array', received: bodyInShort(reading), pointer: '' });
    }
  }
}

function* judgeUniqueness(evidence: Evidence): Iterable<Note> {
  for (const reading of listReadings(evidence)) {
    const why = whyNoList(reading);
    const { received } = reading;
    if (why !== undefined) yield inconclusive(reading, why);
    else if (received.kind === 'json' && Array.isArray(received.value)) {
      yield* judgeItems(reading, findRepeatedPets(received.value));
    }
  }
}

/** A store of thousands of pets, all wrong in the same way, needs no thousands of findings. */
const MOST_FINDINGS = 5;

function* judgeItems(reading: Reading, mistakes: readonly ItemMistake[]): Iterable<Note> {
  if (mistakes.length === 0) yield passes(reading);
  const shown = mistakes.slice(0, MOST_FINDINGS);
  const more = mistakes.length - shown.length;
  for (const [index, mistake] of shown.entries()) {
    const isLast = more > 0 && index === MOST_FINDINGS - 1;
    yield violates(reading, isLast ? { ...mistake, problem: `${mistake.problem} (and so ${more} more)` } : mistake);
  }
}

function* judgeSafety(evidence: Evidence): Iterable<Note> {
  const steps = stockSteps(evidence);
  for (const step of steps) yield judgeStep(step, evidence);
  if (steps.length > 0) return;
  for (const reading of listReadings(evidence)) {
    yield inconclusive(reading, whyNoList(reading) ?? 'fewer than two lists have the documented form');
  }
}

function judgeStep({ before, after, writes }: StockStep, { settings }: Evidence): Note {
  const appeared = [...after.stock.keys()].filter((id) => !before.stock.has(id));
  const vanished = [...before.stock.keys()].filter((id) => !after.stock.has(id));
  if (appeared.length + vanished.length === 0) return passes(after.reading);
  if (writes.length > 0)
    return inconclusive(after.reading, 'a write in between may have changed which pets are listed');
  // Three times would prove nothing: pets come and go in a busy store.
  if (!settings.isExclusive)
    return inconclusive(after.reading, 'the listed pets changed, which another writer could explain');
  return violates(after.reading, describe(appeared, vanished, before.reading));
}

function describe(appeared: readonly string[], vanished: readonly string[], before: Reading): ViolationDetails {
  const parts = [...phrase(appeared, 'appeared'), ...phrase(vanished, 'vanished')];
  const received = parts.join(', ');
  return { problem: `between two readings ${received}`, expected: 'the same pets', received, related: [before] };
}

function phrase(ids: readonly string[], verb: string): string[] {
  if (ids.length === 0) return [];
  const more = ids.length > 1 ? ` and ${ids.length - 1} more` : '';
  return [`pet ${ids[0]}${more} ${verb}`];
}

/** Without a good key no list is promised. */
function listReadings(evidence: Evidence): Reading[] {
  return ordinaryReadings(evidence).filter((reading) => reading.operation === 'listInventory' && isKeyed(reading));
}

/** Returns why no list can be judged; undefined if there must be one. */
function whyNoList(reading: Reading): string | undefined {
  if (reading.exchange.request.url.includes('?')) return 'no query is documented, so its meaning is unknown';
  return whyInconclusive(reading) ?? (reading.status === 200 ? undefined : `got ${reading.status}`);
}

/** What is wrong with one item of a list, and where. */
interface ItemMistake {
  readonly problem: string;
  readonly expected: string;
  readonly received: string;
  readonly pointer: string;
}

/** Returns the items that are not an InventoryItem (§2.1). */
function findWrongItems(items: readonly JsonValue[]): ItemMistake[] {
  return items.flatMap((item, index) => {
    const violation = findViolation('InventoryItem', item);
    if (violation === undefined) return [];
    const { pointer, problem } = violation;
    return {
      problem: `${pointer === '' ? 'an item' : `${pointer.slice(1)} of an item`} ${problem}`,
      expected: 'an item with petId (int64), quantity (integer) and status (available, pending or sold)',
      received: quote(writeJson(item)),
      pointer: `/${index}${pointer}`,
    };
  });
}

/** Returns the items whose pet occurs earlier in the list; ids are compared exactly. */
function findRepeatedPets(items: readonly JsonValue[]): ItemMistake[] {
  const places = new Map<bigint, number>();
  return items.flatMap((item, index) => {
    const id = isJsonObject(item) ? integerOf(item.petId) : undefined;
    if (id === undefined) return [];
    const earlier = places.get(id);
    if (earlier === undefined) places.set(id, index);
    if (earlier === undefined) return [];
    return {
      problem: `pet ${id} is in the list twice`,
      expected: 'one item for each pet',
      received: `the items ${earlier} and ${index}`,
      pointer: `/${index}/petId`,
    };
  });
}
