import type { PetstoreRequest } from '../../mocks/neutral-http.js';

/** A request on the server, with what only a user's handlers ask for. */
export interface ServerRequest extends PetstoreRequest {
  /** The request target as it was sent, its query included. Never logged: a key may stand in it. */
  readonly target: string;
  /** The address of this machine that the request came to; empty where it cannot be told. */
  readonly localAddress: string;
  /** Aborts when the client goes away before it has the whole answer. */
  readonly signal: AbortSignal;
}

/** What is known of a request before its body has come. */
export type RequestHead = Pick<ServerRequest, 'method' | 'path' | 'target' | 'headers' | 'localAddress'>;

/** What the server writes: every `PetstoreAnswer` is one; a user's handlers can also stream and repeat a header. */
export interface ServedResponse {
  readonly status: number;
  readonly statusText?: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | ReadableStream<Uint8Array> | undefined;
  /** The same body in UTF-8, where it is at hand; or a body that is no text, and `body` is left undefined. */
  readonly encodedBody?: Uint8Array | undefined;
  readonly keyAlias: string | undefined;
  /** As a `PetstoreAnswer` has it; left out: at once. */
  readonly delayMs?: number;
  /** As a `PetstoreAnswer` has it; left out: at once. A stream comes as it comes. */
  readonly dripMs?: number;
  /** As a `PetstoreAnswer` has it. A stream is never cut. */
  readonly cut?: 'reset' | 'truncated' | undefined;
}

/** `broken`: the connection is cut without an answer. */
export type Reaction = ServedResponse | 'broken';

/** What the HTTP edge serves. */
export interface Responder {
  /** Bytes of a body that are read before it counts as too large. */
  bodyLimit(head: RequestHead): number;
  /** The moment that `Date` tells, in milliseconds since the epoch. */
  now(): number;
  /** The path of a request as a log may show it: a key may stand in it. */
  loggedPath(path: string): string;
  /** May throw or reject: the edge hands that to `answerBug`. */
  respond(request: ServerRequest): Reaction | Promise<Reaction>;
  /** Reports what went wrong with a request, and answers it with a 500. */
  respondToBug(request: ServerRequest, bug: unknown): ServedResponse;
}

/** What answers under `/__admin`. */
export interface ControlRoom {
  /** Whether a path is its to answer: neither the fake nor a user's handlers get to see the request. */
  owns(path: string): boolean;
  /** Bytes of a body that are read before it counts as too large: none of a request that will not be let in. */
  bodyLimit(head: RequestHead): number;
  respond(request: ServerRequest): ServedResponse | Promise<ServedResponse>;
  /** Ends what would go on for ever, such as streams of events: the server is about to stop. */
  close(): void;
}
