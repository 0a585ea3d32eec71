import type { AdminOperation } from '../../../admin/operations.js';
import { type AdminParameter, pathParameters, queryParameters } from '../../../admin/parameters.js';
import { InputError } from '../../../validation/input-error.js';
import { nameHint } from '../../../validation/name-hint.js';
import { findAdminViolation } from '../../../validation/validate-admin.js';
import { ADMIN_PATH } from '../admin-path.js';
import type { AdminCall } from '../admin-route.js';

/** Names a call in messages. */
export function lineOf({ method, path }: AdminOperation): string {
  return `${method} ${ADMIN_PATH}${path}`;
}

/**
 * Reads the query of a call. Throws an InputError for a parameter that the operation does not take, that comes twice, or
 * that cannot be; the values are not quoted, since one may be a key.
 */
export function readQuery(operation: AdminOperation, query = ''): AdminCall['query'] {
  const names: readonly string[] = operation.isOfWorld ? [...operation.query, 'world'] : operation.query;
  const given = [...new URLSearchParams(query)];
  const read = new Map<string, string | number>();
  for (const [name, text] of given) {
    if (!names.includes(name)) throw unknownParameter(operation, name, names);
    const parameter = queryParameters[name as keyof typeof queryParameters];
    if (read.has(name)) {
      throw new InputError(lineOf(operation), `the parameter ${name} is given twice`, tryQuery(name, parameter));
    }
    const value = readValue(parameter, text);
    const violation = findAdminViolation('QueryParameters', { [name]: value });
    if (violation !== undefined) {
      const problem = `the parameter ${name} ${violation.problem}`;
      throw new InputError(lineOf(operation), problem, tryQuery(name, parameter));
    }
    read.set(name, value);
  }
  return Object.fromEntries(read);
}

/** Throws an InputError for a parameter of the path that cannot be. */
export function checkPath(operation: AdminOperation, path: AdminCall['path']): void {
  for (const [name, text] of Object.entries(path)) {
    const parameter = pathParameters[name as keyof typeof pathParameters];
    const violation = findAdminViolation('PathParameters', { [name]: readValue(parameter, text) });
    if (violation === undefined) continue;
    const example = lineOf(operation).replace(`{${name}}`, parameter.example);
    throw new InputError(lineOf(operation), `${name} ${violation.problem}`, `Try ${example}.`);
  }
}

function unknownParameter(operation: AdminOperation, name: string, names: readonly string[]): InputError {
  const remedy = names.length === 0 ? 'Leave the query out.' : nameHint(name, names, 'Parameters');
  return new InputError(lineOf(operation), 'it takes no such parameter', remedy);
}

function tryQuery(name: string, { example }: AdminParameter): string {
  return `Try ?${name}=${encodeURIComponent(example)}.`;
}

/** What is no integer stays a text, for the schema to refuse. */
function readValue({ schema }: AdminParameter, text: string): string | number {
  const isInteger = typeof schema === 'object' && schema.type === 'integer';
  return isInteger && /^-?\d+$/.test(text) ? Number(text) : text;
}
