import type { Evidence, Reading } from './evidence.js';
import { inconclusive, type Note, passes, suspicious, type ViolationDetails, violates } from './rule.js';
import {
  entryInWords,
  isRejected,
  mayHaveChanged,
  quantitySent,
  type StockEntry,
  type StockStep,
  stockSteps,
  targetOf,
} from './stock-history.js';

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
    if (targetOf(write) === undefined || !isMeant(write) || seen.has(write)) continue;
    yield inconclusive(write, 'there is no list of the documented form before and after it');
  }
}

function* judgeStep(step: StockStep, meant: readonly Reading[], { settings }: Evidence): Iterable<Note> {
  const all = changes(step);
  const open = all.filter(({ petId }) => !step.writes.some((write) => mayHaveChanged(write, petId)));
  const change = open.find((one) => isOfTheirs(one, meant)) ?? open[0];
  if (change !== undefined) {
    const isOwn = isOfTheirs(change, meant);
    // The value of another rejected write: that one is to blame.
    if (!isOwn && isOfTheirs(change, step.writes)) return;
    const isOfTarget = meant.some((write) => targetOf(write) === change.petId);
    const found = describe(change, step, meant);
    yield attributeChange(
      step.after.reading,
      isOwn || settings.isExclusive,
      found,
      isOfTarget ? suspicious : inconclusive,
    );
    return;
  }
  const isTouched = all.some(({ petId }) => meant.some((write) => targetOf(write) === petId));
  if (isTouched) yield inconclusive(step.after.reading, 'another request changed the same pet, or may have');
  else yield passes(step.after.reading);
}

/** Returns a violation that another writer could also explain; if that is as likely, an inconclusive note. */
export function attributeChange(
  reading: Reading,
  isSure: boolean,
  found: ViolationDetails,
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

function isOfTheirs({ petId, was, is }: Change, writes: readonly Reading[]): boolean {
  if (is === undefined || is.quantity === was?.quantity) return false;
  return writes.some((write) => isRejected(write) && targetOf(write) === petId && quantitySent(write) === is.quantity);
}

function describe({ petId, was, is }: Change, { before }: StockStep, meant: readonly Reading[]): ViolationDetails {
  const asked = meant.find((write) => targetOf(write) === petId) ?? meant[0];
  return {
    problem: `pet ${petId} changed, although the request got ${asked?.status}`,
    expected: entryInWords(was),
    received: entryInWords(is),
    pointer: is?.pointer,
    related: asked === undefined ? [before.reading] : [before.reading, asked],
  };
}
