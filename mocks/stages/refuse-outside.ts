import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

/** Refuses a path that is not the service's at all; such an answer carries no rate-limit headers. */
export function refuseOutside({ route, world }: Call): Refusal | undefined {
  if (route.isServed) return undefined;
  const basePath = world.addresses.base.path;
  return refuse(
    'not_found',
    `Nothing is served here. The service lives under ${basePath}: try GET ${basePath}/inventory.`,
    { situation: 'path-unknown' },
  );
}
