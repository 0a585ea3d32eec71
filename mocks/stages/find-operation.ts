import type { Behaviour } from '../../src/spec/behaviour.js';
import { type Operation, operations } from '../../src/spec/operations.js';
import { type ErrorResponse, errorResponse, type RequestContext, type StageResult } from '../request-context.js';

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

/** Rejects a path that no operation has. */
export function rejectUnknownPath({ route, world, assumed }: RequestContext): ErrorResponse | undefined {
  if (route.operation !== undefined) return undefined;
  const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
  if (world.behaviour['messages-base-url'] !== 'same') assumed.add('messages-base-url');
  return errorResponse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
    situation: 'path-unknown',
    assumed: ['unknown-path'],
  });
}

/** Responds to an OPTIONS request that is not a preflight (open question `plain-options`). */
export function respondToOptions(context: RequestContext): StageResult | undefined {
  const { operation } = context.route;
  if (context.request.method !== 'OPTIONS' || operation === undefined) return undefined;
  context.assumed.add('plain-options');
  const { behaviour } = context.world;
  const Allow = allowedMethods(operation, behaviour).join(', ');
  const status = behaviour['plain-options'];
  if (status === 404 || status === 405) return rejectMethod(context, operation, status);
  // A 204 never has a body; a 200 without one must say so.
  const headers = status === 200 ? { Allow, 'Content-Length': '0' } : { Allow };
  return { kind: 'success', status, body: undefined, headers };
}

/** Rejects a method that the path does not have (open questions `head-requests` and `unknown-method`). */
export function rejectOtherMethod(context: RequestContext): ErrorResponse | undefined {
  const { request, route, world, assumed } = context;
  const { operation } = route;
  if (operation === undefined || request.method === operation.method || request.method === 'OPTIONS') return undefined;
  const question = request.method === 'HEAD' && operation.method === 'GET' ? 'head-requests' : 'unknown-method';
  assumed.add(question);
  const choice = world.behaviour[question];
  return choice === 'as-get' ? undefined : rejectMethod(context, operation, choice);
}

function rejectMethod({ request, world }: RequestContext, operation: Operation, status: number): ErrorResponse {
  const allowed = allowedMethods(operation, world.behaviour).join(', ');
  const message = `${operation.path} does not support ${request.method}. Supported: ${allowed} (case-sensitive).`;
  if (status === 404) return errorResponse('not_found', message, { situation: 'path-unknown' });
  // Allow belongs to a 405: a service that does not know the method at all does not name this path's methods.
  if (status === 501) return errorResponse('not_implemented', message);
  return errorResponse('method_not_allowed', message, { headers: { Allow: allowed } });
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

/** Returns the methods of an operation's path for `Allow` (RFC 9110 §10.2.1). */
function allowedMethods({ method }: Operation, behaviour: Behaviour): string[] {
  const methods: string[] = [method];
  if (method === 'GET' && behaviour['head-requests'] === 'as-get') methods.push('HEAD');
  const options = behaviour['plain-options'];
  if (options === 200 || options === 204) methods.push('OPTIONS');
  return methods;
}
