import {
  type AdminOperation,
  type AdminOperationId,
  type AdminParameter,
  adminAreas,
  adminOperations,
  pathParameters,
  queryParameters,
} from '../../admin/operations.js';
import { adminSchemas, isBodyNeeded } from '../../admin/schemas.js';
import { InputError, nameHint } from '../../json/input-error.js';
import { isJsonObject, JsonError, type JsonObject, type JsonValue, parseJson } from '../../json/json.js';
import { matchTemplate, parseTemplate } from '../../service/path-template.js';
import { findViolation } from '../../service/validate.js';
import type { ServerRequest } from '../responder.js';
import { ADMIN_PATH, bodyLimitOf, sizeInWords } from './admin-path.js';
import { type AdminCall, type AdminContext, AdminHttpError, type ControlRoomMode } from './admin-route.js';

/** Reads a request as a call of the admin API. Throws an InputError or an AdminHttpError if it is invalid. */
export function readCall(
  request: ServerRequest,
  { mode }: Pick<AdminContext, 'mode'>,
): AdminCall & { readonly id: AdminOperationId } {
  const { id, operation, path } = findAdminOperation(request.method, request.path);
  checkMode(operation, mode);
  checkPath(operation, path);
  const query = readQuery(operation, request.query);
  const subject = findSubject(query.world, mode);
  const body = readCallBody(operation, request);
  return { id, ...subject, path, query, body, request };
}

function findSubject(id: string | undefined, mode: ControlRoomMode): Pick<AdminCall, 'source' | 'served' | 'worlds'> {
  if (mode.kind === 'proxy') {
    if (id !== undefined) throw new AdminHttpError(404, 'A proxy has no worlds. Leave ?world= out.');
    const none = undefined as never;
    return { source: mode.source, served: none, worlds: none };
  }
  const { worlds } = mode;
  const served = id === undefined ? worlds.shared : worlds.get(id);
  if (served !== undefined) return { source: served, served, worlds };
  const remedy = `GET ${ADMIN_PATH}/worlds lists all; POST ${ADMIN_PATH}/keys {"isolated":true} opens one.`;
  throw new AdminHttpError(404, `Unknown world. ${remedy}`);
}

/** Throws an AdminHttpError for an operation that only a fake supports. */
function checkMode(operation: AdminOperation, mode: ControlRoomMode): void {
  if (mode.kind === 'fake' || operation.isForProxy) return;
  const about = adminAreas[operation.area].toLowerCase();
  throw new AdminHttpError(
    409,
    `This is a proxy in front of ${mode.upstream}: ${lineOf(operation)} (${about}) needs a fake. Use GET ${ADMIN_PATH}/requests, /findings, /manners or /events here, or start a fake: petstore-mock serve.`,
  );
}

/** Reads the query of a call. Throws an InputError that quotes no value, since one may be a key. */
export function readQuery(operation: AdminOperation, query = ''): AdminCall['query'] {
  const names: readonly string[] = operation.isOfWorld ? [...operation.query, 'world'] : operation.query;
  const read = new Map<string, string | number>();
  for (const [name, text] of new URLSearchParams(query)) {
    if (!names.includes(name)) {
      const remedy = names.length === 0 ? 'Leave the query out.' : nameHint(name, names, 'Parameters');
      throw new InputError(lineOf(operation), 'unknown query parameter', remedy);
    }
    const parameter = queryParameters[name as keyof typeof queryParameters];
    const remedy = `Try ?${name}=${encodeURIComponent(parameter.example)}.`;
    if (read.has(name)) throw new InputError(lineOf(operation), `the parameter ${name} is given twice`, remedy);
    read.set(name, readParameter(name, text, parameter, { operation, remedy }));
  }
  return Object.fromEntries(read);
}

export function checkPath(operation: AdminOperation, path: AdminCall['path']): void {
  for (const [name, text] of Object.entries(path)) {
    const parameter = pathParameters[name as keyof typeof pathParameters];
    const remedy = `Try ${lineOf(operation).replace(`{${name}}`, parameter.example)}.`;
    readParameter(name, text, parameter, { operation, remedy });
  }
}

/** A value that is not an integer stays text: the schema rejects it. */
function readParameter(
  name: string,
  text: string,
  { schema }: AdminParameter,
  { operation, remedy }: { readonly operation: AdminOperation; readonly remedy: string },
): string | number {
  const isInteger = typeof schema === 'object' && schema.type === 'integer' && /^-?\d+$/.test(text);
  const value = isInteger ? Number(text) : text;
  const violation = findViolation(schema as object, value);
  if (violation === undefined) return value;
  throw new InputError(lineOf(operation), `the parameter ${name} ${violation.problem}`, remedy);
}

type ToInputError = (problem: string) => InputError;

/** Reads the body of a call as its schema wants it. Throws an InputError with an example, and an AdminHttpError if it is too large. */
export function readCallBody(operation: AdminOperation, request: ServerRequest): JsonObject {
  const { body: described } = operation;
  const remedy = remedyFor(operation);
  const problemOf: ToInputError = (problem) => new InputError(lineOf(operation), problem, remedy);
  const { body } = request;
  if (body === 'too-large') {
    const limit = sizeInWords(bodyLimitOf(request));
    throw new AdminHttpError(413, `${lineOf(operation)}: the body is over ${limit}. ${remedy}`);
  }
  if (body.length === 0 && !(described && isBodyNeeded(described.schema))) return {};
  if (described === undefined) throw problemOf('no body is expected');
  const text = decode(body, problemOf);
  if (described.document !== undefined) return { [described.document]: text };
  const value = parse(text, problemOf);
  if (!isJsonObject(value)) throw problemOf('the body must be a JSON object');
  checkFields(described.schema, value, problemOf);
  const violation = findViolation(adminSchemas[described.schema], value);
  if (violation !== undefined) throw problemOf(`${violation.pointer || 'the body'} ${violation.problem}`);
  return value;
}

function remedyFor({ path, body }: AdminOperation): string {
  if (body === undefined) return 'Leave the body out.';
  if (body.document === undefined) return `Try ${JSON.stringify(body.example)}.`;
  return `Download one: GET ${ADMIN_PATH}${path}.`;
}

function decode(body: Uint8Array, problemOf: ToInputError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw problemOf('the body is not UTF-8');
  }
}

function parse(text: string, problemOf: ToInputError): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    // The name of the duplicate key may be an API key.
    if (error instanceof JsonError && error.rule === 'duplicateKeys') throw problemOf('an object has a duplicate key');
    if (error instanceof JsonError) throw problemOf(`the body is not valid JSON: ${error.message}`);
    throw error;
  }
}

/** Suggests the name of a misspelt field, which is not quoted. Schemas without a list of fields are checked later. */
function checkFields(name: keyof typeof adminSchemas, value: JsonObject, problemOf: ToInputError): void {
  const schema: object = adminSchemas[name];
  const fields = 'properties' in schema ? Object.keys(schema.properties as object) : undefined;
  const unknown = Object.keys(value).find((field) => fields?.includes(field) === false);
  if (fields === undefined || unknown === undefined) return;
  throw problemOf(`unknown field. ${nameHint(unknown, fields, 'Fields').replace(/\.$/, '')}`);
}

/** Paths with the fewest parameters first: `/requests/count` is not a `/requests/{number}`. */
const candidates = Object.entries(adminOperations)
  .map(([id, operation]) => ({ id: id as AdminOperationId, operation, template: parseTemplate(operation.path) }))
  .sort((one, other) => one.template.parameters.length - other.template.parameters.length);

/** Returns the operation of a method and a path, with the parameters of the path. Throws an AdminHttpError: 404 or 405. */
export function findAdminOperation(method: string, path: string) {
  const matching = candidates.flatMap((candidate) => {
    const parameters = matchTemplate(candidate.template, path, ADMIN_PATH.length + 1);
    // A parameter is empty, or its escapes are broken.
    const isComplete = parameters !== undefined && Object.values(parameters).every((value) => value);
    return isComplete ? [{ ...candidate, parameters: parameters as Record<string, string> }] : [];
  });
  const [closest] = matching;
  if (closest === undefined) {
    const remedy = `GET ${ADMIN_PATH}/openapi.json describes all paths.`;
    throw new AdminHttpError(404, `Nothing is served at this path. ${remedy}`);
  }
  const samePath = matching.filter(({ operation }) => operation.path === closest.operation.path);
  const wanted = method === 'HEAD' ? 'GET' : method;
  const found = samePath.find(({ operation }) => operation.method === wanted);
  if (found === undefined) throw wrongMethodError(samePath);
  return { id: found.id, operation: found.operation, path: found.parameters };
}

function wrongMethodError(matching: typeof candidates): AdminHttpError {
  const methods = matching.map(({ operation }) => operation.method);
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  const known = matching.map(({ operation }) => lineOf(operation)).join(', ');
  return new AdminHttpError(405, `This path does not support the method. Try ${known}.`, { Allow: allowed });
}

function lineOf({ method, path }: { readonly method: string; readonly path: string }): string {
  return `${method} ${ADMIN_PATH}${path}`;
}
