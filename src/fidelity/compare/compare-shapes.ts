import { oneLine } from '../../spec/quoting.js';
import type { Shape, ShapeType } from '../profile/profile.js';

/** What was compared in two shapes. `atLeast`: so many answers must have been seen on each side to be sure of a difference. */
export interface FieldComparison {
  /** Pointer to a field; `/items` stands for whatever is in a list, `/*` for what is under any key of a map. */
  readonly pointer: string;
  readonly left: string;
  readonly right: string;
  /** Undefined: they are alike. */
  readonly atLeast: number | undefined;
}

/** What stands for a field that a side does not have. */
export const NOT_THERE = 'not there';

/** A field that one answer had, the next may lack: only from two answers on is it said to be always there. */
const ALWAYS = 2;
/** A list of two or more is a sample by itself. */
const ALWAYS_IN_LIST = 1;
/** A field that is missing at times may happen to be there in a few answers, or in none of them. */
const AT_TIMES = 20;
/** Never enough. */
const CANNOT_TELL = Number.POSITIVE_INFINITY;

interface Surroundings {
  readonly isInList?: boolean;
  /** Whether the sample is one of records, of which another store may hold others, or of answers that fail for many reasons. */
  readonly isMixed: boolean;
  /** Whether a field around it was missing at times, so that it was seen less often than the answers. */
  readonly isRare: boolean;
  /** Whether the lists of one side held a single record in all. */
  readonly isOneRecord: boolean;
  /** Whether that record is around, and one side has no field of its own: what else the other has may be there at times. */
  readonly isPartOfOne?: boolean;
}

/** Compares what lies in two shapes, field by field. What the shapes themselves are is {@link typesOf}’s. */
export function compareMembers(left: Shape, right: Shape, around: Surroundings, pointer = ''): FieldComparison[] {
  const names = [...new Set([...Object.keys(left.properties ?? {}), ...Object.keys(right.properties ?? {})])].sort();
  // A side that never showed an object there lacks no field of one.
  const areObjects = left.properties !== undefined && right.properties !== undefined;
  const fields = [
    ...(areObjects ? names.flatMap((name) => compareField(name, left, right, around, pointer)) : []),
    ...compareMaps(left.additionalProperties, right.additionalProperties, around, `${pointer}/*`),
  ];
  if (left.items === undefined || right.items === undefined) return fields;
  const itemsAt = `${pointer}/items`;
  const isPartOfOne = around.isPartOfOne || (around.isOneRecord && hasNoFieldOfItsOwn(left.items, right.items));
  const inList = { ...around, isMixed: true, isInList: true, isPartOfOne };
  return [
    ...fields,
    ...compareTypes(left.items, right.items, inList, itemsAt),
    ...compareMembers(left.items, right.items, inList, itemsAt),
  ];
}

function compareMaps(
  left: Shape | undefined,
  right: Shape | undefined,
  around: Surroundings,
  pointer: string,
): FieldComparison[] {
  if (left === undefined || right === undefined) return [];
  const inMap = { ...around, isMixed: true, isInList: true };
  return [...compareTypes(left, right, inMap, pointer), ...compareMembers(left, right, inMap, pointer)];
}

function compareField(
  name: string,
  left: Shape,
  right: Shape,
  around: Surroundings,
  parent: string,
): FieldComparison[] {
  const pointer = `${parent}/${oneLine(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const [one, other] = [fieldOf(left, name), fieldOf(right, name)];
  const often = around.isMixed ? CANNOT_TELL : AT_TIMES;
  if (one.shape === undefined || other.shape === undefined) {
    const isAlways = one.isAlways || other.isAlways;
    // Which keys of a map are there is data. Where few objects were seen, one may have been taken for a field.
    const isInMap = (one.shape === undefined ? left : right).additionalProperties !== undefined;
    const atLeast = around.isRare || around.isPartOfOne || isInMap ? CANNOT_TELL : isAlways ? always(around) : often;
    return [{ pointer, left: inWords(one), right: inWords(other), atLeast }];
  }
  const within = { ...around, isRare: around.isRare || !one.isAlways || !other.isAlways };
  const types = compareTypes(one.shape, other.shape, within, pointer);
  const isOftener = one.isAlways !== other.isAlways && !around.isRare && often !== CANNOT_TELL;
  const presence = isOftener ? [{ pointer, left: inWords(one), right: inWords(other), atLeast: often }] : [];
  const isDifferent = types.some(({ atLeast }) => atLeast !== undefined);
  return [
    ...(isDifferent || presence.length === 0 ? types : presence),
    ...compareMembers(one.shape, other.shape, within, pointer),
  ];
}

/** Whether what the one side always has is all among what the other has, in either direction. */
function hasNoFieldOfItsOwn(left: Shape, right: Shape): boolean {
  const isWithin = ({ required = [] }: Shape, { properties = {} }: Shape) =>
    required.every((name) => Object.hasOwn(properties, name));
  return isWithin(left, right) || isWithin(right, left);
}

function always({ isInList = false }: Surroundings): number {
  return isInList ? ALWAYS_IN_LIST : ALWAYS;
}

interface Field {
  readonly shape: Shape | undefined;
  readonly isAlways: boolean;
}

function fieldOf({ properties = {}, required = [] }: Shape, name: string): Field {
  const shape = Object.hasOwn(properties, name) ? properties[name] : undefined;
  return { shape, isAlways: shape !== undefined && required.includes(name) };
}

function inWords({ shape, isAlways }: Field): string {
  if (shape === undefined) return NOT_THERE;
  return isAlways ? typesOf(shape) : `${typesOf(shape)}, missing at times`;
}

function compareTypes(left: Shape, right: Shape, around: Surroundings, pointer: string): FieldComparison[] {
  const texts = { pointer, left: typesOf(left), right: typesOf(right) };
  if (kindsOf(left).size === 0 || kindsOf(right).size === 0) {
    const isSame = kindsOf(left).size === kindsOf(right).size;
    return [{ ...texts, atLeast: isSame ? undefined : CANNOT_TELL }];
  }
  if (!shareType(left, right)) return [{ ...texts, atLeast: 1 }];
  return [
    { ...texts, atLeast: hasOtherForm(left, right) ? (around.isRare ? CANNOT_TELL : always(around)) : undefined },
  ];
}

/** Whether two shapes have a type in common, or either was only ever seen to be null. */
export function shareType(left: Shape, right: Shape): boolean {
  const [one, other] = [kindsOf(left), kindsOf(right)];
  return one.size === 0 || other.size === 0 || [...one].some((type) => other.has(type));
}

/** A number may happen to be whole, and what can be null may happen never to be. */
function kindsOf({ type }: Shape): Set<ShapeType> {
  return new Set(type.filter((each) => each !== 'null').map((each) => (each === 'integer' ? 'number' : each)));
}

/** Dates and UUIDs are what their place demands; that free texts all look like e-mails or links may be chance. */
const strictForms: readonly (string | undefined)[] = ['date-time', 'date', 'uuid'];

function hasOtherForm({ type, format: left }: Shape, { type: otherType, format: right }: Shape): boolean {
  if (left === right || !type.includes('string') || !otherType.includes('string')) return false;
  return strictForms.includes(left) || strictForms.includes(right);
}

/** Writes what a shape is: `integer`, `string (date-time) or null`. */
export function typesOf({ type, format }: Shape): string {
  return type.map((each) => (each === 'string' && format !== undefined ? `string (${format})` : each)).join(' or ');
}
