import { type Operation, operations } from '../../src/spec/operations.js';
import { allowedMethods } from '../allowed-methods.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

type MethodQuestion = 'head-requests' | 'plain-options' | 'unknown-method';

/** Refuses a path that no operation has (404), a method that the path does not have (405, 404 or 501), and an operation past its sunset (410). */
export function findOperation(call: Call): Refusal | undefined {
  const { behaviour } = call.world;
  const { operation } = call.route;
  if (operation === undefined) {
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    if (behaviour['messages-base-url'] !== 'same') call.assumed.add('messages-base-url');
    return refuse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
      situation: 'path-unknown',
      assumed: ['unknown-path'],
    });
  }
  const { method } = call.request;
  const question = questionOf(method, operation);
  if (question !== undefined) call.assumed.add(question);
  const allowed = allowedMethods(operation, behaviour);
  if (!allowed.includes(method)) {
    const message = `${operation.path} takes no ${method}. It takes ${allowed.join(', ')}; methods are written in capitals.`;
    const status = question === undefined ? 405 : behaviour[question];
    if (status === 404) return refuse('not_found', message, { situation: 'path-unknown' });
    // Allow belongs to a 405: a service that does not know the method at all says nothing of this path.
    if (status === 501) return refuse('method_not_allowed', message, { status });
    return refuse('method_not_allowed', message, { headers: { Allow: allowed.join(', ') } });
  }
  return operation.deprecated ? refuseAfterSunset(call, operation) : undefined;
}

/** HEAD and OPTIONS have questions of their own: what they get does not hang on `unknown-method`. */
function questionOf(method: string, operation: Operation): MethodQuestion | undefined {
  if (method === operation.method) return undefined;
  if (method === 'HEAD' && operation.method === 'GET') return 'head-requests';
  return method === 'OPTIONS' ? 'plain-options' : 'unknown-method';
}

function refuseAfterSunset({ world, nowMs, assumed }: Call, { method, path }: Operation): Refusal | undefined {
  const { sunset } = world.behaviour['sunset-date'];
  if (nowMs < Date.parse(sunset)) return undefined;
  assumed.add('after-sunset').add('sunset-date');
  return world.behaviour['after-sunset'] === 410 ? refuse('gone', `${method} ${path} ended at ${sunset}.`) : undefined;
}
