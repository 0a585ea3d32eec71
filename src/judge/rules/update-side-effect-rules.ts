import { quote } from '../../spec/quoting.js';
import { type Evidence, objectOf, type Reading } from '../evidence.js';
import { acceptedUpdates, inShort, type Update } from '../requests.js';
import { inconclusive, judgeEach, type Note, passes, ruleFamily, suspicious, violates } from '../rule.js';
import {
  isRejected,
  listingOf,
  mayHaveBeenDisturbed,
  mayHaveChanged,
  type StockEntry,
  type StockStep,
  stockSteps,
} from '../stock-history.js';

/** What an update leaves alone. */
export const updateSideEffectRules = ruleFamily({ class: 'write', operations: ['listInventory', 'updateInventory'] }, [
  {
    id: 'update/only-this-pet',
    title: 'An update changes no other pet, and adds and removes none',
    statements: ['update.updates-one-pet', 'update.sets-quantity'],
    judge: judgeEach(stockSteps, judgeOtherPets),
  },
  {
    id: 'update/keeps-status',
    title: 'An update does not change the pet’s status',
    statements: ['update.changes-quantity'],
    severity: 'implied',
    judge: judgeStatus,
  },
  {
    id: 'update/rejected-changes-nothing',
    title: 'An update that is rejected for its body changes nothing',
    statements: ['update.answers-400', 'errors.400'],
    severity: 'implied',
    // Other errors have their own rules.
    judge: (evidence) => judgeRejectedWrites(evidence, ({ status }) => ![401, 403, 404, 429].includes(status ?? 0)),
  },
]);

function judgeOtherPets(step: StockStep, evidence: Evidence): Note | undefined {
  const { before, after, writes } = step;
  const [accepted] = acceptedUpdates(evidence, writes);
  if (accepted === undefined) return undefined;
  const targets = writes.map(({ target }) => target);
  const sent = writes.map(({ quantitySent }) => quantitySent);
  const changed = unexplained(step).filter(({ petId }) => !targets.includes(petId));
  const own = changed.find(({ is }) => sent.includes(is?.quantity));
  const change = own ?? changed[0];
  if (change === undefined) return passes(after.reading);
  return attributeChange(after.reading, own !== undefined || evidence.settings.isExclusive, {
    problem: `pet ${change.petId} changed, although only pet ${accepted.petId} was updated`,
    expected: entryInWords(change.was),
    received: entryInWords(change.is),
    pointer: change.is?.pointer ?? '',
    related: [before.reading, accepted.reading],
  });
}

function entryInWords(entry: StockEntry | undefined): string {
  return entry === undefined ? 'no such pet in the list' : `quantity ${entry.quantity}, status ${entry.status}`;
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
function* judgeStatus(evidence: Evidence): Iterable<Note> {
  const sightings = new Map<string, Sighting>();
  for (const reading of evidence.readings) {
    const [update] = acceptedUpdates(evidence, [reading]);
    const target = reading.target;
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
  if (before === undefined) {
    return yield inconclusive(reading, 'no list of the documented form shows the status before');
  }
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

interface Change {
  readonly petId: string;
  readonly was: StockEntry | undefined;
  readonly is: StockEntry | undefined;
}

/**
 * Judges that rejected writes of one kind (400, 401, 429 …) changed nothing: compares the list before them with the one after.
 * Without exclusive use, only the value that was sent counts as their change.
 */
export function* judgeRejectedWrites(evidence: Evidence, isOfKind: (write: Reading) => boolean): Iterable<Note> {
  const isMeant = (write: Reading) => isRejected(write) && isOfKind(write);
  const steps = stockSteps(evidence);
  for (const step of steps) {
    const meant = step.writes.filter(isMeant);
    if (meant.length > 0) yield* judgeStep(step, meant, evidence);
  }
  const seen = new Set(steps.flatMap(({ writes }) => writes));
  for (const write of evidence.readings) {
    if (write.target === undefined || !isMeant(write) || seen.has(write)) continue;
    yield inconclusive(write, 'there is no list of the documented form before and after it');
  }
}

function* judgeStep(step: StockStep, meant: readonly Reading[], { settings }: Evidence): Iterable<Note> {
  const open = unexplained(step);
  const change = open.find((one) => isOfTheirs(one, meant)) ?? open[0];
  if (change !== undefined) {
    const isOwn = isOfTheirs(change, meant);
    // The value of another rejected write: that one is to blame.
    if (!isOwn && isOfTheirs(change, step.writes)) return;
    const isOfTarget = meant.some((write) => write.target === change.petId);
    const otherwise = isOfTarget ? suspicious : inconclusive;
    const found = describe(change, step, meant);
    return yield attributeChange(step.after.reading, isOwn || settings.isExclusive, found, otherwise);
  }
  const isTouched = changes(step).some(({ petId }) => meant.some((write) => write.target === petId));
  if (isTouched) yield inconclusive(step.after.reading, 'another request changed the same pet, or may have');
  else yield passes(step.after.reading);
}

/** Returns a violation that another writer could also explain; if that is as likely, an inconclusive note. */
export function attributeChange(
  reading: Reading,
  isSure: boolean,
  found: Parameters<typeof violates>[1],
  otherwise: typeof suspicious = inconclusive,
): Note {
  if (isSure) return violates(reading, { ...found, isExplainable: true });
  return otherwise(reading, `${found.problem}, which another writer could explain`);
}

function changes({ before, after }: StockStep): Change[] {
  const ids = [...new Set([...before.stock.keys(), ...after.stock.keys()])];
  return ids
    .map((petId) => ({ petId, was: before.stock.get(petId), is: after.stock.get(petId) }))
    .filter(({ was, is }) => was?.quantity !== is?.quantity || was?.status !== is?.status);
}

/** Returns the changes, including new and missing pets, that no write may have made. */
function unexplained(step: StockStep): Change[] {
  return changes(step).filter(({ petId }) => !step.writes.some((write) => mayHaveChanged(write, petId)));
}

function isOfTheirs({ petId, was, is }: Change, writes: readonly Reading[]): boolean {
  if (is === undefined || is.quantity === was?.quantity) return false;
  return writes.some((write) => isRejected(write) && write.target === petId && write.quantitySent === is.quantity);
}

function describe({ petId, was, is }: Change, { before }: StockStep, meant: readonly Reading[]) {
  const asked = meant.find((write) => write.target === petId) ?? meant[0];
  return {
    problem: `pet ${petId} changed, although the request got ${asked?.status}`,
    expected: entryInWords(was),
    received: entryInWords(is),
    pointer: is?.pointer,
    related: asked === undefined ? [before.reading] : [before.reading, asked],
  };
}
