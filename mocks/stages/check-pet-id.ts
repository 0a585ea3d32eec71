import { isInt64Text } from '../../src/spec/int64.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

/** Reads the path's pet id, or refuses one that is no int64 in canonical form (§4.2, open question `malformed-pet-id`). */
export function checkPetId(call: Call): Refusal | undefined {
  const { operation, petIdText } = call.route;
  if (!operation?.path.includes('{petId}')) return undefined;
  if (petIdText !== undefined && isInt64Text(petIdText)) {
    call.petId = petIdText;
    return undefined;
  }
  const message =
    'petId must be an integer from -9223372036854775808 to 9223372036854775807 in plain digits, such as 1.';
  const code = call.world.behaviour['malformed-pet-id'] === 404 ? 'not_found' : 'invalid_request';
  return refuse(code, message, { situation: 'pet-id-malformed', assumed: ['malformed-pet-id'] });
}
