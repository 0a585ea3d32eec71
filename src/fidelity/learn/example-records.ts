import { groupBy } from '../../spec/group-by.js';
import { isJsonObject, type JsonValue } from '../../spec/json.js';
import { inferShape, type KnownWords } from '../profile/infer-shape.js';
import { makeUp } from '../profile/make-up.js';
import type { Shape } from '../profile/profile.js';

/** Enough to see that records differ. */
const FEWEST_RECORDS = 3;
/** More forms than that are combinations, which no example can show. */
const MOST_FORMS = 12;

/**
 * Makes up records in all forms in which the seen ones came: a form is which fields a record has, and of which types. What the shape
 * of all records leaves out as data is in none of them.
 */
export function makeUpRecords(seen: readonly JsonValue[], known: KnownWords = {}): JsonValue[] {
  const whole = inferShape(seen, known);
  const forms = [...groupBy(seen, formOf)].map(([form, alike]) => ({ form, shape: inferShape(alike) }));
  const isKnown = forms.length <= MOST_FORMS && forms.every(({ shape }) => isWithin(shape, whole));
  const [only, ...others] = isKnown ? forms : [];
  if (only === undefined) return makeUp(whole, FEWEST_RECORDS);
  if (others.length === 0) return ofForm(only.form, makeUp(whole, FEWEST_RECORDS));
  return forms.flatMap(({ form, shape }) => ofForm(form, makeUp(shape)));
}

/** The lists in later values are shorter. */
function ofForm(form: string, madeUp: readonly JsonValue[]): JsonValue[] {
  const [first, ...others] = madeUp;
  return first === undefined ? [] : [first, ...others.filter((each) => formOf(each) === form)];
}

function isWithin(form: Shape, whole: Shape | undefined): boolean {
  if (whole === undefined || form.additionalProperties !== undefined) return false;
  const { properties = {}, items } = form;
  const areFields = Object.entries(properties).every(
    ([name, part]) => Object.hasOwn(whole.properties ?? {}, name) && isWithin(part, whole.properties?.[name]),
  );
  return areFields && (items === undefined || isWithin(items, whole.items));
}

/** Returns the types of a value and of all its parts, in the order of names; items of a list count once. */
export function formOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(formOf))].sort().join('|')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}:${formOf(part)}`);
    return `{${members.sort().join(',')}}`;
  }
  if (value === null) return 'null';
  // Exact numbers are objects.
  return typeof value === 'object' ? 'number' : typeof value;
}
