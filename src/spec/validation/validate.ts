import { LosslessNumber } from 'lossless-json';
import { type JsonValue, validatorStandIn } from '../json.js';
import * as compiled from './compiled.js';

export type CompiledSchema = keyof typeof compiled;

/** One thing in a value that its schema does not allow. */
export interface SchemaViolation {
  /** JSON pointer to the place; empty for the value itself. */
  readonly pointer: string;
  /** What is wrong there, as the end of a sentence: `must be integer`, `is missing`. */
  readonly problem: string;
}

interface ValidationError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Code that a schema was compiled to. */
export interface Validator {
  (value: unknown): boolean;
  readonly errors?: readonly ValidationError[] | null;
}

const validators = compiled as unknown as Readonly<Record<CompiledSchema, Validator>>;

/** Returns the first thing in a value that breaks a schema, or undefined when it conforms. Integers of any size are judged exactly. */
export function findViolation(schema: CompiledSchema, value: JsonValue): SchemaViolation | undefined {
  return findViolationBy(validators[schema], value);
}

/** As {@link findViolation}, by the code of any schema. */
export function findViolationBy(validate: Validator, value: JsonValue): SchemaViolation | undefined {
  if (validate(withoutExactNumbers(value))) return undefined;
  const isChoice = ({ keyword }: ValidationError) => keyword === 'anyOf' || keyword === 'oneOf';
  const violations = (validate.errors ?? []).filter((error) => !isChoice(error)).map(violationOf);
  return mostSpecific(violations);
}

/** Where a schema offers alternatives, the validator tells what is wrong with each; the one that got furthest was meant. */
function mostSpecific(violations: readonly SchemaViolation[]): SchemaViolation {
  const depthOf = ({ pointer }: SchemaViolation) => pointer.split('/').length;
  const depth = Math.max(...violations.map(depthOf));
  const deepest = violations.filter((violation) => depthOf(violation) === depth);
  const problems = new Set(deepest.map(({ problem }) => problem));
  return { pointer: deepest[0]?.pointer ?? '', problem: [...problems].join(' or ') };
}

/** Returns what one error of a validator says. */
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

/** Writes a key as a JSON pointer token (RFC 6901 §3). */
function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns the value with plain numbers, near enough for a validator to judge them as it would the exact ones. */
export function withoutExactNumbers(value: JsonValue): unknown {
  if (value instanceof LosslessNumber) return validatorStandIn(value);
  if (Array.isArray(value)) return value.map(withoutExactNumbers);
  if (typeof value !== 'object' || value === null) return value;
  // Nearly every body is flat and plain: there is nothing to copy.
  if (Object.values(value).every((item) => typeof item !== 'object' || item === null)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutExactNumbers(item)]));
}
