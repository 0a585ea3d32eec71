import type { Int64Text } from '../../json/exact-number.js';
import { memoize } from '../../json/memoize.js';
import { quote } from '../../json/quoting.js';
import { inconclusive, passes, suspicious, violates } from '../note.js';
import { hasMalformedId, objectOf, type Reading } from '../reading.js';
import { inShort } from '../requests.js';
import type { Evidence, Note } from '../rule.js';
import {
  acceptedUpdates,
  type Change,
  changesIn,
  isRejected,
  isUpdate,
  listingOf,
  mayHaveBeenDisturbed,
  mayHaveChanged,
  missedUpdates,
  quantitySent,
  type StockEntry,
  type StockStep,
  stockSteps,
  targetOf,
} from './stock-history.js';

/** Returns a side effect between two successive lists whose suspects pass a test, and how many more there are. */
export function sideEffectIn(evidence: Evidence, step: StockStep, isMeant: (suspects: readonly Reading[]) => boolean) {
  const effects = (effectsByStep(evidence).get(step) ?? []).filter(({ suspects }) => isMeant(suspects));
  const effect = effects.find(({ isOwn }) => isOwn) ?? effects[0];
  return effect && { ...effect, more: effects.length - 1 };
}

const effectsByStep = memoize(findEffects);

/** Returns whether the stock changed in a way that shows nothing of this client: then a coincidence can repeat itself. */
export const hasOtherWriters = memoize((evidence: Evidence): boolean => {
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

/** Finds the changes that no conformant request between two lists can have made. */
function findEffects(evidence: Evidence) {
  const pasts = new Map<Int64Text, Past>();
  return new Map(
    stockSteps(evidence).map((step) => {
      const isOpen = (change: Change) =>
        !step.writes.some((write) => mayHaveChanged(write, change.petId)) && !isLate(change, pasts.get(change.petId));
      const open = changesIn(step).filter(isOpen);
      const effects = open.map((change) => {
        // The writes that are most likely to have made it; none if there was no write.
        const suspects = suspectsOf(evidence, change, step.writes);
        // Only this client can be expected to have caused it: its value was sent, or the pet is as it was before.
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
    const isAimed = isRejected(write) && targetOf(write) === change.petId;
    return (isValueOf(evidence, write, change) ? 4 : 0) + (isAimed ? 2 : 0) + (write.isAccepted ? 1 : 0);
  });
  const most = Math.max(...scores);
  return writes.filter((_, index) => scores[index] === most);
}

function isValueOf(evidence: Evidence, write: Reading, { was, is }: Change): boolean {
  return is !== undefined && is.quantity !== was?.quantity && quantitySent(evidence, write) === is.quantity;
}

export function judgeOtherPets(step: StockStep, evidence: Evidence): Note | undefined {
  const effect = sideEffectIn(
    evidence,
    step,
    ([write]) => write !== undefined && targetOf(write) !== undefined && !isRejected(write),
  );
  if (effect !== undefined) {
    const updated = [...new Set(effect.suspects.flatMap((write) => targetOf(write) ?? []))].join(' and ');
    return accuse(effect, evidence, `although only pet ${updated} was updated`);
  }
  return acceptedUpdates(evidence, step.writes).length > 0 ? passes(step.after.reading) : undefined;
}

/** Where a status was seen; of a list, only what follows an update is judged. */
interface Sighting {
  readonly status: string;
  readonly reading: Reading;
  readonly isUpdated: boolean;
}

/** Each pet's status is followed from one sighting to the next, so that one change is found once. */
export function* judgeStatus(evidence: Evidence): Iterable<Note> {
  // Undefined: written to since, with unknown outcome.
  const last = new Map<Int64Text, Sighting | undefined>();
  for (const reading of evidence.readings) {
    const [update] = acceptedUpdates(evidence, [reading]);
    const target = targetOf(reading);
    if (update !== undefined) {
      const before = last.get(update.petId);
      const status = objectOf(reading.received)?.status;
      const now = typeof status === 'string' ? { status, reading, isUpdated: true } : undefined;
      if (before === undefined) yield inconclusive(reading, 'no list of the documented form shows the status before');
      else if (now !== undefined) yield compareStatus(evidence, update.petId, before, now);
      last.set(update.petId, before && (now ?? { ...before, isUpdated: true }));
    } else if (target !== undefined && !isRejected(reading)) last.set(target, undefined);
    for (const [petId, { status, index }] of listingOf(reading)?.stock ?? []) {
      const before = last.get(petId);
      const now = { status, reading, isUpdated: false };
      if (before?.isUpdated) yield compareStatus(evidence, petId, before, now, `/${index}/status`);
      last.set(petId, now);
    }
  }
}

function compareStatus(
  evidence: Evidence,
  petId: Int64Text,
  before: Sighting,
  now: Sighting,
  pointer = '/status',
): Note {
  const { reading, status, isUpdated } = now;
  if (mayHaveBeenDisturbed(evidence, before.reading, reading)) {
    return inconclusive(reading, 'another request may have changed the status');
  }
  if (before.status === status) return passes(reading);
  return violates(reading, {
    problem: `pet ${petId} was ${quote(before.status)} and is ${quote(status)} after an update of its quantity`,
    expected: `status ${quote(before.status)}`,
    received: isUpdated ? inShort(reading) : `status ${quote(status)}`,
    pointer,
    isExplainable: true,
  });
}

/** Some errors have rules of their own. A change that requests of several kinds may have made is reported here. */
export function judgeOtherRejections(evidence: Evidence): Iterable<Note> {
  const missed = new Set(missedUpdates(evidence));
  const ownRules = [
    ({ status }: Reading) => status === 401,
    ({ status }: Reading) => status === 429,
    (write: Reading) => missed.has(write),
  ];
  return judgeRejectedWrites(
    evidence,
    (write) => !ownRules.some((isOfRule) => isOfRule(write)),
    (suspects) => !ownRules.some((isOfRule) => suspects.every(isOfRule)),
  );
}

/** Judges that rejected writes of one kind changed nothing. `areToBlame`: the suspects whose change is reported. */
export function* judgeRejectedWrites(
  evidence: Evidence,
  isOfKind: (write: Reading) => boolean,
  areToBlame = (suspects: readonly Reading[]) => suspects.every(isOfKind),
): Iterable<Note> {
  const isMeant = (write: Reading) => isRejected(write) && isOfKind(write);
  const steps = stockSteps(evidence);
  for (const step of steps) {
    const meant = step.writes.filter(isMeant);
    const effect = sideEffectIn(evidence, step, (suspects) => suspects.some(isRejected) && areToBlame(suspects));
    if (effect !== undefined) yield accuseRejected(effect, evidence);
    else if (meant.length > 0) yield judgeStep(step, meant);
  }
  const seen = new Set(steps.flatMap(({ writes }) => writes));
  for (const write of evidence.readings) {
    if (!isUpdate(write) || !isMeant(write) || seen.has(write)) continue;
    // Without a pet it shows nothing by itself: a check that only reads sends such ones.
    if (hasMalformedId(write)) continue;
    yield inconclusive(write, 'there is no list of the documented form before and after it');
  }
}

function accuseRejected(effect: NonNullable<ReturnType<typeof sideEffectIn>>, evidence: Evidence): Note {
  const { suspects, petId } = effect;
  const isAimed = suspects.some((write) => targetOf(write) === petId);
  const statuses = [...new Set(suspects.map(({ status }) => status))].join(' or ');
  const requests = suspects.length === 1 ? 'the request' : `each of the ${suspects.length} requests before`;
  return accuse(effect, evidence, `although ${requests} got ${statuses}`, isAimed ? suspicious : inconclusive);
}

function judgeStep(step: StockStep, meant: readonly Reading[]): Note {
  const isTouched = changesIn(step).some(({ petId }) => meant.some((write) => targetOf(write) === petId));
  if (!isTouched) return passes(step.after.reading);
  return inconclusive(step.after.reading, 'another request changed the same pet, or may have');
}

/** Returns a violation that another writer could also explain; if that is as likely, an inconclusive note. */
export function attributeChange(
  reading: Reading,
  isSure: boolean,
  found: Parameters<typeof violates>[1],
  otherwise: typeof suspicious = inconclusive,
): Note {
  if (isSure) return violates(reading, { isExplainable: true, ...found });
  return otherwise(reading, `${found.problem}, which another writer could explain`);
}

/** Returns the note on a side effect. `although` completes its problem. */
export function accuse(
  { step, petId, was, is, suspects, isOwn, more }: NonNullable<ReturnType<typeof sideEffectIn>>,
  { settings }: Evidence,
  although: string,
  otherwise?: typeof suspicious,
): Note {
  const verb = was === undefined ? 'appeared' : is === undefined ? 'vanished' : 'changed';
  const found = {
    problem: `pet ${petId} ${verb}${more > 0 ? ` and ${more} more changed` : ''}, ${although}`,
    expected: entryInWords(was),
    received: entryInWords(is),
    pointer: is === undefined ? '' : `/${is.index}`,
    related: [step.before.reading, ...suspects],
  };
  return attributeChange(step.after.reading, isOwn || settings.isExclusive, found, otherwise);
}

function entryInWords(entry: StockEntry | undefined): string {
  return entry === undefined ? 'no such pet in the list' : `quantity ${entry.quantity}, status ${entry.status}`;
}
