import type { JsonValue } from '../json.js';
import * as compiled from './compiled-admin.js';
import { findViolationBy, type SchemaViolation, type Validator } from './validate.js';

const validators = compiled as unknown as Readonly<Record<string, Validator>>;

/** Returns the first violation of a schema of the admin API, or undefined if the value conforms. Throws for a schema that was not compiled. */
export function findAdminViolation(schema: string, value: JsonValue): SchemaViolation | undefined {
  const validate = validators[schema];
  if (validate === undefined) throw new Error(`The schema ${schema} is not compiled for the admin API.`);
  return findViolationBy(validate, value);
}
