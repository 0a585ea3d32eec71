import type { ErrorCode } from '../../src/spec/behaviour.js';
import { errorCatalogue } from '../../src/spec/error-catalogue.js';
import type { Call } from '../call.js';
import { type Refusal, refuse } from './refusal.js';
import { unauthorized } from './unauthorized.js';

const FORCED_WAIT_MS = 60_000;

/** Which error goes with a status: the catalogue's, and with 403 a ban. */
export const errorOfStatus: ReadonlyMap<number, ErrorCode> = new Map<number, ErrorCode>([
  [403, 'key_banned'],
  ...Object.entries(errorCatalogue)
    .filter(([code]) => code !== 'key_banned')
    .map(([code, { status }]) => [status, code as ErrorCode] as const),
]);

/** Makes the refusal of a status that somebody asked for, as complete as if it had come about. A status that no error has borrows one. */
export function forcedRefusal(call: Call, status: number, message: string): Refusal {
  const code = errorOfStatus.get(status) ?? (status < 500 ? 'invalid_request' : 'internal_error');
  return { ...refusalOf(call, code, status, message), isForced: true };
}

function refusalOf(call: Call, code: ErrorCode, status: number, message: string): Refusal {
  switch (code) {
    case 'unauthorized':
      return unauthorized(call, { message });
    case 'method_not_allowed':
      return refuse(code, message, { headers: { Allow: call.route.operation?.method ?? 'GET' } });
    case 'rate_limit_exceeded':
    case 'key_banned':
      return refuse(code, message, { status, retryAtMs: call.nowMs + FORCED_WAIT_MS, assumed: ['retry-after-format'] });
    default:
      return refuse(code, message, { status });
  }
}
