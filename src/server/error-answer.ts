import { formatHttpDate } from '../spec/http-date.js';
import type { ErrorBody } from '../spec/schemas.js';
import type { ServerAnswer } from './responder.js';

/** Answers JSON from the server itself, without the fake: no limits, no keys, no CORS. `nowMs` goes into `Date`. */
export function jsonAnswer(
  status: number,
  value: object,
  nowMs: number,
  headers: Readonly<Record<string, string>> = {},
): ServerAnswer {
  return jsonTextAnswer(status, JSON.stringify(value), nowMs, headers);
}

/** Answers what is JSON already. */
export function jsonTextAnswer(
  status: number,
  body: string,
  nowMs: number,
  headers: Readonly<Record<string, string>> = {},
): ServerAnswer {
  return {
    status,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      Date: formatHttpDate(nowMs),
      'Cache-Control': 'no-store',
      ...headers,
    },
    body,
    keyAlias: undefined,
  };
}

/** Answers an Error (§2.4) from the server itself. `message` says what was wrong and what would work. */
export function errorAnswer(
  status: number,
  code: string,
  message: string,
  nowMs: number,
  headers?: Readonly<Record<string, string>>,
): ServerAnswer {
  return jsonAnswer(status, { code, message, status } satisfies ErrorBody, nowMs, headers);
}
