import type { Call } from '../call.js';

/** Tells whether a call uses quota and shows the rate-limit headers (§8.1, open question `messages-rate-limited`). */
export function isRateLimited({ route, world }: Call): boolean {
  return route.operation?.id !== 'sendMessage' || world.behaviour['messages-rate-limited'];
}
