import type { JsonValue } from '../json.js';
import * as compiled from './compiled-files.js';
import { findViolationBy, type SchemaViolation, type Validator } from './validate.js';

/** Schemas of the files that commands read; the library, which browsers load, does without them. */
export type FileSchema = keyof typeof compiled;

const validators = compiled as unknown as Readonly<Record<FileSchema, Validator>>;

/** Returns the first thing in a file's contents that breaks its schema, or undefined when it conforms. */
export function findFileViolation(schema: FileSchema, value: JsonValue): SchemaViolation | undefined {
  return findViolationBy(validators[schema], value);
}
