import { allowedMethods } from '../allowed-methods.js';
import type { Call } from '../call.js';
import type { Success } from '../outcomes/success.js';

/** Answers an OPTIONS request that is no preflight, where the behaviour takes them (open question `plain-options`). */
export function answerOptions({ request, route, world }: Call): Success | undefined {
  if (request.method !== 'OPTIONS' || route.operation === undefined) return undefined;
  const allow = allowedMethods(route.operation, world.behaviour).join(', ');
  return { kind: 'success', status: 204, body: undefined, headers: { Allow: allow } };
}
