import { integerOf } from '../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';
import { inferShape } from '../profile/infer-shape.js';
import { makeUp } from '../profile/make-up.js';
import type { IsOfStore } from '../profile/shape-sample.js';

/** Larger ones may be ids. */
const LARGEST_KEPT = 1_000n;

/** What stands around records. */
interface Rest {
  readonly rest?: JsonObject;
}

/**
 * Answers what stands beside a field in some objects: made up, but for switches and small numbers that were always the same, such as
 * `has_more: false`. Clients go by these, and they name nobody.
 */
export function restOf(bodies: readonly JsonValue[], field: string, isOfStore: IsOfStore): Rest {
  const others = bodies.filter(isJsonObject).map(({ [field]: _, ...rest }) => rest);
  const [rest] = makeUp(inferShape(others, {}, isOfStore)).filter(isJsonObject);
  return rest === undefined || Object.keys(rest).length === 0 ? {} : { rest: keepConstants(rest, others) };
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
