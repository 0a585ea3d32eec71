import { LosslessNumber, validatorStandIn } from '../exact-number.js';
import type { JsonValue } from '../json.js';
import * as compiled from './compiled.js';

export type CompiledSchema = keyof typeof compiled;

/** A violation of a schema. */
export interface SchemaViolation {
  /** JSON pointer to the invalid part; empty for the value itself. */
  readonly pointer: string;
  /** The problem, as the end of a sentence: `must be integer`, `is missing`. */
  readonly problem: string;
}

interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** A compiled schema. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationError[] | null;
}

const validators = compiled as unknown as Readonly<Record<CompiledSchema, Validator>>;

/** Returns the first violation of a schema, or undefined if the value conforms. Integers of any size are exact. */
export function findViolation(schema: CompiledSchema, value: JsonValue): SchemaViolation | undefined {
  return findViolationBy(validators[schema], value);
}

/** Returns whether a value conforms to a schema: much faster than looking for what does not. */
export function conforms(schema: CompiledSchema, value: JsonValue): boolean {
  return validators[schema](withoutExactNumbers(value));
}

/** Like {@link findViolation}, for any compiled schema. */
export function findViolationBy(validate: Validator, value: JsonValue): SchemaViolation | undefined {
  if (validate(withoutExactNumbers(value))) return undefined;
  const isChoice = ({ keyword }: ValidationError) => keyword === 'anyOf' || keyword === 'oneOf';
  const violations = (validate.errors ?? []).filter((error) => !isChoice(error)).map(violationOf);
  return mostSpecific(violations);
}

/** For a schema with alternatives the validator reports errors of each; the deepest error belongs to the intended one. */
function mostSpecific(violations: readonly SchemaViolation[]): SchemaViolation {
  const depthOf = ({ pointer }: SchemaViolation) => pointer.split('/').length;
  const depth = Math.max(...violations.map(depthOf));
  const deepest = violations.filter((violation) => depthOf(violation) === depth);
  const problems = new Set(deepest.map(({ problem }) => problem));
  return { pointer: deepest[0]?.pointer ?? '', problem: [...problems].join(' or ') };
}

/** Converts an error of a validator. */
export function violationOf({ instancePath, keyword, params, message }: ValidationError): SchemaViolation {
  switch (keyword) {
    case 'required':
      return { pointer: `${instancePath}/${escapePointer(String(params.missingProperty))}`, problem: 'is missing' };
    case 'additionalProperties':
      return { pointer: `${instancePath}/${escapePointer(String(params.additionalProperty))}`, problem: 'is unknown' };
    case 'enum':
      return { pointer: instancePath, problem: `must be one of ${(params.allowedValues as unknown[]).join(', ')}` };
    case 'const':
      return { pointer: instancePath, problem: `must be ${JSON.stringify(params.allowedValue)}` };
    case 'format':
      return { pointer: instancePath, problem: `must be an ${String(params.format)}` };
    case 'type':
      return { pointer: instancePath, problem: `must be ${[params.type].flat().join(' or ')}` };
    case 'pattern':
      return { pointer: instancePath, problem: 'is not of the right form' };
    default:
      return { pointer: instancePath, problem: message ?? 'does not conform' };
  }
}

function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
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
