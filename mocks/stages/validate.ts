import { isInt64, isInt64Text } from '../../src/json/exact-number.js';
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../src/json/json.js';
import { quote } from '../../src/json/quoting.js';
import type { Operation } from '../../src/service/service.js';
import { findContentTypeFault, findViolation } from '../../src/service/validate.js';
import { headerValue } from '../neutral-http.js';
import { type ErrorResponse, errorResponse } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';

// The checks of a request against the description of its operation: path, method, sunset, id in the path, body.

/** Rejects a path outside the service's addresses, without rate-limit headers. */
export function rejectOutside({ route, world }: RequestContext): ErrorResponse | undefined {
  if (route.isServed) return undefined;
  const basePath = world.addresses.base.path;
  const [{ method, path }] = Object.values(world.service.operations) as [Operation];
  return errorResponse(
    'not_found',
    `Nothing is served at this path. The service is at ${basePath}: try ${method} ${basePath}${path}.`,
    { situation: 'path-unknown' },
  );
}

export function rejectUnknownPath({ route, world, assumed }: RequestContext): ErrorResponse | undefined {
  if (route.operation !== undefined) return undefined;
  const known = Object.values(world.service.operations).map(({ method, path }) => `${method} ${path}`);
  if (world.behaviour['messages-base-url'] !== 'same') assumed.add('messages-base-url');
  return errorResponse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
    situation: 'path-unknown',
  });
}

/** Rejects a method that the path does not have (open question `unknown-method`). HEAD on a GET operation gets the same without a body. */
export function rejectOtherMethod({ request, route, world, assumed }: RequestContext): ErrorResponse | undefined {
  const { operation, allowed } = route;
  if (operation === undefined || allowed.includes(request.method)) return undefined;
  assumed.add('unknown-method');
  const supported = allowed.join(', ');
  const message = `${operation.path} does not support ${request.method}. Supported: ${supported} (case-sensitive).`;
  return world.behaviour['unknown-method'] === 404
    ? errorResponse('not_found', message, { situation: 'method-unknown' })
    : errorResponse('method_not_allowed', message, { situation: 'method-unknown', headers: { Allow: supported } });
}

/** Rejects a deprecated operation past its sunset (open question `after-sunset`). */
export function rejectAfterSunset(context: RequestContext): ErrorResponse | undefined {
  const { request, route, world, nowMs, assumed } = context;
  if (route.operation?.deprecated !== true) return undefined;
  const { method, path } = route.operation;
  if (request.method !== method && request.method !== 'HEAD') return undefined;
  const { sunset } = world.behaviour['sunset-date'];
  if (nowMs < Date.parse(sunset)) return undefined;
  assumed.add('after-sunset').add('sunset-date');
  return world.behaviour['after-sunset'] === 410
    ? errorResponse('gone', `${method} ${path} was removed at its sunset, ${sunset}.`)
    : undefined;
}

/** Reads the id in the path, which must be an int64 (§4.2, open question `malformed-pet-id`). */
export function checkPathId(context: RequestContext): ErrorResponse | undefined {
  const { operation, pathId } = context.route;
  if (operation?.pathId === undefined) return undefined;
  if (pathId !== undefined && isInt64Text(pathId)) {
    context.pathId = pathId;
    return undefined;
  }
  const message = `${operation.pathId} must be an integer from -9223372036854775808 to 9223372036854775807 in plain digits, such as 1.`;
  const isInteger = /^-?\d{1,1000}$/.test(pathId ?? '') && !isInt64(BigInt(pathId ?? ''));
  const choice = context.world.behaviour['malformed-pet-id'];
  const status = typeof choice === 'number' ? choice : choice[isInteger ? 'beyond-int64' : 'other'];
  const situation = isInteger ? 'pet-id-beyond-int64' : 'pet-id-malformed';
  const code = status === 404 ? 'not_found' : 'invalid_request';
  return errorResponse(code, message, { situation, assumed: ['malformed-pet-id'] });
}

function operationWithBody({ route: { requested } }: RequestContext): Operation | undefined {
  return requested?.requestSchema === undefined ? undefined : requested;
}

export function checkBodySize(context: RequestContext): ErrorResponse | undefined {
  if (operationWithBody(context) === undefined) return undefined;
  const { request, world, assumed } = context;
  assumed.add('body-limit');
  const most = world.behaviour['body-limit'];
  if (request.body !== 'too-large' && request.body.length <= most) return undefined;
  return errorResponse('payload_too_large', `The body is larger than ${most} bytes.`, { situation: 'body-too-large' });
}

/** Rejects a body that is not declared as plain JSON (§4, §4.3, open questions `update-content-type`, `message-content-type`). */
export function checkContentType(context: RequestContext): ErrorResponse | undefined {
  const operation = operationWithBody(context);
  if (operation === undefined) return undefined;
  const coding = headerValue(context.request, 'content-encoding')?.trim().toLowerCase();
  if (coding !== undefined && coding !== '' && coding !== 'identity') {
    return malformedBody('Content-Encoding is not supported: send the body unencoded.');
  }
  const fault = findContentTypeFault(headerValue(context.request, 'content-type'));
  const { contentTypeQuestion: question } = operation;
  if (fault === undefined || question === undefined) return undefined;
  const isOpen = fault === 'wrong' || !operation.requiresContentType;
  if (isOpen) context.assumed.add(question);
  const { [question]: chosen } = context.world.behaviour;
  const choice = !isOpen ? 400 : typeof chosen === 'object' ? chosen[fault] : chosen;
  if (choice === 'ignored') return undefined;
  const problem = fault === 'missing' ? ' and is missing' : '';
  const code = choice === 415 ? 'unsupported_media_type' : 'invalid_request';
  return errorResponse(code, `Content-Type must be application/json${problem}.`, {
    situation: `content-type-${fault}`,
  });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';

/** Reads the body, which must be a JSON object in UTF-8 (§4.2, §4.3). */
export function readJsonBody(context: RequestContext): ErrorResponse | undefined {
  if (operationWithBody(context) === undefined) return undefined;
  const bytes = context.request.body as Uint8Array;
  const text = decode(bytes);
  if (text === undefined) return malformedBody('The body is not UTF-8.');
  if (text.startsWith(BYTE_ORDER_MARK)) return malformedBody('The body starts with a byte order mark.');
  try {
    const value = parseJson(text);
    if (isJsonObject(value)) {
      context.body = value;
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const situation = bytes.length === 0 ? 'body-empty' : 'body-malformed';
    return errorResponse('invalid_request', `The body is invalid: ${error.message}.`, { situation });
  }
  return errorResponse('invalid_request', 'The body must be a JSON object.', { situation: 'body-no-object' });
}

function malformedBody(problem: string): ErrorResponse {
  return errorResponse('invalid_request', problem, { situation: 'body-malformed' });
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Rejects a body that violates the operation's schema (§2.3, §4.3) or the bounds of the behaviour. */
export function checkBodySchema(context: RequestContext): ErrorResponse | undefined {
  const operation = operationWithBody(context);
  if (operation === undefined) return undefined;
  const { world, body } = context;
  const schema = world.service.schemas[operation.requestSchema ?? ''] as { readonly properties?: object };
  const violation = findViolation(schema, body);
  if (violation === undefined) {
    return rejectExtraFields(context, schema) ?? world.fake.operations[operation.id]?.checkBody?.(context);
  }
  const field = violation.pointer.slice(1).split('/');
  const message = `${field.join('.') || 'The body'} ${violation.problem}.`;
  return errorResponse('invalid_request', message, { situation: holds(body, field) ? 'field-wrong' : 'field-missing' });
}

function holds(body: JsonValue, [name = '', ...rest]: readonly string[]): boolean {
  if (!isJsonObject(body) || !Object.hasOwn(body, name)) return false;
  return rest.length === 0 || holds(body[name] as JsonValue, rest);
}

function rejectExtraFields(
  { world, body, assumed }: RequestContext,
  { properties = {} }: { readonly properties?: object },
): ErrorResponse | undefined {
  const extra = Object.keys(body).find((field) => !Object.hasOwn(properties, field));
  if (extra === undefined) return undefined;
  assumed.add('extra-body-fields');
  if (world.behaviour['extra-body-fields'] !== 'refused') return undefined;
  return errorResponse('invalid_request', `${quote(extra)} is not a field of this body.`, {
    situation: 'field-unknown',
  });
}
