import { quote } from '../../json/quoting.js';
import { hasMalformedId } from '../destination.js';
import { objectOf, type Reading } from '../reading.js';
import { inShort } from '../requests.js';
import { type Evidence, inconclusive, type Note, passes, suspicious, violates } from '../rule.js';
import { sideEffectIn } from './side-effects.js';
import type { StockEntry } from './stock.js';
import {
  changesIn,
  isAimedAt,
  isRejected,
  isUpdate,
  type Listing,
  listingOf,
  mayHaveBeenDisturbed,
  petsOf,
  type StockStep,
  stockSteps,
  targetOf,
} from './stock-history.js';
import { acceptedUpdates, missedUpdates, type Update } from './updates.js';

export function judgeOtherPets(step: StockStep, evidence: Evidence): Note | undefined {
  const effect = sideEffectIn(
    evidence,
    step,
    ([write]) => write !== undefined && petsOf(write) !== undefined && !isRejected(write),
  );
  if (effect !== undefined) {
    const updated = [...new Set(effect.suspects.flatMap((write) => petsOf(write) ?? []))].join(' and ');
    return accuse(effect, evidence, `although only pet ${updated} was updated`);
  }
  return acceptedUpdates(evidence, step.writes).length > 0 ? passes(step.after.reading) : undefined;
}

interface Sighting {
  readonly status: string;
  readonly isUpdated: boolean;
  readonly reading: Reading;
}

/**
 * Each pet's status is followed from one sighting to the next, so that one change is found once, whoever made it. Whatever else was
 * written meanwhile may have changed it: an order makes a pet pending.
 */
export function* judgeStatus(evidence: Evidence): Iterable<Note> {
  const sightings = new Sightings();
  for (const reading of evidence.readings) {
    const [update] = acceptedUpdates(evidence, [reading]);
    const target = targetOf(reading);
    if (update !== undefined) yield* judgeResponse(evidence, update, sightings);
    else if (target !== undefined && !isRejected(reading)) sightings.sinceList.set(target, undefined);
    const listing = listingOf(reading);
    if (listing === undefined) continue;
    for (const [petId, before] of sightings.sinceList) {
      const entry = listing.stock.get(petId);
      if (entry === undefined) continue;
      sightings.sinceList.delete(petId);
      if (before?.isUpdated !== true || mayHaveBeenDisturbed(evidence, before.reading, reading)) continue;
      if (before.status === entry.status) yield passes(reading);
      else yield violates(reading, changeOf(petId, before.status, entry.status, `/${entry.index}/status`));
    }
    sightings.lists.push(listing);
  }
}

class Sightings {
  readonly lists: Listing[] = [];
  /** The pets that were written to since the last list with them; undefined: with unknown outcome. */
  readonly sinceList = new Map<string, Sighting | undefined>();

  last(petId: string): Sighting | undefined {
    if (this.sinceList.has(petId)) return this.sinceList.get(petId);
    const listing = this.lists.findLast(({ stock }) => stock.has(petId));
    const entry = listing?.stock.get(petId);
    return listing && entry && { status: entry.status, isUpdated: false, reading: listing.reading };
  }
}

function* judgeResponse(evidence: Evidence, { reading, petId }: Update, sightings: Sightings): Iterable<Note> {
  const before = sightings.last(petId);
  const status = objectOf(reading.received)?.status;
  if (before === undefined) {
    return yield inconclusive(reading, 'no list of the documented form shows the status before');
  }
  if (typeof status !== 'string') {
    sightings.sinceList.set(petId, { ...before, isUpdated: true });
    return;
  }
  sightings.sinceList.set(petId, { status, isUpdated: true, reading });
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

/**
 * Judges that rejected writes of one kind (400, 401, 429 …) changed nothing: compares the list before them with the one after.
 * Without exclusive use, only the value that was sent counts as their change. `areToBlame`: the suspects whose change is reported.
 */
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
  const isAimed = suspects.some((write) => isAimedAt(write, petId));
  const statuses = [...new Set(suspects.map(({ status }) => status))].join(' or ');
  const requests = suspects.length === 1 ? 'the request' : `each of the ${suspects.length} requests before`;
  return accuse(effect, evidence, `although ${requests} got ${statuses}`, isAimed ? suspicious : inconclusive);
}

function judgeStep(step: StockStep, meant: readonly Reading[]): Note {
  const isTouched = changesIn(step).some(({ petId }) => meant.some((write) => isAimedAt(write, petId)));
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
