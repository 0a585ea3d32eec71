import type { Place } from '../profile/profile.js';
import { NOT_THERE } from './compare-shapes.js';
import type { DifferenceKind } from './comparison.js';
import { onEachSide } from './on-each-side.js';
import { alike, different, type Outcome, uncompared } from './outcome.js';
import { operationAt, statusAt } from './places.js';

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

type Family = readonly [name: string, isOf: (place: Place) => boolean];

/** Answers which families the places make up, the widest first. */
function familiesOf(places: readonly Place[]): Family[] {
  const areMixed = places.some(isError) && !places.every(isError);
  const all: Family = ['answers', () => true];
  const statuses = [...new Set(places.map(statusAt))].sort();
  const operations = [...new Set(places.map(operationAt))];
  return [
    ...(areMixed ? [all] : []),
    ['errors', isError],
    ['successes', (place) => !isError(place)],
    ...statuses.map((status): Family => [String(status), (place) => statusAt(place) === status]),
    ...operations.map((operation): Family => [operation, (place) => operationAt(place) === operation]),
  ];
}

/**
 * Tells as one what differs in the same way at every place that was compared: in all answers, all errors or all successes, in all of
 * one status or of one operation. Each answer of these counts as evidence for it.
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
  if (one.atLeast === undefined || other?.atLeast === undefined) return false;
  if (one.left === other.left && one.right === other.right) return true;
  // What is gone everywhere is one thing, whatever it was here and there.
  const isGone = [one, other].every(({ right }) => right === NOT_THERE);
  const isNew = [one, other].every(({ left }) => left === NOT_THERE);
  return (isGone || isNew) && Number.isFinite(one.atLeast) === Number.isFinite(other.atLeast);
}

function tell(kind: DifferenceKind, where: string, outcomes: readonly PlaceOutcome[]): Outcome {
  const [{ member, atLeast } = outcomes[0] as PlaceOutcome] = outcomes;
  const [left, right] = [inAll(outcomes, 'left'), inAll(outcomes, 'right')];
  const id = `${where} ${member}`;
  if (atLeast === undefined) return alike(kind, id);
  const sightings = outcomes.reduce((sum, one) => sum + one.sightings, 0);
  if (sightings >= atLeast) return different(kind, id, left, right);
  const why = Number.isFinite(atLeast)
    ? `too few answers (${sightings}, it takes ${atLeast})`
    : 'it may be there at times';
  return uncompared(kind, id, `${onEachSide(left, right)}; ${why}`);
}

/** Such as `string or null`, where it is the one here and the other there. */
function inAll(outcomes: readonly PlaceOutcome[], side: 'left' | 'right'): string {
  return [...new Set(outcomes.map((one) => one[side]))].join(' or ');
}
