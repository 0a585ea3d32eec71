import type { Call } from '../call.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';

/** Refuses a body that is larger than the service reads (open question `body-limit`). */
export function checkBodySize({ request, route, world, assumed }: Call): Refusal | undefined {
  if (route.operation?.requestSchema === undefined) return undefined;
  assumed.add('body-limit');
  const most = world.behaviour['body-limit'];
  if (request.body !== 'too-large' && request.body.length <= most) return undefined;
  return refuse('payload_too_large', `The body is larger than ${most} bytes.`);
}
