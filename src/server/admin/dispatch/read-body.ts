import { headerValue } from '../../../../mocks/petstore-request.js';
import type { AdminOperation } from '../../../admin/operations.js';
import { adminSchemas } from '../../../admin/schemas.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json-value.js';
import { JsonError, parseJson } from '../../../json/parse-json.js';
import { InputError } from '../../../validation/input-error.js';
import { nameHint } from '../../../validation/name-hint.js';
import { findAdminViolation } from '../../../validation/validate-admin.js';
import type { ServerRequest } from '../../responder.js';
import { AdminRefusal } from '../admin-refusal.js';
import { bodyLimitOf } from './body-limit.js';
import { lineOf } from './read-parameters.js';

type Refuse = (problem: string) => InputError;

/**
 * Reads the body of a call: a JSON object that conforms to its schema, or nothing where nothing is needed. Throws an
 * InputError with a body that would work, and an AdminRefusal for one that is too large.
 */
export function readBody(operation: AdminOperation, request: ServerRequest): JsonObject {
  const { body: described } = operation;
  const remedy = described === undefined ? 'Leave the body out.' : `Try ${JSON.stringify(described.example)}.`;
  const refuse: Refuse = (problem) => new InputError(lineOf(operation), problem, remedy);
  const { body } = request;
  if (body === 'too-large') throw new AdminRefusal(413, tooLarge(operation, request.path, remedy));
  if (operation.method !== 'GET') checkContentType(headerValue(request, 'content-type'), lineOf(operation));
  if (body.length === 0 && !needsBody(operation)) return {};
  if (described === undefined) throw refuse('it takes no body');
  const value = parse(body, refuse);
  if (!isJsonObject(value)) throw refuse('the body must be a JSON object');
  checkFields(described.schema, value, refuse);
  const violation = findAdminViolation(described.schema, value);
  if (violation !== undefined) throw refuse(`${violation.pointer || 'the body'} ${violation.problem}`);
  return value;
}

function tooLarge(operation: AdminOperation, path: string, remedy: string): string {
  return `${lineOf(operation)}: the body is over ${bodyLimitOf(path) / 1024} KiB. ${remedy}`;
}

function needsBody({ body }: AdminOperation): boolean {
  if (body === undefined) return false;
  const schema: object = adminSchemas[body.schema];
  return 'required' in schema || 'minProperties' in schema;
}

/** A page on another origin can send a form, but no JSON without asking first. */
function checkContentType(contentType: string | undefined, attempted: string): void {
  if (contentType === undefined || /^application\/json *(?:;|$)/i.test(contentType.trim())) return;
  const remedy = "Send Content-Type: application/json; with curl: -H 'Content-Type: application/json'.";
  throw new InputError(attempted, 'the body is announced as something else than JSON', remedy);
}

function parse(body: Uint8Array, refuse: Refuse): JsonValue {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    // The name of a key that stands there twice may be an API key.
    if (error instanceof JsonError && error.rule === 'duplicateKeys') throw refuse('an object has one key twice');
    if (error instanceof JsonError) throw refuse(`the JSON of the body cannot be read: ${error.message}`);
    if (error instanceof TypeError) throw refuse('the body is not UTF-8');
    throw error;
  }
}

/** Helps with a misspelt field; where a schema lists no fields, what reads the body does. The field is not quoted. */
function checkFields(name: keyof typeof adminSchemas, value: JsonObject, refuse: Refuse): void {
  const schema: object = adminSchemas[name];
  const fields = 'properties' in schema ? Object.keys(schema.properties as object) : undefined;
  const unknown = Object.keys(value).find((field) => fields?.includes(field) === false);
  if (fields === undefined || unknown === undefined) return;
  throw refuse(`there is no such field. ${nameHint(unknown, fields, 'Fields').replace(/\.$/, '')}`);
}
