import { type Operation, operations } from '../../src/spec/operations.js';
import { allowedMethods } from '../allowed-methods.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from '../refusal.js';

/** Refuses a path that no operation has (404), a method that the path does not have (405), and an operation past its sunset (410). */
export function findOperation(call: Call): Refusal | undefined {
  const { behaviour } = call.world;
  const { operation } = call.route;
  if (operation === undefined) {
    const known = Object.values(operations).map(({ method, path }) => `${method} ${path}`);
    return refuse('not_found', `No operation has this path. Operations: ${known.join(', ')}.`, {
      assumed: ['unknown-path'],
    });
  }
  const { method } = call.request;
  if (method === 'HEAD' && operation.method === 'GET') call.assumed.add('head-requests');
  const allowed = allowedMethods(operation, behaviour);
  if (!allowed.includes(method)) return otherMethod(call, operation, allowed.join(', '));
  if (operation.deprecated && behaviour['after-sunset'] === 410 && call.nowMs >= sunsetMs(call)) {
    const message = `${operation.method} ${operation.path} ended at ${behaviour['sunset-date'].sunset}.`;
    return refuse('gone', message, { assumed: ['after-sunset', 'sunset-date'] });
  }
  return undefined;
}

function otherMethod({ world, request }: Call, { path }: Operation, allowed: string): Refusal {
  const assumed = [request.method === 'OPTIONS' ? 'plain-options' : 'unknown-method'] as const;
  const message = `${path} takes no ${request.method}. It takes ${allowed}; methods are written in capitals.`;
  if (world.behaviour['unknown-method'] === 404) return refuse('not_found', message, { assumed });
  return refuse('method_not_allowed', message, { headers: { Allow: allowed }, assumed });
}

function sunsetMs({ world }: Call): number {
  return Date.parse(world.behaviour['sunset-date'].sunset);
}
