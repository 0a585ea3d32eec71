import { operationAt, type Place, type Profile, type Shape, statusAt } from '../profile/profile.js';
import { NOT_THERE, typesOf } from './compare-shapes.js';
import {
  alike,
  type ComparisonItem,
  type Difference,
  type DifferenceKind,
  different,
  formatSides,
  uncompared,
} from './comparison.js';

/** What became of one member (a field, a header) at one place. */
export interface PlaceComparison {
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

/** Returns which families the places make up, the widest first. */
function familiesOf(places: readonly Place[]): Family[] {
  const areMixed = places.some(isError) && !places.every(isError);
  const all: Family = ['responses', () => true];
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
export function groupByPlace(
  kind: DifferenceKind,
  outcomes: readonly PlaceComparison[],
  compared: readonly Place[],
): ComparisonItem[] {
  const byMember = new Map<string, PlaceComparison[]>();
  for (const one of outcomes) byMember.set(one.member, [...(byMember.get(one.member) ?? []), one]);
  return [...byMember.values()].flatMap((own) => groupMember(kind, own, compared));
}

function groupMember(
  kind: DifferenceKind,
  outcomes: readonly PlaceComparison[],
  compared: readonly Place[],
): ComparisonItem[] {
  for (const [name, isOf] of familiesOf(compared)) {
    const own = outcomes.filter(({ place }) => isOf(place));
    // Where neither side has it, there is no outcome.
    const isWhole = own.length >= 2 && own.length === compared.filter(isOf).length;
    if (!isWhole || !own.every((one) => isSameDifference(one, own[0]))) continue;
    const rest = outcomes.filter(({ place }) => !isOf(place));
    return [toItem(kind, name, own), ...groupMember(kind, rest, compared)];
  }
  return outcomes.map((one) => toItem(kind, one.place, [one]));
}

function isSameDifference(one: PlaceComparison, other: PlaceComparison | undefined): boolean {
  if (one.atLeast === undefined || other?.atLeast === undefined) return false;
  if (one.left === other.left && one.right === other.right) return true;
  // What is gone everywhere is one thing, whatever it was here and there.
  const isGone = [one, other].every(({ right }) => right === NOT_THERE);
  const isNew = [one, other].every(({ left }) => left === NOT_THERE);
  return (isGone || isNew) && Number.isFinite(one.atLeast) === Number.isFinite(other.atLeast);
}

function toItem(kind: DifferenceKind, where: string, outcomes: readonly PlaceComparison[]): ComparisonItem {
  const [{ member, atLeast } = outcomes[0] as PlaceComparison] = outcomes;
  const [left, right] = [inAll(outcomes, 'left'), inAll(outcomes, 'right')];
  const id = `${where} ${member}`;
  if (atLeast === undefined) return alike(kind, id);
  const sightings = outcomes.reduce((sum, one) => sum + one.sightings, 0);
  if (sightings >= atLeast) return different(kind, id, left, right);
  const why = Number.isFinite(atLeast)
    ? `too few answers (${sightings}, it takes ${atLeast})`
    : 'it may be there at times';
  return uncompared(kind, id, `${formatSides(left, right)}; ${why}`);
}

/** Such as `string or null`, where it is the one here and the other there. */
function inAll(outcomes: readonly PlaceComparison[], side: 'left' | 'right'): string {
  return [...new Set(outcomes.map((one) => one[side]))].join(' or ');
}

/** Tells as one that a field is gone and one of the same type is new, where these are the only ones of their object. Its id is that of the field that is gone. */
export function mergeRenames(fields: readonly ComparisonItem[]): ComparisonItem[] {
  const changed = fields.filter((one) => one.is === 'different').filter(isGoneOrNew);
  const renames = changed.filter(isGone).flatMap((gone) => {
    const [twin, ...others] = changed.filter((one) => one !== gone && objectOf(one) === objectOf(gone));
    return twin !== undefined && others.length === 0 && !isGone(twin) && twin.right === gone.left
      ? [{ gone, twin }]
      : [];
  });
  return fields.flatMap((one) => {
    if (renames.some(({ twin }) => twin === one)) return [];
    const rename = renames.find(({ gone }) => gone === one);
    return rename === undefined ? [one] : [renamedItem(rename.gone, rename.twin)];
  });
}

function renamedItem(gone: Difference, twin: Difference): ComparisonItem {
  return different(gone.kind, gone.id, `${nameOf(gone)}: ${gone.left}`, `${nameOf(twin)}: ${twin.right}`);
}

function isGone({ right }: Difference): boolean {
  return right === NOT_THERE;
}

function isGoneOrNew({ left, right }: Difference): boolean {
  return left === NOT_THERE || right === NOT_THERE;
}

/** Where a field stands: `errors ` of `errors /traceId`. */
function objectOf({ id }: Difference): string {
  return id.slice(0, id.lastIndexOf('/'));
}

function nameOf({ id }: Difference): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

const LIST: Place = 'listInventory 200';
const UPDATE: Place = 'updateInventory 200';

/**
 * Leaves out what an update shows of an item where the list shows the same on each side. A run updates one pet, which may lack what
 * another has, and has what all have: the list tells of both, once.
 */
export function withoutListedItems(
  fields: readonly PlaceComparison[],
  left: Profile,
  right: Profile,
): PlaceComparison[] {
  return fields.filter(({ place, member, ...words }) => {
    if (place !== UPDATE) return true;
    const [one, other] = [listedParts(member, left), listedParts(member, right)];
    return !isAmong(words.left, one) || !isAmong(words.right, other);
  });
}

/** What the items of a list are seen to have in a field: types, and that it is not there. None where no item was seen. */
function listedParts(pointer: string, { responses }: Profile): Set<string> {
  const body = responses[LIST]?.body;
  let shape = body?.kind === 'json' ? body.schema.items : undefined;
  if (shape === undefined) return new Set();
  let isAlways = true;
  for (const name of pointer.slice(1).split('/')) {
    isAlways &&= isAlwaysIn(shape, name);
    shape = partOf(shape, name);
    if (shape === undefined) return new Set([NOT_THERE]);
  }
  return new Set([...partsIn(typesOf(shape)), ...(isAlways ? [] : [NOT_THERE])]);
}

/** `items` and `*` stand for what is in a list, and under the keys of a map. */
function partOf({ properties = {}, items, additionalProperties }: Shape, name: string): Shape | undefined {
  const field = fieldName(name);
  if (Object.hasOwn(properties, field)) return properties[field];
  return name === 'items' ? items : name === '*' ? additionalProperties : undefined;
}

function isAlwaysIn({ properties = {}, required = [] }: Shape, name: string): boolean {
  return required.includes(fieldName(name)) || !Object.hasOwn(properties, fieldName(name));
}

function fieldName(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether all that a field of an update is said to be was seen in the list. */
function isAmong(words: string, listed: ReadonlySet<string>): boolean {
  // A text of a form is a text, too.
  return partsIn(words).every((part) => listed.has(part) || listed.has(part.replace(/ \(.*\)$/, '')));
}

/** Taken apart: `integer or null, missing at times` is a number, null or not there. */
function partsIn(words: string): string[] {
  const types = words.replace(AT_TIMES, '').split(' or ');
  const numbers = types.map((type) => (type === 'integer' ? 'number' : type));
  return AT_TIMES.test(words) ? [...numbers, NOT_THERE] : numbers;
}

const AT_TIMES = /, missing at times$/;
