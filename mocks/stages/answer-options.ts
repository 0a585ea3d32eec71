import { allowedMethods } from '../allowed-methods.js';
import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** Answers an OPTIONS request that is no preflight, where the behaviour takes them (open question `plain-options`). */
export function answerOptions({ request, route, world }: Call): Success | undefined {
  if (request.method !== 'OPTIONS' || route.operation === undefined) return undefined;
  const Allow = allowedMethods(route.operation, world.behaviour).join(', ');
  // A 204 has no length by itself; a 200 without a body must say so.
  return world.behaviour['plain-options'] === 200
    ? { kind: 'success', status: 200, body: undefined, headers: { Allow, 'Content-Length': '0' } }
    : { kind: 'success', status: 204, body: undefined, headers: { Allow } };
}
