import type { ServedResult } from './responder.js';

/** One line of the request log. Holds no query, no header and no key. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  /** Undefined where the connection was cut without an answer. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** Pseudonym of the caller's key, such as `key#1`; in a world of its own `w1/key#1`. */
  readonly keyAlias: string | undefined;
  /** What `X-RateLimit-Remaining` said. */
  readonly remaining: string | undefined;
  /** What `X-RateLimit-Limit` said; a proxy tells it. */
  readonly limit?: string | undefined;
  /** Number of the exchange; a proxy tells it. */
  readonly exchange?: number | undefined;
  /** Of the answer's body as it came; a proxy tells it. */
  readonly bytes?: number | undefined;
  /** Why a service gave a proxy no answer, or not all of one. */
  readonly failure?: string | undefined;
  /** Who broke off before a proxy had all of an answer. */
  readonly cutBy?: 'service' | 'client' | undefined;
}

/** Where the server reports to. */
export interface ServerLog {
  /** Undefined when nobody reads request lines: then none is put together. */
  readonly request: ((entry: RequestLogEntry) => void) | undefined;
  /** Something was thrown that nobody expected; the line holds its stack. */
  bug(error: unknown): void;
  /** Something worth knowing that is nobody's mistake. */
  note?(text: string, facts?: object): void;
}

/** Puts a request line together from what was asked and answered. */
export function logEntry(method: string, path: string, reaction: ServedResult, durationMs: number): RequestLogEntry {
  if (reaction === 'aborted') {
    return { method, path, status: undefined, durationMs, keyAlias: undefined, remaining: undefined };
  }
  const { status, keyAlias, headers, cut } = reaction;
  if (cut === 'reset') return { method, path, status: undefined, durationMs, keyAlias, remaining: undefined };
  const remaining = headers['X-RateLimit-Remaining'];
  return {
    method,
    path,
    status,
    durationMs,
    keyAlias,
    remaining: remaining === undefined ? undefined : String(remaining),
  };
}
