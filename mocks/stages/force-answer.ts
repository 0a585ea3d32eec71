import type { Call } from '../call.js';
import { errorOfStatus, forcedRefusal } from '../outcomes/forced-refusal.js';
import { type Refusal, refuse } from '../outcomes/refusal.js';
import { headerValue } from '../petstore-request.js';

/**
 * Refuses as `Prefer: code=…` asks, where the behaviour allows that (open question `prefer-header`).
 * It comes before the limits, so that it works whatever the quota says and changes nothing.
 */
export function forceAnswer(call: Call): Refusal | undefined {
  const asked = /(?:^|[,;\s])code="?(\d{3})"?(?:$|[,;\s])/.exec(headerValue(call.request, 'prefer') ?? '')?.[1];
  if (asked === undefined) return undefined;
  call.assumed.add('prefer-header');
  if (call.world.behaviour['prefer-header'] === 'off' || asked.startsWith('2')) return undefined;
  const status = Number(asked);
  if (!errorOfStatus.has(status)) {
    const known = [...errorOfStatus.keys()].sort().join(', ');
    return refuse('invalid_request', `Prefer: code=${asked} cannot be forced. Codes that can: ${known}.`);
  }
  const refusal = forcedRefusal(call, status, `Forced by the header Prefer: code=${asked}.`);
  return { ...refusal, headers: { ...refusal.headers, 'Preference-Applied': `code=${asked}` } };
}
