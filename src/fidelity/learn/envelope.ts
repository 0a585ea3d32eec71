import { integerOf } from '../../spec/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../spec/json.js';
import { inferShape } from '../profile/infer-shape.js';
import { makeUp } from '../profile/make-up.js';

/** Larger ones may be ids. */
const LARGEST_KEPT = 1_000n;

/** The fields around records. */
interface Rest {
  readonly rest?: JsonObject;
}

/**
 * Returns the fields beside a field in some objects: made up, except switches and small numbers that were always the same, such as
 * `has_more: false`. Clients depend on these, and they contain no data of anybody.
 */
export function restOf(bodies: readonly JsonValue[], field: string): Rest {
  const objects = bodies.filter(isJsonObject);
  const [{ [field]: _, ...rest } = {}] = makeUp(inferShape(objects)).filter(isJsonObject);
  return Object.keys(rest).length === 0 ? {} : { rest: keepConstants(rest, objects) };
}

function keepConstants(madeUp: JsonObject, seen: readonly JsonObject[]): JsonObject {
  const members = Object.entries(madeUp).map(([name, value]): [string, JsonValue] => {
    const values = seen.flatMap((each) => (Object.hasOwn(each, name) ? [each[name] ?? null] : []));
    if (values.length < seen.length) return [name, value];
    if (isJsonObject(value) && values.every(isJsonObject)) return [name, keepConstants(value, values)];
    const [first = null] = values;
    return [name, isKept(first) && values.every((each) => isSame(each, first)) ? first : value];
  });
  return Object.fromEntries(members);
}

function isKept(value: JsonValue): boolean {
  if (value === null || typeof value === 'boolean') return true;
  const integer = integerOf(value);
  return integer !== undefined && integer <= LARGEST_KEPT && integer >= -LARGEST_KEPT;
}

function isSame(one: JsonValue, other: JsonValue): boolean {
  return one === other || (integerOf(one) !== undefined && integerOf(one) === integerOf(other));
}

/** The number of a page is not a number of records. */
const OF_PAGES = /page|offset|index|limit|number$|^no$/i;
/** One or two records may be as many as anything. */
const OF_RECORDS = /count|total|size|length|elements|items|results|records|orders/i;
const FEWEST_RECORDS = 3;

interface Counted {
  readonly body: JsonValue;
  readonly count: number;
}

/** Returns pointers to the numbers around a list that were always the number of its records: `/meta/total`. */
export function countsIn(madeUp: JsonObject, seen: readonly Counted[], parent = ''): string[] {
  return Object.entries(madeUp).flatMap(([name, value]) => {
    const parts = seen.flatMap(({ body, count }) =>
      isJsonObject(body) && Object.hasOwn(body, name) ? [{ body: body[name] ?? null, count }] : [],
    );
    const pointer = `${parent}/${name}`;
    if (parts.length < seen.length) return [];
    if (isJsonObject(value)) return countsIn(value, parts, pointer);
    const isCount = parts.every(({ body, count }) => integerOf(body) === BigInt(count));
    const isMany = parts.some(({ count }) => count >= FEWEST_RECORDS);
    return isCount && !OF_PAGES.test(name) && (isMany || OF_RECORDS.test(name)) ? [pointer] : [];
  });
}
