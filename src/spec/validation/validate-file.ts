import type { JsonValue } from '../json.js';
import * as compiled from './compiled-files.js';
import { findViolationBy, type SchemaViolation, type Validator } from './validate.js';

/** Schemas of the files that commands read; separate, since browsers need none of them. */
export type FileSchema = keyof typeof compiled;

const validators = compiled as unknown as Readonly<Record<FileSchema, Validator>>;

/** Returns the first violation of a file's schema, or undefined if its contents conform. */
export function findFileViolation(schema: FileSchema, value: JsonValue): SchemaViolation | undefined {
  return findViolationBy(validators[schema], value);
}
