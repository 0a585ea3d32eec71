import { isJsonObject, type JsonObject, type JsonValue, writeJson } from '../../spec/json.js';

/** A line of two texts side by side; undefined where the other one has a line more. */
export interface ComparedLine {
  readonly left: string | undefined;
  readonly right: string | undefined;
  readonly isSame: boolean;
}

/** Fields that name an item of a list. */
const IDS = ['petId', 'id'];

/**
 * Compares two JSON values by their structure: members of objects by name, in any order, and items of lists by their id, or by their
 * place if they have none. Returns their lines, indented and without commas.
 */
export function compareJson(left: JsonValue, right: JsonValue): ComparedLine[] {
  return compareValues({ name: '', depth: 0 }, left, right);
}

interface Place {
  /** What stands before a value: `"quantity": `. */
  readonly name: string;
  readonly depth: number;
}

function compareValues(place: Place, left: JsonValue, right: JsonValue): ComparedLine[] {
  if (canonical(left) === canonical(right)) {
    return linesOf(place, left).map((line) => ({ left: line, right: line, isSame: true }));
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return enclose(place, '[]', compareItems(place.depth + 1, left, right));
  }
  if (isJsonObject(left) && isJsonObject(right)) {
    return enclose(place, '{}', compareMembers(place.depth + 1, left, right));
  }
  return besideEachOther(linesOf(place, left), linesOf(place, right));
}

function compareMembers(depth: number, left: JsonObject, right: JsonObject): ComparedLine[] {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].flatMap((name) => comparePair({ name: nameOf(name), depth }, left[name], right[name]));
}

function compareItems(depth: number, left: readonly JsonValue[], right: readonly JsonValue[]): ComparedLine[] {
  const place = { name: '', depth };
  const rest = byId(right);
  if (rest === undefined || byId(left) === undefined) {
    const length = Math.max(left.length, right.length);
    return Array.from({ length }, (_, index) => comparePair(place, left[index], right[index])).flat();
  }
  const lines = left.flatMap((item) => {
    const id = idOf(item) as string;
    const other = rest.get(id);
    rest.delete(id);
    return comparePair(place, item, other);
  });
  return [...lines, ...[...rest.values()].flatMap((item) => comparePair(place, undefined, item))];
}

function comparePair(place: Place, left: JsonValue | undefined, right: JsonValue | undefined): ComparedLine[] {
  if (left !== undefined && right !== undefined) return compareValues(place, left, right);
  const linesOfOne = (value: JsonValue | undefined) => (value === undefined ? [] : linesOf(place, value));
  return besideEachOther(linesOfOne(left), linesOfOne(right));
}

/** Returns the items by their ids; undefined unless each has one of its own. */
function byId(items: readonly JsonValue[]): Map<string, JsonValue> | undefined {
  const found = new Map<string, JsonValue>();
  for (const item of items) {
    const id = idOf(item);
    if (id === undefined || found.has(id)) return undefined;
    found.set(id, item);
  }
  return found;
}

function idOf(item: JsonValue): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const name = IDS.find((one) => item[one] !== undefined);
  return name === undefined ? undefined : writeJson(item[name]);
}

function besideEachOther(left: readonly string[], right: readonly string[]): ComparedLine[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, index) => ({ left: left[index], right: right[index], isSame: false }));
}

function enclose({ name, depth }: Place, [open, close]: string, lines: readonly ComparedLine[]): ComparedLine[] {
  const same = (text: string): ComparedLine => ({ left: text, right: text, isSame: true });
  return [same(`${indent(depth)}${name}${open}`), ...lines, same(`${indent(depth)}${close}`)];
}

function linesOf({ name, depth }: Place, value: JsonValue): string[] {
  const before = `${indent(depth)}${name}`;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.flatMap((item) => linesOf({ name: '', depth: depth + 1 }, item));
    return [`${before}[`, ...items, `${indent(depth)}]`];
  }
  if (isJsonObject(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).flatMap(([member, one]) =>
      linesOf({ name: nameOf(member), depth: depth + 1 }, one),
    );
    return [`${before}{`, ...members, `${indent(depth)}}`];
  }
  return [`${before}${writeJson(value)}`];
}

const indent = (depth: number) => '  '.repeat(depth);
const nameOf = (member: string) => `${JSON.stringify(member)}: `;

/** Returns a text that is equal for values that are equal but for the order of members. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isJsonObject(value)) return writeJson(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join()}}`;
}
