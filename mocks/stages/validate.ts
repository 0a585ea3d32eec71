import { isInt64Text } from '../../src/spec/int64.js';
import { integerOf, isJsonObject, JsonError, type JsonRules, type JsonValue, parseJson } from '../../src/spec/json.js';
import type { QuestionId } from '../../src/spec/open-questions.js';
import { hasPetId } from '../../src/spec/operations.js';
import { quote } from '../../src/spec/quoting.js';
import { schemas } from '../../src/spec/schemas.js';
import { findViolation } from '../../src/spec/validation/validate.js';
import { headerValue } from '../neutral-http.js';
import { type ErrorResponse, errorResponse, type RequestContext } from '../request-context.js';

/** Reads the path's pet id, or refuses one that is no int64 in canonical form (§4.2, open question `malformed-pet-id`). */
export function checkPetId(call: RequestContext): ErrorResponse | undefined {
  const { operation, petIdText } = call.route;
  if (operation === undefined || !hasPetId(operation)) return undefined;
  if (petIdText !== undefined && isInt64Text(petIdText)) {
    call.petId = petIdText;
    return undefined;
  }
  const message =
    'petId must be an integer from -9223372036854775808 to 9223372036854775807 in plain digits, such as 1.';
  const code = call.world.behaviour['malformed-pet-id'] === 404 ? 'not_found' : 'invalid_request';
  return errorResponse(code, message, { situation: 'pet-id-malformed', assumed: ['malformed-pet-id'] });
}

/** Refuses a body that is larger than the service reads (open question `body-limit`). */
export function checkBodySize({ request, route, world, assumed }: RequestContext): ErrorResponse | undefined {
  if (route.operation?.requestSchema === undefined) return undefined;
  assumed.add('body-limit');
  const most = world.behaviour['body-limit'];
  if (request.body !== 'too-large' && request.body.length <= most) return undefined;
  return errorResponse('payload_too_large', `The body is larger than ${most} bytes.`);
}

/** Refuses a body that does not say it is plain JSON (§4, §4.3, open question `update-content-type`). */
export function checkContentType(call: RequestContext): ErrorResponse | undefined {
  const { operation } = call.route;
  if (operation?.requestSchema === undefined) return undefined;
  const coding = headerValue(call.request, 'content-encoding')?.trim().toLowerCase();
  if (coding !== undefined && coding !== '' && coding !== 'identity') {
    return errorResponse('invalid_request', 'Content-Encoding is not understood: send the body as it is.', {
      situation: 'body-malformed',
    });
  }
  const contentType = headerValue(call.request, 'content-type');
  const essence = contentType?.split(';')[0]?.trim().toLowerCase();
  if (essence === 'application/json') return undefined;
  const message = `Content-Type must be application/json${contentType === undefined ? ' and is missing' : ''}.`;
  const question = operation.contentTypeQuestion;
  if (question === undefined) return errorResponse('invalid_request', message, { situation: 'content-type-wrong' });
  call.assumed.add(question);
  const choice = call.world.behaviour[question];
  if (choice === 'ignored') return undefined;
  const code = choice === 415 ? 'unsupported_media_type' : 'invalid_request';
  return errorResponse(code, message, { situation: 'content-type-wrong' });
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const BYTE_ORDER_MARK = '\uFEFF';
/** Levels that can be read without running out of stack, in a page as well. */
const DEEPEST = 1_500;
const questionOfRule: Readonly<Partial<Record<keyof JsonRules, QuestionId>>> = {
  maxDepth: 'nesting-limit',
  duplicateKeys: 'duplicate-keys',
};

/** Reads the body as a JSON object in UTF-8, or refuses it (§4.2, §4.3). */
export function readJsonBody(call: RequestContext): ErrorResponse | undefined {
  const { operation } = call.route;
  if (operation?.requestSchema === undefined) return undefined;
  const text = decode(call);
  if (typeof text !== 'string') return text;
  try {
    return takeObject(call, parseBody(call, text));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    const question = error.rule && questionOfRule[error.rule];
    const assumed = question === undefined ? [] : [question];
    const situation = call.request.body.length === 0 ? 'body-empty' : 'body-malformed';
    return errorResponse('invalid_request', `The body is refused: ${error.message}.`, { situation, assumed });
  }
}

function parseBody({ world, assumed }: RequestContext, text: string): JsonValue {
  const limit = world.behaviour['nesting-limit'];
  const maxDepth = limit === 'none' ? DEEPEST : limit;
  try {
    return parseJson(text, { maxDepth });
  } catch (error) {
    const isRepeat = error instanceof JsonError && error.rule === 'duplicateKeys';
    if (!isRepeat || world.behaviour['duplicate-keys'] === 400) throw error;
    assumed.add('duplicate-keys');
    return parseJson(text, { maxDepth, duplicateKeys: 'last-wins' });
  }
}

function decode({ request, world, assumed }: RequestContext): string | ErrorResponse {
  let text: string;
  try {
    text = decoder.decode(request.body as Uint8Array);
  } catch {
    return errorResponse('invalid_request', 'The body is not UTF-8.', { situation: 'body-malformed' });
  }
  if (!text.startsWith(BYTE_ORDER_MARK)) return text;
  assumed.add('byte-order-mark');
  if (world.behaviour['byte-order-mark'] === 'ignored') return text.slice(1);
  return errorResponse('invalid_request', 'The body begins with a byte order mark.', { situation: 'body-malformed' });
}

function takeObject(call: RequestContext, value: JsonValue): ErrorResponse | undefined {
  if (!isJsonObject(value)) {
    return errorResponse('invalid_request', 'The body must be a JSON object.', { situation: 'body-no-object' });
  }
  const isNested = Object.values(value).some((item) => Array.isArray(item) || isJsonObject(item));
  if (isNested) call.assumed.add('nesting-limit');
  call.body = value;
  return undefined;
}

/** Refuses a body that breaks the operation's schema (§2.3, §4.3) or the bounds that the behaviour sets. */
export function checkBodySchema(call: RequestContext): ErrorResponse | undefined {
  const schema = call.route.operation?.requestSchema;
  if (schema === undefined) return undefined;
  const violation = findViolation(schema, call.body);
  if (violation !== undefined && !isTolerated(call, violation.pointer)) {
    const field = violation.pointer.slice(1);
    const isMissing = !Object.hasOwn(call.body, field);
    const message = `${field || 'The body'} ${violation.problem}.`;
    return errorResponse('invalid_request', message, {
      situation: isMissing ? 'field-missing' : 'field-wrong',
      assumed: field === 'message' && !isMissing ? ['message-type-check'] : [],
    });
  }
  const known = Object.keys((schemas[schema] as { properties?: object }).properties ?? {});
  return rejectExtraFields(call, known) ?? rejectOutOfRange(call, known);
}

/** A message that is no string passes where the behaviour takes it as text. */
function isTolerated({ world, body }: RequestContext, pointer: string): boolean {
  const choice = world.behaviour['message-type-check'];
  return pointer === '/message' && Object.hasOwn(body, 'message') && choice === 'accepted-as-text';
}

function rejectExtraFields(
  { world, body, assumed }: RequestContext,
  known: readonly string[],
): ErrorResponse | undefined {
  const extra = Object.keys(body).filter((field) => !known.includes(field));
  if (extra.length === 0) return undefined;
  assumed.add('extra-body-fields');
  if (world.behaviour['extra-body-fields'] === 'ignored') return undefined;
  return errorResponse('invalid_request', `${quote(extra[0] ?? '')} is no field of this body.`, {
    situation: 'field-unknown',
  });
}

function rejectOutOfRange(
  { world, body, assumed }: RequestContext,
  known: readonly string[],
): ErrorResponse | undefined {
  if (!known.includes('quantity')) return undefined;
  assumed.add('quantity-range');
  const exact = integerOf(body.quantity);
  const { minimum, maximum } = world.behaviour['quantity-range'];
  if (exact !== undefined && exact >= BigInt(minimum) && exact <= BigInt(maximum)) return undefined;
  return errorResponse('invalid_request', `quantity must be from ${minimum} to ${maximum}.`, {
    situation: 'field-out-of-range',
  });
}
