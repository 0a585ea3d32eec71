import { InputError } from './input-error.js';
import { nameHint } from './name-hint.js';
import { refusePromise } from './refuse-promise.js';

/**
 * Answers the fields that an object gives, without those that are undefined. Throws an InputError for what is no object,
 * and for a field that there is not: a typo must not go unseen. Nothing is quoted: it may be a key.
 */
export function checkedFields<Field extends string>(
  attempted: string,
  what: string,
  value: unknown,
  fields: readonly Field[],
  example: string,
): { readonly [Name in Field]?: unknown } {
  refusePromise(attempted, `${what} object`, value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InputError(attempted, `${what} should be an object`, `Try ${example}.`);
  }
  const given = Object.entries(value).filter(([, part]) => part !== undefined);
  for (const [name, part] of given) {
    if (!(fields as readonly string[]).includes(name)) {
      throw new InputError(attempted, `there is no such field in ${what}`, nameHint(name, fields, 'Fields'));
    }
    refusePromise(attempted, `the ${name}`, part);
  }
  return Object.fromEntries(given) as { [Name in Field]?: unknown };
}
