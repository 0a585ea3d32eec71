import type { ServedResponse, ServedResult } from './responder.js';

/** One line of the request log, without query, headers and keys. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  /** Undefined if the connection was closed without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The caller's key: a sample key, or a pseudonym such as `key#1`; in an isolated world `w1/key#1`. */
  readonly keyAlias: string | undefined;
  /** The value of `X-RateLimit-Remaining`. */
  readonly remaining: string | undefined;
  /** The value of `X-RateLimit-Limit`; set by a proxy. */
  readonly limit?: string | undefined;
  /** Number of the exchange; set by a proxy. */
  readonly exchange?: number | undefined;
  /** Size of the response body as received; set by a proxy. */
  readonly bytes?: number | undefined;
  /** Why a proxy got no complete response from the service. */
  readonly failure?: string | undefined;
  /** Who closed the connection before a proxy had the whole response. */
  readonly cutBy?: 'service' | 'client' | undefined;
}

export interface ServerLog {
  /** Undefined if request lines are not logged: then none are created. */
  readonly request: ((entry: RequestLogEntry) => void) | undefined;
  /** Logs an unexpected error with its stack. */
  bug(error: unknown): void;
  /** Logs an event that is not an error. */
  note?(text: string, facts?: object): void;
}

export function logEntry(method: string, path: string, result: ServedResult, durationMs: number): RequestLogEntry {
  const { status, keyAlias, headers, cut } = result === 'aborted' ? ABORTED : result;
  const remaining = cut === 'reset' ? undefined : headers?.['X-RateLimit-Remaining'];
  return {
    method,
    path,
    status: cut === 'reset' ? undefined : status,
    durationMs,
    keyAlias,
    remaining: remaining === undefined ? undefined : String(remaining),
  };
}

const ABORTED: Partial<ServedResponse> = {};
