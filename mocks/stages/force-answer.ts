import type { ErrorCode } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/error-catalogue.js';
import type { Call } from '../call.js';
import { headerValue } from '../petstore-request.js';
import { type Refusal, refuse } from '../refusal.js';
import { unauthorized } from '../unauthorized.js';

const FORCED_WAIT_MS = 60_000;

/** Which error a status forces: the catalogue's, and 403 for a ban. */
const forcible = new Map<number, ErrorCode>([
  [403, 'key_banned'],
  ...Object.entries(errorCatalogue)
    .filter(([code]) => code !== 'key_banned')
    .map(([code, { status }]) => [status, code as ErrorCode] as const),
]);

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
  const code = forcible.get(status);
  if (code === undefined) {
    const known = [...forcible.keys()].sort().join(', ');
    return refuse('invalid_request', `Prefer: code=${asked} cannot be forced. Codes that can: ${known}.`);
  }
  const refusal = forcedRefusal(call, status, code);
  return { ...refusal, isForced: true, headers: { ...refusal.headers, 'Preference-Applied': `code=${asked}` } };
}

function forcedRefusal(call: Call, status: number, code: ErrorCode): Refusal {
  const message = `Forced by the header Prefer: code=${status}.`;
  switch (code) {
    case 'unauthorized':
      return unauthorized(call, message);
    case 'method_not_allowed':
      return refuse(code, message, { headers: { Allow: call.route.operation?.method ?? 'GET' } });
    case 'rate_limit_exceeded':
    case 'key_banned':
      return refuse(code, message, { status, retryAtMs: call.nowMs + FORCED_WAIT_MS, assumed: ['retry-after-format'] });
    default:
      return refuse(code, message);
  }
}
