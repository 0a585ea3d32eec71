import type { Behaviour } from '../../src/spec/behaviour.js';
import { type Operation, operations } from '../../src/spec/operations.js';
import { type ErrorResponse, errorResponse, type RequestContext, type Success } from '../request-context.js';

/** Rejects a path outside the service's addresses, without rate-limit headers. */
export function rejectOutside({ route, world }: RequestContext): ErrorResponse | undefined {
  if (route.isServed) return undefined;
  const basePath = world.addresses.base.path;
  return errorResponse(
    'not_found',
    `Nothing is served at this path. The service is at ${basePath}: try GET ${basePath}/inventory.`,
    { situation: 'path-unknown' },
  );
}

type MethodQuestion = 'head-requests' | 'plain-options' | 'unknown-method';

/** Rejects an unknown path (404), an unsupported method (405, 404 or 501), and an operation past its sunset (410). */
export function findOperation(context: RequestContext): ErrorResponse | undefined {
  const { behaviour } = context.world;
  const { operation } = context.route;
  if (operation === undefined) {
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    if (behaviour['messages-base-url'] !== 'same') context.assumed.add('messages-base-url');
    return errorResponse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
      situation: 'path-unknown',
      assumed: ['unknown-path'],
    });
  }
  const { method } = context.request;
  const question = questionOf(method, operation);
  if (question !== undefined) context.assumed.add(question);
  const allowed = allowedMethods(operation, behaviour);
  if (!allowed.includes(method)) {
    const message = `${operation.path} does not support ${method}. Supported: ${allowed.join(', ')} (case-sensitive).`;
    const status = question === undefined ? 405 : behaviour[question];
    if (status === 404) return errorResponse('not_found', message, { situation: 'path-unknown' });
    // Allow belongs to a 405: a service that does not know the method at all does not name this path's methods.
    if (status === 501) return errorResponse('method_not_allowed', message, { status });
    return errorResponse('method_not_allowed', message, { headers: { Allow: allowed.join(', ') } });
  }
  return operation.deprecated ? rejectAfterSunset(context, operation) : undefined;
}

/** HEAD and OPTIONS have their own questions and do not depend on `unknown-method`. */
function questionOf(method: string, operation: Operation): MethodQuestion | undefined {
  if (method === operation.method) return undefined;
  if (method === 'HEAD' && operation.method === 'GET') return 'head-requests';
  return method === 'OPTIONS' ? 'plain-options' : 'unknown-method';
}

function rejectAfterSunset(
  { world, nowMs, assumed }: RequestContext,
  { method, path }: Operation,
): ErrorResponse | undefined {
  const { sunset } = world.behaviour['sunset-date'];
  if (nowMs < Date.parse(sunset)) return undefined;
  assumed.add('after-sunset').add('sunset-date');
  return world.behaviour['after-sunset'] === 410
    ? errorResponse('gone', `${method} ${path} was removed at its sunset, ${sunset}.`)
    : undefined;
}

/** Returns the response to an OPTIONS request that is not a preflight (open question `plain-options`). */
export function optionsResponse({ request, route, world }: RequestContext): Success | undefined {
  if (request.method !== 'OPTIONS' || route.operation === undefined) return undefined;
  const Allow = allowedMethods(route.operation, world.behaviour).join(', ');
  // A 204 never has a body; a 200 without one must say so.
  return world.behaviour['plain-options'] === 200
    ? { kind: 'success', status: 200, body: undefined, headers: { Allow, 'Content-Length': '0' } }
    : { kind: 'success', status: 204, body: undefined, headers: { Allow } };
}

/** Returns the methods of an operation's path for `Allow` (RFC 9110 §10.2.1). */
function allowedMethods({ method }: Operation, behaviour: Behaviour): string[] {
  const methods: string[] = [method];
  if (method === 'GET' && behaviour['head-requests'] === 'as-get') methods.push('HEAD');
  const options = behaviour['plain-options'];
  if (options === 200 || options === 204) methods.push('OPTIONS');
  return methods;
}
