import { LosslessNumber, validatorStandIn } from '../json/exact-number.js';
import type { JsonValue } from '../json/json.js';
import { memoize } from '../json/memoize.js';
import { makeCheck, type SchemaViolation } from '../json/schema-check.js';
import * as compiled from './compiled.js';
import { type SchemaName, schemas } from './petstore.js';

export type { SchemaViolation };

const checkOf = memoize(makeCheck);

/** Every request and every response is checked by the document's schemas: those are compiled ahead. */
const compiledChecks = new Map<object, (value: unknown) => boolean>(
  Object.entries(compiled).map(([name, check]) => [schemas[name as SchemaName], check as (value: unknown) => boolean]),
);

/** Returns the first violation of a schema, or undefined if the value conforms. Integers of any size are exact. */
export function findViolation(schema: object, value: JsonValue): SchemaViolation | undefined {
  const [first, ...more] = violationsOf(schema, value, false);
  return first && mostSpecific([first, ...more]);
}

export function findViolations(schema: object, value: JsonValue): readonly SchemaViolation[] {
  return violationsOf(schema, value, true);
}

/** Returns whether a value conforms to a schema: much faster than looking for what does not. */
export function conforms(schema: object, value: JsonValue): boolean {
  return isValid(schema, withoutExactNumbers(value));
}

function isValid(schema: object, plain: unknown): boolean {
  return (compiledChecks.get(schema) ?? checkOf(schema))(plain);
}

function violationsOf(schema: object, value: JsonValue, isFull: boolean): SchemaViolation[] {
  const plain = withoutExactNumbers(value);
  if (isValid(schema, plain)) return [];
  const found: SchemaViolation[] = [];
  checkOf(schema)(plain, { pointer: '', found, isFull });
  return found.length > 0 ? found : [{ pointer: '', problem: 'does not conform to the schema' }];
}

/** For a schema with alternatives there are violations of each; the deepest belongs to the intended one. */
function mostSpecific(violations: readonly SchemaViolation[]): SchemaViolation {
  const depthOf = ({ pointer }: SchemaViolation) => pointer.split('/').length;
  const depth = Math.max(...violations.map(depthOf));
  const deepest = violations.filter((violation) => depthOf(violation) === depth);
  const problems = new Set(deepest.map(({ problem }) => problem));
  return { pointer: deepest[0]?.pointer ?? '', problem: [...problems].join(' or ') };
}

/** Returns the value with plain numbers, which a validator treats like the exact ones. */
export function withoutExactNumbers(value: JsonValue): unknown {
  return holdsExactNumber(value) ? copyWithout(value) : value;
}

function copyWithout(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return validatorStandIn(value);
  if (Array.isArray(value)) return value.map(copyWithout);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copyWithout(item)]));
}

/** Nearly no body does, and large ones are costly to copy. */
function holdsExactNumber(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof LosslessNumber) return true;
  if (Array.isArray(value)) return value.some(holdsExactNumber);
  for (const key in value) if (holdsExactNumber(value[key] as JsonValue)) return true;
  return false;
}

const ESSENCE = /^\s*([^;\s]*)\s*(?:;|$)/;

/** Returns what is wrong with a Content-Type: it is missing, or not application/json. Its parameters, such as a charset, do not count. */
export function findContentTypeFault(header: string | undefined): 'missing' | 'wrong' | undefined {
  if (header === 'application/json') return undefined;
  if (header === undefined || header.trim() === '') return 'missing';
  return ESSENCE.exec(header)?.[1]?.toLowerCase() === 'application/json' ? undefined : 'wrong';
}
