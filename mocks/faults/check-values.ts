import { quoteValue } from '../../src/json/quote-value.js';
import { checkedFields } from '../../src/validation/checked-fields.js';
import { InputError } from '../../src/validation/input-error.js';

export const ATTEMPTED = 'Asking for a fault';

/** The longest that anything of a fault may take: an hour. */
export const LONGEST_MS = 3_600_000;

/** What a field takes, and what to write instead of a value that it does not. */
export interface Field {
  readonly takes: (value: unknown) => boolean;
  readonly remedy: string;
}

/** A field for a length of time. */
export function length(exampleMs: number): Field {
  const remedy = `Try ${exampleMs}, in milliseconds; at most an hour, ${LONGEST_MS}.`;
  return { takes: (value) => isWithin(value, 0, LONGEST_MS), remedy };
}

/** Answers the fields that were given, each with a value that it takes. Throws an InputError. */
export function checkedValues<Name extends string>(
  what: string,
  value: unknown,
  fields: Readonly<Record<Name, Field>>,
  example: string,
): { readonly [Given in Name]?: unknown } {
  const names = Object.keys(fields) as Name[];
  const given = checkedFields(ATTEMPTED, what, value, names, example);
  for (const name of names) {
    const part = given[name];
    if (part === undefined || fields[name].takes(part)) continue;
    throw new InputError(ATTEMPTED, `${name} cannot be ${quoteValue(part)}`, fields[name].remedy);
  }
  return given;
}

export function isWithin(value: unknown, least: number, most: number): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

export function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && isWithin(value, least, most);
}
