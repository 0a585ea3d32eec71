import { formatHttpDate } from '../json/dates.js';
import type { ErrorBody } from '../service/schemas.js';
import type { ServedResponse } from './responder.js';

/** Returns a JSON text from the server itself: no limits, no keys, no CORS. `nowMs` is for `Date`. */
export function jsonTextResponse(
  status: number,
  body: string,
  nowMs: number,
  headers: Readonly<Record<string, string>> = {},
): ServedResponse {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Date: formatHttpDate(nowMs),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body,
    keyAlias: undefined,
  };
}

/** Returns an Error (§2.4) from the server itself. `message` names the problem and a fix. */
export function jsonErrorResponse(
  status: number,
  code: string,
  message: string,
  nowMs: number,
  headers?: Readonly<Record<string, string>>,
): ServedResponse {
  const error: ErrorBody = { code, message, status };
  return jsonTextResponse(status, JSON.stringify(error), nowMs, headers);
}
