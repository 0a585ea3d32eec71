import type { Evidence } from '../evidence.js';
import { type Break, broken, kept, type Note, untold } from '../note.js';
import type { Reading } from '../reading.js';
import type { Rule } from '../rule.js';
import { type StockStep, stockSteps } from '../stock-history.js';
import { findRepeatedPets, findWrongItems, type ItemMistake } from './inventory-items.js';
import { bodyInShort, isKeyed, ordinaryReadings, whyUntold } from './ordinary-answers.js';

/** What the list of stock has to be (§4.1). */
export const inventoryRules: readonly Rule[] = [
  {
    id: 'inventory/list-shape',
    title: 'GET /inventory answers an array of items with petId, quantity and status of the documented types',
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
    title: 'No list has two items for one pet',
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
    if (why !== undefined) yield untold(reading, why);
    else if (received.kind === 'json' && Array.isArray(received.value)) {
      yield* judgeItems(reading, findWrongItems(received.value));
    } else {
      const problem = received.kind === 'json' ? 'the body is no array' : 'there is no array of items';
      yield broken(reading, { problem, expected: 'an array', received: bodyInShort(reading), pointer: '' });
    }
  }
}

function* judgeUniqueness(evidence: Evidence): Iterable<Note> {
  for (const reading of listReadings(evidence)) {
    const why = whyNoList(reading);
    const { received } = reading;
    if (why !== undefined) yield untold(reading, why);
    else if (received.kind === 'json' && Array.isArray(received.value)) {
      yield* judgeItems(reading, findRepeatedPets(received.value));
    }
  }
}

/** A store of thousands of pets, all wrong in the same way, needs no thousands of findings. */
const MOST_FINDINGS = 5;

function* judgeItems(reading: Reading, mistakes: readonly ItemMistake[]): Iterable<Note> {
  if (mistakes.length === 0) yield kept(reading);
  const shown = mistakes.slice(0, MOST_FINDINGS);
  const more = mistakes.length - shown.length;
  for (const [index, mistake] of shown.entries()) {
    const isLast = more > 0 && index === MOST_FINDINGS - 1;
    yield broken(reading, isLast ? { ...mistake, problem: `${mistake.problem} (and so ${more} more)` } : mistake);
  }
}

function* judgeSafety(evidence: Evidence): Iterable<Note> {
  const steps = stockSteps(evidence);
  for (const step of steps) yield judgeStep(step, evidence);
  if (steps.length > 0) return;
  for (const reading of listReadings(evidence)) {
    yield untold(reading, whyNoList(reading) ?? 'there are no two lists of the documented form to compare');
  }
}

function judgeStep({ before, after, writes }: StockStep, { settings }: Evidence): Note {
  const appeared = [...after.stock.keys()].filter((id) => !before.stock.has(id));
  const vanished = [...before.stock.keys()].filter((id) => !after.stock.has(id));
  if (appeared.length + vanished.length === 0) return kept(after.reading);
  if (writes.length > 0) return untold(after.reading, 'a write in between may have changed which pets are listed');
  // Three times would prove nothing: pets come and go in a busy store.
  if (!settings.isExclusive)
    return untold(after.reading, 'the listed pets changed, which another writer could explain');
  return broken(after.reading, describe(appeared, vanished, before.reading));
}

function describe(appeared: readonly string[], vanished: readonly string[], before: Reading): Break {
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

/** Answers why there is no list to judge; undefined where there has to be one. */
function whyNoList(reading: Reading): string | undefined {
  if (reading.exchange.request.url.includes('?')) return 'no query is documented, so what it asks for is not known';
  return whyUntold(reading) ?? (reading.status === 200 ? undefined : `answered ${reading.status}`);
}
