import { integerOf } from '../../src/json/exact-number.js';
import { quote } from '../../src/json/quote.js';
import { schemas } from '../../src/spec/schemas.js';
import { findViolation } from '../../src/validation/validate.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

/** Refuses a body that breaks the operation's schema (§2.3, §4.3) or the bounds that the behaviour sets. */
export function checkBodySchema(call: Call): Refusal | undefined {
  const schema = call.route.operation?.requestSchema;
  if (schema === undefined) return undefined;
  const violation = findViolation(schema, call.body);
  if (violation !== undefined && !isTolerated(call, violation.pointer)) {
    const field = violation.pointer.slice(1);
    const isMissing = !Object.hasOwn(call.body, field);
    const message = `${field || 'The body'} ${violation.problem}.`;
    return refuse('invalid_request', message, {
      situation: isMissing ? 'field-missing' : 'field-wrong',
      assumed: field === 'message' && !isMissing ? ['message-type-check'] : [],
    });
  }
  return (
    refuseExtraFields(call, Object.keys((schemas[schema] as { properties?: object }).properties ?? {})) ??
    refuseOutOfRange(call)
  );
}

/** A message that is no string passes where the behaviour takes it as text. */
function isTolerated({ world, body }: Call, pointer: string): boolean {
  const choice = world.behaviour['message-type-check'];
  return pointer === '/message' && Object.hasOwn(body, 'message') && choice === 'accepted-as-text';
}

function refuseExtraFields({ world, body, assumed }: Call, known: readonly string[]): Refusal | undefined {
  const extra = Object.keys(body).filter((field) => !known.includes(field));
  if (extra.length === 0) return undefined;
  assumed.add('extra-body-fields');
  if (world.behaviour['extra-body-fields'] === 'ignored') return undefined;
  return refuse('invalid_request', `${quote(extra[0] ?? '')} is no field of this body.`, {
    situation: 'field-unknown',
  });
}

function refuseOutOfRange({ world, body, route, assumed }: Call): Refusal | undefined {
  if (route.operation?.id !== 'updateInventory') return undefined;
  assumed.add('quantity-range');
  const exact = integerOf(body.quantity);
  const { minimum, maximum } = world.behaviour['quantity-range'];
  if (exact !== undefined && exact >= BigInt(minimum) && exact <= BigInt(maximum)) return undefined;
  return refuse('invalid_request', `quantity must be from ${minimum} to ${maximum}.`, {
    situation: 'field-out-of-range',
  });
}
