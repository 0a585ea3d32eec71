import { quote } from '../../json/quote.js';
import { isInt64 } from '../../spec/int64.js';
import type { Evidence } from '../evidence.js';
import { broken, doubt, kept, type Note, untold } from '../note.js';
import { blame } from '../refused-writes.js';
import type { Rule } from '../rule.js';
import { mayHaveChanged, type StockStep, stockSteps, targetOf } from '../stock-history.js';
import { inShort } from './good-requests.js';
import { isAccepted, whyUntold } from './ordinary-answers.js';
import { isWellSent, type Update, validUpdates } from './update-requests.js';

/** What an update of a pet that there is not is answered. */
export const updateIdRules: readonly Rule[] = [
  {
    id: 'update/unknown-pet',
    title: 'An update of a pet that is not listed is answered 404 and changes nothing',
    statements: ['update.answers-404', 'errors.404'],
    severity: 'documented',
    class: 'write',
    operations: ['listInventory', 'updateInventory'],
    judge: judgeUnknownPet,
  },
  {
    id: 'update/malformed-id',
    title: 'An update of an id that is no int64 is refused',
    statements: ['update.pet-id-parameter'],
    severity: 'implied',
    class: 'write',
    operations: ['updateInventory'],
    judge: judgeMalformedId,
  },
];

function* judgeUnknownPet(evidence: Evidence): Iterable<Note> {
  const updates = validUpdates(evidence);
  const unknown = updates.filter(({ petId, listing }) => listing?.stock.has(petId) === false);
  for (const update of unknown) yield judgeAnswer(evidence, update);
  const missed = new Map(
    unknown.flatMap((update) => (update.reading.status === 404 ? [[update.reading, update]] : [])),
  );
  for (const step of stockSteps(evidence)) {
    const meant = step.writes.flatMap((write) => missed.get(write) ?? []);
    for (const update of meant) yield judgeEffect(evidence, step, update);
  }
}

function judgeAnswer({ settings }: Evidence, { reading, listing, quantity, petId }: Update): Note {
  const why = whyUntold(reading);
  if (why !== undefined) return untold(reading, why);
  if (reading.status === 404) return kept(reading);
  // A quantity that the store does not hold may be out of bounds, and may be checked first.
  const isHeld = [...(listing?.stock.values() ?? [])].some((entry) => entry.quantity === quantity);
  if (reading.status === 400 && !isHeld) return untold(reading, 'answered 400, perhaps for the quantity');
  return broken(reading, {
    problem: `an update of pet ${petId}, which is not listed, was answered ${reading.status}`,
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
    writes.some((write) => write !== reading && (mayHaveChanged(write, id) || targetOf(write) === id));
  const isBorn = after.stock.has(petId) && !before.stock.has(petId) && !mayBeOthers(petId);
  const changed = isBorn ? petId : [...after.stock.keys()].find((id) => isNew(id) && !mayBeOthers(id));
  if (changed === undefined) return kept(after.reading);
  const shown = after.stock.get(changed);
  const found = {
    problem: `the update of pet ${petId}, which is not listed, ${isBorn ? 'created it' : `changed pet ${changed}`}`,
    expected: 'the same list as before',
    received: `pet ${changed} with quantity ${shown?.quantity}`,
    pointer: shown?.pointer ?? '',
    related: [before.reading, reading],
  };
  // In a run the id was drawn from so many that nobody else creates just this one.
  if (isBorn && settings.level !== undefined && BigInt(petId) > BEYOND_32_BITS) return broken(after.reading, found);
  return blame(after.reading, isNew(changed) || settings.isExclusive, found, isBorn ? doubt : untold);
}

function* judgeMalformedId({ readings }: Evidence): Iterable<Note> {
  for (const reading of readings) {
    if (!isWellSent(reading) || !isNoInt64(reading.petId ?? '')) continue;
    const { status = 0 } = reading;
    const isWrong = isAccepted(reading) || status >= 500;
    const why = isWrong ? undefined : whyUntold(reading);
    if (why !== undefined) yield untold(reading, why);
    else if (!isWrong) yield kept(reading);
    else {
      yield broken(reading, {
        problem: `an update of ${quote(reading.petId ?? '')}, which is no int64, was answered ${status}`,
        expected: '400 or 404 with an Error',
        received: inShort(reading),
      });
    }
  }
}

/** Another way to write an integer (`007`, `+7`, `7.0`) may be taken for it; no id at all is another path. */
export function isNoInt64(petId: string): boolean {
  const text = petId.trim();
  if (/^[+-]?\d+$/.test(text)) return text.length > 40 || !isInt64(BigInt(text.replace(/^\+/, '')));
  return text !== '' && !Number.isInteger(Number(text));
}
