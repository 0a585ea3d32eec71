import type { PetstoreRequest } from '../../mocks/neutral-http.js';
import type { StoreState } from '../admin/schemas/server.js';

/** A request on the server, with what only a user's handlers need. */
export interface ServerRequest extends PetstoreRequest {
  /** The request target as it was sent, with its query. Never logged: it may contain a key. */
  readonly target: string;
  /** Whether it came over TLS; default false. */
  readonly isSecure?: boolean;
  /** Aborts when the client disconnects before it has the whole response. */
  readonly signal: AbortSignal;
}

/** A request before its body. */
export type RequestHead = Pick<ServerRequest, 'method' | 'path' | 'target' | 'headers'>;

/** A response to write: every `PetstoreResponse` is one; a user's handlers can also stream and repeat a header. */
export interface ServedResponse {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | ReadableStream<Uint8Array> | undefined;
  /** The same body in UTF-8, if already encoded; or a binary body, where `body` is undefined. */
  readonly encodedBody?: Uint8Array | undefined;
  readonly keyAlias: string | undefined;
  readonly delayMs?: number;
  /** As in `PetstoreResponse`; default 0. Streams are not slowed down. */
  readonly dripMs?: number;
  /** As in `PetstoreResponse`. Streams are never cut. */
  readonly cut?: 'reset' | 'truncated' | undefined;
}

/** `aborted`: the connection is closed without a response. */
export type ServedResult = ServedResponse | 'aborted';

export interface Responder {
  /** Bytes of a body that are read before it counts as too large. */
  bodyLimit(head: RequestHead): number;
  /** The time for `Date`, in milliseconds since the epoch. */
  now(): number;
  /** Returns the headers of responses to what never becomes a request of the service. Default: none. */
  ownHeaders?(): Readonly<Record<string, string>>;
  /** Returns a path for the log, with keys masked. */
  loggedPath(path: string): string;
  /** May throw or reject: the edge passes the error to `respondToBug`. */
  respond(request: ServerRequest): ServedResult | Promise<ServedResult>;
  respondToBug(request: ServerRequest, bug: unknown): ServedResponse;
  /** Called for each request once its response is sent. `startMs` is by `performance.now()`. */
  responded?(request: ServerRequest, result: ServedResult, startMs: number): void;
}

/** Returns how a server stands with the store that it shares with others. */
export type ReadStore = () => StoreState;

/** Serves everything under `/__admin`: neither the fake nor a user's handlers see these requests. */
export interface ControlRoom {
  /** Bytes of a body that are read before it counts as too large; 0 for a request that will be rejected. */
  bodyLimit(head: RequestHead): number;
  respond(request: ServerRequest): ServedResponse | Promise<ServedResponse>;
  /** Loads what carries out allowed requests that change something: at once, not in a promise. A shared store needs it. */
  load?(): Promise<(request: ServerRequest) => ServedResponse | Promise<ServedResponse>>;
  /** Returns the error response to a request that may not control the fake, such as one without the token. */
  reject(head: RequestHead): ServedResponse | undefined;
  /** Ends open streams and waits: the server is about to stop. */
  close(): void;
}

/** One line of the request log, without query, headers and keys. */
export interface RequestLogEntry {
  readonly method: string;
  readonly path: string;
  /** Undefined if the connection was closed without a response. */
  readonly status: number | undefined;
  readonly durationMs: number;
  /** The caller's key: a sample key, or a pseudonym such as `key#1`; in an isolated world `w1/key#1`. */
  readonly keyAlias: string | undefined;
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
  bug(error: unknown): void;
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
