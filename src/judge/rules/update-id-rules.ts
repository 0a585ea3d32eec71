import { quote } from '../../spec/quoting.js';
import type { Evidence, Reading } from '../evidence.js';
import { hasMalformedId, inShort, isWellSent, type Update, validUpdates, whyInconclusive } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';
import { mayHaveChanged, type StockStep, stockSteps } from '../stock-history.js';
import { attributeChange } from './update-side-effect-rules.js';

/** The response to an update of an unknown pet. */
export const updateIdRules = ruleFamily({ class: 'write', operations: ['updateInventory'] }, [
  {
    id: 'update/unknown-pet',
    title: 'An update of a pet that is not listed gets 404 and changes nothing',
    statements: ['update.answers-404', 'errors.404'],
    operations: ['listInventory', 'updateInventory'],
    judge: judgeUnknownPet,
  },
  {
    id: 'update/malformed-id',
    title: 'An update with an id that is not an int64 is rejected',
    statements: ['update.pet-id-parameter'],
    severity: 'implied',
    judge: judgeEach(({ readings }) => readings, judgeMalformedId),
  },
]);

function judgeUnknownPet(evidence: Evidence): Note[] {
  const unknown = validUpdates(evidence).filter(({ petId, listing }) => listing?.stock.has(petId) === false);
  const missed = unknown.filter(({ reading }) => reading.status === 404);
  return [
    ...unknown.map((update) => judgeResponse(evidence, update)),
    ...stockSteps(evidence).flatMap((step) =>
      step.writes
        .flatMap((write) => missed.find(({ reading }) => reading === write) ?? [])
        .map((update) => judgeEffect(evidence, step, update)),
    ),
  ];
}

function judgeResponse({ settings }: Evidence, { reading, listing, quantity, petId }: Update): Note {
  const why = whyInconclusive(reading);
  if (why !== undefined) return inconclusive(reading, why);
  if (reading.status === 404) return passes(reading);
  // A quantity that the store does not hold may be out of bounds, and may be checked first.
  const isHeld = [...(listing?.stock.values() ?? [])].some((entry) => entry.quantity === quantity);
  if (reading.status === 400 && !isHeld) return inconclusive(reading, 'got 400, perhaps for the quantity');
  return violates(reading, {
    problem: `an update of pet ${petId}, which is not listed, got ${reading.status}`,
    expected: '404 with an Error',
    received: inShort(reading),
    related: listing === undefined ? [] : [listing.reading],
    // In a recording a long time may lie between the two.
    isExplainable: settings.level === undefined,
  });
}

const BEYOND_32_BITS = 2n ** 32n;

function judgeEffect({ settings }: Evidence, { before, after, writes }: StockStep, update: Update): Note {
  const { reading, petId, quantity } = update;
  const isNew = (id: string) =>
    after.stock.get(id)?.quantity === quantity && before.stock.get(id)?.quantity !== quantity;
  const mayBeOthers = (id: string) =>
    writes.some((write) => write !== reading && (mayHaveChanged(write, id) || write.target === id));
  const isBorn = after.stock.has(petId) && !before.stock.has(petId) && !mayBeOthers(petId);
  const changed = isBorn ? petId : [...after.stock.keys()].find((id) => isNew(id) && !mayBeOthers(id));
  if (changed === undefined) return passes(after.reading);
  const shown = after.stock.get(changed);
  const found = {
    problem: `the update of pet ${petId}, which is not listed, ${isBorn ? 'created it' : `changed pet ${changed}`}`,
    expected: 'the same list as before',
    received: `pet ${changed} with quantity ${shown?.quantity}`,
    pointer: shown?.pointer ?? '',
    related: [before.reading, reading],
  };
  // In a run the id was drawn from so many that nobody else creates this one.
  if (isBorn && settings.level !== undefined && BigInt(petId) > BEYOND_32_BITS) return violates(after.reading, found);
  const otherwise = isBorn ? suspicious : inconclusive;
  return attributeChange(after.reading, isNew(changed) || settings.isExclusive, found, otherwise);
}

function judgeMalformedId(reading: Reading): Note | undefined {
  const { status = 0, petId = '' } = reading;
  if (!isWellSent(reading) || !hasMalformedId(reading)) return undefined;
  if (reading.isAccepted || status >= 500) {
    return violates(reading, {
      problem: `an update of ${quote(petId)}, which is not an int64, got ${status}`,
      expected: '400 or 404 with an Error',
      received: inShort(reading),
    });
  }
  const why = whyInconclusive(reading);
  return why === undefined ? passes(reading) : inconclusive(reading, why);
}
