import { type ErrorCode, errorCatalogue } from '../../src/service/errors.js';
import type { AppliedFault } from '../faults/faults.js';
import { headerValue } from '../neutral-http.js';
import { type ErrorResponse, errorResponse } from '../operations/operation.js';
import type { RequestContext } from '../request-context.js';
import { unauthorized } from './authenticate.js';

/** Returns the error that a fault forces, before anything else is checked. It uses no quota; the headers show the caller's. */
export function applyFault(context: RequestContext, { status, network }: AppliedFault): ErrorResponse | undefined {
  if (status !== undefined) return forcedErrorResponse(context, status, `A fault forced the status ${status}.`);
  if (network === undefined) return undefined;
  return forcedErrorResponse(context, 500, 'A fault forced the connection to reset; no client reads this.');
}

/** Returns the error that `Prefer: code=…` forces (option `prefer`), with any quota and without a change. */
export function applyPreferHeader(context: RequestContext): ErrorResponse | undefined {
  const preference = headerValue(context.request, 'prefer');
  const wanted = /(?:^|[,;\s])code="?(\d{3})"?(?:$|[,;\s])/.exec(preference ?? '')?.[1];
  if (wanted === undefined || wanted.startsWith('2')) return undefined;
  const status = Number(wanted);
  if (!errorCodeOfStatus.has(status)) {
    const known = [...errorCodeOfStatus.keys()].sort().join(', ');
    return errorResponse('invalid_request', `Prefer: code=${wanted} cannot be forced. Supported codes: ${known}.`);
  }
  const error = forcedErrorResponse(context, status, `Forced by the header Prefer: code=${wanted}.`);
  return { ...error, headers: { ...error.headers, 'Preference-Applied': `code=${wanted}` } };
}

const errorCodeOfStatus: ReadonlyMap<number, string> = new Map(
  Object.entries(errorCatalogue).map(([code, { status }]) => [code === 'key_banned' ? 403 : status, code]),
);

/** Creates a forced error, as complete as a natural one. A status without an error of its own borrows one. */
function forcedErrorResponse(context: RequestContext, status: number, message: string): ErrorResponse {
  const code = errorCodeOfStatus.get(status) ?? (status < 500 ? 'invalid_request' : 'internal_error');
  return { ...errorResponseOf(context, code as ErrorCode, status, message), isForced: true };
}

function errorResponseOf(context: RequestContext, code: ErrorCode, status: number, message: string): ErrorResponse {
  switch (code) {
    case 'unauthorized':
      return unauthorized(context, { message });
    case 'method_not_allowed':
      return errorResponse(code, message, { headers: { Allow: context.route.operation?.method ?? 'GET' } });
    case 'rate_limit_exceeded':
    case 'key_banned':
      return errorResponse(code, message, {
        status,
        retryAtMs: context.nowMs + 60_000,
        assumed: ['retry-after-format'],
      });
    default:
      return errorResponse(code, message, { status });
  }
}
