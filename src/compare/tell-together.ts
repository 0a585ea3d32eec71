import type { Place } from '../profile/profile.js';
import type { DifferenceKind } from './comparison.js';
import { onEachSide } from './on-each-side.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';
import { statusAt } from './places.js';

/** What became of one member (a field, a header) at one place. */
export interface PlaceOutcome {
  readonly place: Place;
  readonly member: string;
  readonly left: string;
  readonly right: string;
  /** How many answers both sides saw here, at least. */
  readonly sightings: number;
  /** How many it takes to be sure that they differ; undefined: they are alike. */
  readonly atLeast: number | undefined;
}

const isError = (place: Place) => statusAt(place) >= 400;

/** Answers which families the places make up, the widest first. */
function familiesOf(places: readonly Place[]): [name: string, isOf: (place: Place) => boolean][] {
  const areMixed = places.some(isError) && !places.every(isError);
  return [
    ...(areMixed ? [['answers', () => true] satisfies [string, unknown]] : []),
    ['errors', isError],
    ['successes', (place) => !isError(place)],
  ];
}

/**
 * Tells as one what differs in the same way at every place that was compared: in all answers, all errors or all successes. Each
 * answer of these counts as evidence for it.
 */
export function tellTogether(
  kind: DifferenceKind,
  outcomes: readonly PlaceOutcome[],
  compared: readonly Place[],
): Outcome[] {
  const byMember = new Map<string, PlaceOutcome[]>();
  for (const one of outcomes) byMember.set(one.member, [...(byMember.get(one.member) ?? []), one]);
  return [...byMember.values()].flatMap((own) => tellMember(kind, own, compared));
}

function tellMember(kind: DifferenceKind, outcomes: readonly PlaceOutcome[], compared: readonly Place[]): Outcome[] {
  for (const [name, isOf] of familiesOf(compared)) {
    const own = outcomes.filter(({ place }) => isOf(place));
    // Where neither side has it, there is no outcome.
    const isWhole = own.length >= 2 && own.length === compared.filter(isOf).length;
    if (!isWhole || !own.every((one) => isSameDifference(one, own[0]))) continue;
    const rest = outcomes.filter(({ place }) => !isOf(place));
    return [tell(kind, name, own), ...tellMember(kind, rest, compared)];
  }
  return outcomes.map((one) => tell(kind, one.place, [one]));
}

function isSameDifference(one: PlaceOutcome, other: PlaceOutcome | undefined): boolean {
  return one.atLeast !== undefined && one.left === other?.left && one.right === other.right;
}

function tell(kind: DifferenceKind, where: string, outcomes: readonly PlaceOutcome[]): Outcome {
  const [{ member, left, right, atLeast } = outcomes[0] as PlaceOutcome] = outcomes;
  const id = `${where} ${member}`;
  if (atLeast === undefined) return alike(kind, id);
  const sightings = outcomes.reduce((sum, one) => sum + one.sightings, 0);
  if (sightings >= atLeast) return different(kind, id, left, right);
  const why = Number.isFinite(atLeast)
    ? `too few answers (${sightings}, it takes ${atLeast})`
    : 'it may be there at times';
  return uncompared(kind, id, `${onEachSide(left, right)}; ${why}`);
}
