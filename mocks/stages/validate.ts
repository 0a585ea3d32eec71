import { integerOf, isInt64Text } from '../../src/json/exact-number.js';
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../src/json/json.js';
import { quote } from '../../src/json/quoting.js';
import { hasPetId, schemas } from '../../src/service/petstore.js';
import { findContentTypeFault } from '../../src/service/request-headers.js';
import type { Operation } from '../../src/service/service.js';
import { findViolation } from '../../src/service/validate.js';
import { headerValue } from '../neutral-http.js';
import { type ErrorResponse, errorResponse, type RequestContext } from '../request-context.js';

/** Reads the path's pet id, which must be an int64 (§4.2, open question `malformed-pet-id`). */
export function checkPetId(context: RequestContext): ErrorResponse | undefined {
  const { operation, petIdText } = context.route;
  if (operation === undefined || !hasPetId(operation)) return undefined;
  if (petIdText !== undefined && isInt64Text(petIdText)) {
    context.petId = petIdText;
    return undefined;
  }
  const message =
    'petId must be an integer from -9223372036854775808 to 9223372036854775807 in plain digits, such as 1.';
  const code = context.world.behaviour['malformed-pet-id'] === 404 ? 'not_found' : 'invalid_request';
  return errorResponse(code, message, { situation: 'pet-id-malformed', assumed: ['malformed-pet-id'] });
}

/** Returns the requested operation if it has a body. */
function operationWithBody({ route: { requested, operation } }: RequestContext): Operation | undefined {
  return requested !== undefined && operation?.requestSchema !== undefined ? operation : undefined;
}

/** Rejects a body above the limit (open question `body-limit`). */
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
    return errorResponse('invalid_request', 'Content-Encoding is not supported: send the body unencoded.', {
      situation: 'body-malformed',
    });
  }
  const fault = findContentTypeFault(headerValue(context.request, 'content-type'));
  const { contentTypeQuestion: question } = operation;
  if (fault === undefined || question === undefined) return undefined;
  // A message without one gets 400, as the document says.
  const isOpen = fault === 'wrong' || operation.id === 'updateInventory';
  if (isOpen) context.assumed.add(question);
  const choice = isOpen ? context.world.behaviour[question] : 400;
  if (choice === 'ignored') return undefined;
  const problem = fault === 'missing' ? ' and is missing' : '';
  const code = choice === 415 ? 'unsupported_media_type' : 'invalid_request';
  return errorResponse(code, `Content-Type must be application/json${problem}.`, { situation: 'content-type-wrong' });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';

/** Reads the body, which must be a JSON object in UTF-8 (§4.2, §4.3). */
export function readJsonBody(context: RequestContext): ErrorResponse | undefined {
  if (operationWithBody(context) === undefined) return undefined;
  const text = decode(context);
  if (typeof text !== 'string') return text;
  try {
    return takeObject(context, parseJson(text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const situation = context.request.body.length === 0 ? 'body-empty' : 'body-malformed';
    return errorResponse('invalid_request', `The body is invalid: ${error.message}.`, { situation });
  }
}

function decode({ request }: RequestContext): string | ErrorResponse {
  let text: string;
  try {
    text = decoder.decode(request.body as Uint8Array);
  } catch {
    return errorResponse('invalid_request', 'The body is not UTF-8.', { situation: 'body-malformed' });
  }
  if (!text.startsWith(BYTE_ORDER_MARK)) return text;
  return errorResponse('invalid_request', 'The body starts with a byte order mark.', { situation: 'body-malformed' });
}

function takeObject(context: RequestContext, value: JsonValue): ErrorResponse | undefined {
  if (!isJsonObject(value)) {
    return errorResponse('invalid_request', 'The body must be a JSON object.', { situation: 'body-no-object' });
  }
  context.body = value;
  return undefined;
}

/** Rejects a body that violates the operation's schema (§2.3, §4.3) or the bounds of the behaviour. */
export function checkBodySchema(context: RequestContext): ErrorResponse | undefined {
  const schema = operationWithBody(context)?.requestSchema;
  if (schema === undefined) return undefined;
  const violation = findViolation(schemas[schema as keyof typeof schemas], context.body);
  if (violation !== undefined) {
    const field = violation.pointer.slice(1);
    const isMissing = !Object.hasOwn(context.body, field);
    const message = `${field || 'The body'} ${violation.problem}.`;
    return errorResponse('invalid_request', message, { situation: isMissing ? 'field-missing' : 'field-wrong' });
  }
  const known = knownFields.get(schema) ?? [];
  return rejectExtraFields(context, known) ?? rejectOutOfRange(context, known) ?? rejectBlank(context);
}

const knownFields = new Map(
  Object.entries(schemas).map(([name, schema]) => [
    name,
    Object.keys((schema as { properties?: object }).properties ?? {}),
  ]),
);

function rejectExtraFields(
  { world, body, assumed }: RequestContext,
  known: readonly string[],
): ErrorResponse | undefined {
  const extra = Object.keys(body).filter((field) => !known.includes(field));
  if (extra.length === 0) return undefined;
  assumed.add('extra-body-fields');
  if (world.behaviour['extra-body-fields'] !== 'refused') return undefined;
  return errorResponse('invalid_request', `${quote(extra[0] ?? '')} is not a field of this body.`, {
    situation: 'field-unknown',
  });
}

/** Rejects a message without a text (open question `empty-message`). */
function rejectBlank({ world, body, assumed }: RequestContext): ErrorResponse | undefined {
  const { message } = body;
  if (typeof message !== 'string' || message.trim() !== '') return undefined;
  assumed.add('empty-message');
  const choice = world.behaviour['empty-message'];
  if (choice === 'accepted' || (choice === '400-if-empty' && message !== '')) return undefined;
  return errorResponse('invalid_request', 'message must not be blank.', { situation: 'field-blank' });
}

function rejectOutOfRange(
  { world, body, assumed }: RequestContext,
  known: readonly string[],
): ErrorResponse | undefined {
  if (!known.includes('quantity')) return undefined;
  assumed.add('quantity-range');
  const { quantity } = body;
  const exact = typeof quantity === 'number' && Number.isSafeInteger(quantity) ? quantity : integerOf(quantity);
  const { minimum, maximum } = world.behaviour['quantity-range'];
  if (exact !== undefined && exact >= minimum && exact <= maximum) return undefined;
  return errorResponse('invalid_request', `quantity must be from ${minimum} to ${maximum}.`, {
    situation: 'field-out-of-range',
  });
}
