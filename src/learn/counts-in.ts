import { integerOf } from '../json/exact-number.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json-value.js';

/** The number of a page is none of records. */
const OF_PAGES = /page|offset|index|limit|number$|^no$/i;
/** One or two records may be as many as anything. */
const OF_RECORDS = /count|total|size|length|elements|items|results|records|orders/i;
const FEWEST_RECORDS = 3;

interface Counted {
  readonly body: JsonValue;
  readonly count: number;
}

/** Answers pointers to the numbers, in what stands around lists, that were how many records there are in each: `/meta/total`. */
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
