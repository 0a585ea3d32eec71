import type { Behaviour } from '../../src/spec/behaviour.js';
import { type Operation, operations } from '../../src/spec/operations.js';
import { type ErrorResponse, errorResponse, type RequestContext, type Success } from '../request-context.js';

/** Refuses a path that is not the service's at all; such an answer carries no rate-limit headers. */
export function rejectOutside({ route, world }: RequestContext): ErrorResponse | undefined {
  if (route.isServed) return undefined;
  const basePath = world.addresses.base.path;
  return errorResponse(
    'not_found',
    `Nothing is served here. The service lives under ${basePath}: try GET ${basePath}/inventory.`,
    { situation: 'path-unknown' },
  );
}

type MethodQuestion = 'head-requests' | 'plain-options' | 'unknown-method';

/** Refuses a path that no operation has (404), a method that the path does not have (405, 404 or 501), and an operation past its sunset (410). */
export function findOperation(call: RequestContext): ErrorResponse | undefined {
  const { behaviour } = call.world;
  const { operation } = call.route;
  if (operation === undefined) {
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    if (behaviour['messages-base-url'] !== 'same') call.assumed.add('messages-base-url');
    return errorResponse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
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
    if (status === 404) return errorResponse('not_found', message, { situation: 'path-unknown' });
    // Allow belongs to a 405: a service that does not know the method at all says nothing of this path.
    if (status === 501) return errorResponse('method_not_allowed', message, { status });
    return errorResponse('method_not_allowed', message, { headers: { Allow: allowed.join(', ') } });
  }
  return operation.deprecated ? rejectAfterSunset(call, operation) : undefined;
}

/** HEAD and OPTIONS have questions of their own: what they get does not hang on `unknown-method`. */
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
    ? errorResponse('gone', `${method} ${path} ended at ${sunset}.`)
    : undefined;
}

/** Returns an OPTIONS request that is no preflight, where the behaviour takes them (open question `plain-options`). */
export function optionsResponse({ request, route, world }: RequestContext): Success | undefined {
  if (request.method !== 'OPTIONS' || route.operation === undefined) return undefined;
  const Allow = allowedMethods(route.operation, world.behaviour).join(', ');
  // A 204 has no length by itself; a 200 without a body must say so.
  return world.behaviour['plain-options'] === 200
    ? { kind: 'success', status: 200, body: undefined, headers: { Allow, 'Content-Length': '0' } }
    : { kind: 'success', status: 204, body: undefined, headers: { Allow } };
}

/** Returns the methods that an operation's path takes, as `Allow` lists them (RFC 9110 §10.2.1). */
function allowedMethods({ method }: Operation, behaviour: Behaviour): string[] {
  const methods: string[] = [method];
  if (method === 'GET' && behaviour['head-requests'] === 'as-get') methods.push('HEAD');
  const options = behaviour['plain-options'];
  if (options === 200 || options === 204) methods.push('OPTIONS');
  return methods;
}
