import { quote } from '../../spec/quoting.js';
import type { Evidence } from '../evidence.js';
import { objectOf, type Reading } from '../evidence.js';
import { attributeChange, judgeRejectedWrites } from '../rejected-writes.js';
import { acceptedUpdates, inShort, type Update } from '../requests.js';
import { inconclusive, type Note, passes, type Rule, violates } from '../rule.js';
import {
  entryInWords,
  isRejected,
  listingOf,
  mayHaveBeenDisturbed,
  mayHaveChanged,
  quantitySent,
  type StockStep,
  stockSteps,
  targetOf,
} from '../stock-history.js';

/** What an update leaves alone. */
export const updateSideEffectRules: readonly Rule[] = [
  {
    id: 'update/only-this-pet',
    title: 'An update changes no other pet, and adds and removes none',
    statements: ['update.updates-one-pet', 'update.sets-quantity'],
    severity: 'documented',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: judgeOtherPets,
  },
  {
    id: 'update/keeps-status',
    title: 'An update does not change the pet’s status',
    statements: ['update.changes-quantity'],
    severity: 'implied',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: judgeStatus,
  },
  {
    id: 'update/rejected-changes-nothing',
    title: 'An update that is rejected for its body changes nothing',
    statements: ['update.answers-400', 'errors.400'],
    severity: 'implied',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    // Other errors have their own rules.
    judge: (evidence) => judgeRejectedWrites(evidence, ({ status }) => ![401, 403, 404, 429].includes(status ?? 0)),
  },
];

function* judgeOtherPets(evidence: Evidence): Iterable<Note> {
  for (const step of stockSteps(evidence)) {
    const [accepted] = acceptedUpdates(evidence, step.writes);
    if (accepted === undefined) continue;
    const targets = step.writes.map(targetOf);
    const sent = step.writes.map(quantitySent);
    const changed = otherChanges(step).filter((petId) => !targets.includes(petId));
    const own = changed.find((petId) => sent.includes(step.after.stock.get(petId)?.quantity));
    const petId = own ?? changed[0];
    if (petId === undefined) yield passes(step.after.reading);
    else {
      yield attributeChange(step.after.reading, own !== undefined || evidence.settings.isExclusive, {
        problem: `pet ${petId} changed, although only pet ${accepted.petId} was updated`,
        expected: entryInWords(step.before.stock.get(petId)),
        received: entryInWords(step.after.stock.get(petId)),
        pointer: step.after.stock.get(petId)?.pointer ?? '',
        related: [step.before.reading, accepted.reading],
      });
    }
  }
}

/** Returns the pets that changed, appeared or vanished, and that no write can have meant. */
function otherChanges({ before, after, writes }: StockStep): string[] {
  const ids = [...new Set([...before.stock.keys(), ...after.stock.keys()])];
  return ids.filter((petId) => {
    const [was, is] = [before.stock.get(petId), after.stock.get(petId)];
    if (was?.quantity === is?.quantity && was?.status === is?.status) return false;
    return !writes.some((write) => mayHaveChanged(write, petId));
  });
}

interface Sighting {
  readonly status: string;
  readonly isUpdated: boolean;
  /** Where it was seen. */
  readonly reading: Reading;
}

/**
 * Each pet's status is followed from one sighting to the next, so that one change is found once, whoever made it. Whatever else was
 * written meanwhile may have changed it: an order makes a pet pending.
 */
function* judgeStatus(evidence: Evidence): Iterable<Note> {
  const sightings = new Map<string, Sighting>();
  for (const reading of evidence.readings) {
    const [update] = acceptedUpdates(evidence, [reading]);
    const target = targetOf(reading);
    if (update !== undefined) yield* judgeResponse(evidence, update, sightings);
    else if (target !== undefined && !isRejected(reading)) sightings.delete(target);
    for (const [petId, { status, pointer }] of listingOf(reading)?.stock ?? []) {
      const before = sightings.get(petId);
      sightings.set(petId, { status, isUpdated: false, reading });
      if (before?.isUpdated !== true || mayHaveBeenDisturbed(evidence, before.reading, reading)) continue;
      if (before.status === status) yield passes(reading);
      else yield violates(reading, changeOf(petId, before.status, status, `${pointer}/status`));
    }
  }
}

function* judgeResponse(
  evidence: Evidence,
  { reading, petId }: Update,
  sightings: Map<string, Sighting>,
): Iterable<Note> {
  const before = sightings.get(petId);
  const status = objectOf(reading.received)?.status;
  if (before === undefined)
    return yield inconclusive(reading, 'no list of the documented form shows the status before');
  if (typeof status !== 'string') {
    sightings.set(petId, { ...before, isUpdated: true });
    return;
  }
  sightings.set(petId, { status, isUpdated: true, reading });
  if (mayHaveBeenDisturbed(evidence, before.reading, reading)) {
    yield inconclusive(reading, 'another request may have changed the status');
  } else if (before.status === status) yield passes(reading);
  else yield violates(reading, { ...changeOf(petId, before.status, status, '/status'), received: inShort(reading) });
}

function changeOf(petId: string, was: string, is: string, pointer: string) {
  return {
    problem: `pet ${petId} was ${quote(was)} and is ${quote(is)} after an update of its quantity`,
    expected: `status ${quote(was)}`,
    received: `status ${quote(is)}`,
    pointer,
    isExplainable: true,
  };
}
