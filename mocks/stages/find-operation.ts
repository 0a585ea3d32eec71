import { operations } from '../../src/service/petstore.js';
import { type ErrorResponse, errorResponse, type RequestContext } from '../request-context.js';

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
  });
}

/** Rejects a method that the path does not have (open question `unknown-method`). HEAD on a GET operation gets the same without a body. */
export function rejectOtherMethod({ request, route, world, assumed }: RequestContext): ErrorResponse | undefined {
  const { operation } = route;
  if (operation === undefined) return undefined;
  const allowed = operation.method === 'GET' ? ['GET', 'HEAD'] : [operation.method];
  if (allowed.includes(request.method)) return undefined;
  assumed.add('unknown-method');
  const supported = allowed.join(', ');
  const message = `${operation.path} does not support ${request.method}. Supported: ${supported} (case-sensitive).`;
  return world.behaviour['unknown-method'] === 404
    ? errorResponse('not_found', message, { situation: 'path-unknown' })
    : errorResponse('method_not_allowed', message, { headers: { Allow: supported } });
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
