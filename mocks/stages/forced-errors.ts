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
  const { nowMs, route } = context;
  const code = (errorCodeOfStatus.get(status) ?? (status < 500 ? 'invalid_request' : 'internal_error')) as ErrorCode;
  if (code === 'unauthorized') return { ...unauthorized(context, { message }), isForced: true };
  const isLimit = code === 'rate_limit_exceeded' || code === 'key_banned';
  const error = errorResponse(code, message, {
    status,
    ...(code === 'method_not_allowed' && { headers: { Allow: route.operation?.method ?? 'GET' } }),
    ...(isLimit && { retryAtMs: nowMs + 60_000, assumed: ['retry-after-format'] }),
  });
  return { ...error, isForced: true };
}
