import type { ErrorCode } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/errors.js';
import { headerValue } from '../neutral-http.js';
import { type ErrorResponse, errorResponse, type RequestContext } from '../request-context.js';
import { identify, unauthorized } from './authenticate.js';

/** Refuses where a fault says so, before anything else is looked at. It uses no quota; the answer shows the caller's. */
export function applyFault(call: RequestContext): ErrorResponse | undefined {
  const { status, network } = call.fault ?? {};
  if (status === undefined && network === undefined) return undefined;
  identify(call);
  if (status !== undefined) return forcedErrorResponse(call, status, `A fault was asked for: status ${status}.`);
  return forcedErrorResponse(call, 500, 'A fault was asked for: the connection breaks, and nobody reads this.');
}

/**
 * Refuses as `Prefer: code=…` asks, where the behaviour allows that (open question `prefer-header`).
 * It comes before the limits, so that it works whatever the quota says and changes nothing.
 */
export function applyPreferHeader(call: RequestContext): ErrorResponse | undefined {
  const asked = /(?:^|[,;\s])code="?(\d{3})"?(?:$|[,;\s])/.exec(headerValue(call.request, 'prefer') ?? '')?.[1];
  if (asked === undefined) return undefined;
  call.assumed.add('prefer-header');
  if (call.world.behaviour['prefer-header'] === 'off' || asked.startsWith('2')) return undefined;
  const status = Number(asked);
  if (!errorCodeOfStatus.has(status)) {
    const known = [...errorCodeOfStatus.keys()].sort().join(', ');
    return errorResponse('invalid_request', `Prefer: code=${asked} cannot be forced. Codes that can: ${known}.`);
  }
  const refusal = forcedErrorResponse(call, status, `Forced by the header Prefer: code=${asked}.`);
  return { ...refusal, headers: { ...refusal.headers, 'Preference-Applied': `code=${asked}` } };
}

const FORCED_WAIT_MS = 60_000;

/** Which error goes with a status: the catalogue's, and with 403 a ban. */
const errorCodeOfStatus: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  [403, 'key_banned'],
  ...Object.entries(errorCatalogue)
    .filter(([code]) => code !== 'key_banned')
    .map(([code, { status }]) => [status, code as ErrorCode] as const),
]);

/** Creates the refusal of a status that somebody asked for, as complete as if it had come about. A status that no error has borrows one. */
function forcedErrorResponse(call: RequestContext, status: number, message: string): ErrorResponse {
  const code = errorCodeOfStatus.get(status) ?? (status < 500 ? 'invalid_request' : 'internal_error');
  return { ...errorResponseOf(call, code, status, message), isForced: true };
}

function errorResponseOf(call: RequestContext, code: ErrorCode, status: number, message: string): ErrorResponse {
  switch (code) {
    case 'unauthorized':
      return unauthorized(call, { message });
    case 'method_not_allowed':
      return errorResponse(code, message, { headers: { Allow: call.route.operation?.method ?? 'GET' } });
    case 'rate_limit_exceeded':
    case 'key_banned':
      return errorResponse(code, message, {
        status,
        retryAtMs: call.nowMs + FORCED_WAIT_MS,
        assumed: ['retry-after-format'],
      });
    default:
      return errorResponse(code, message, { status });
  }
}
