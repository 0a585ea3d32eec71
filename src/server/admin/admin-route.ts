import type { FromSchema } from 'json-schema-to-ts';
import type { AdminOperationId, QueryParameter, queryParameters } from '../../admin/operations.js';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import type { StoreState } from '../../admin/schemas/server.js';
import type { Transcript } from '../../exchange/transcript.js';
import { InputError } from '../../json/input-error.js';
import type { JsonObject } from '../../json/json.js';
import { oneLine } from '../../json/quoting.js';
import { petstore } from '../../service/petstore.js';
import type { Service } from '../../service/service.js';
import { withoutExactNumbers } from '../../service/validate.js';
import type { ReadStore, ServedResponse, ServerRequest } from '../responder.js';
import type { RequestSource } from '../worlds/request-source.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { Worlds } from '../worlds/worlds.js';

type LocatedTranscript = Transcript & { readonly baseUrl: string; readonly messagesUrl: string };

/** Ends a slice of long work, if it was long enough: others have their turn until the promise resolves. To be called often. */
export type Pause = () => Promise<void> | undefined;

/** Judges one half of a transcript, the clients' or the service's. Passed in: the fake never imports the judge. */
export type JournalJudge = (transcript: LocatedTranscript, pause: Pause) => Promise<FindingsReport['rules']>;

const codes = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'conflict',
  413: 'payload_too_large',
  503: 'unavailable',
} as const;

/** An error of the admin API with another status than 400. The message names the problem and a fix. */
export class AdminHttpError extends Error {
  override readonly name = 'AdminHttpError';
  readonly status: keyof typeof codes;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: keyof typeof codes, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(oneLine(message));
    this.status = status;
    this.code = codes[status];
    this.headers = headers;
  }
}

/** Calls a function whose InputError means that a path parameter is unknown. Throws it as a 404. */
export function orNotFound<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof InputError) throw new AdminHttpError(404, error.inWords);
    throw error;
  }
}

export interface AdminContext {
  readonly mode: ControlRoomMode;
  readonly version: string;
  readonly uptimeSeconds: () => number;
  readonly judgeManners: JournalJudge;
  readonly judgeService: JournalJudge;
  readonly events: { open(source: RequestSource): ReadableStream<Uint8Array> };
  readonly turns: Turns;
  /** Aborts when the server is about to stop, which ends all waiting and all streams. */
  readonly closing: AbortSignal;
}

/** One call of the admin API, checked against its description. */
export interface AdminCall {
  readonly source: RequestSource;
  /** For operations of the fake alone: a proxy rejects these before any route runs. */
  readonly served: ServedWorld;
  readonly worlds: Worlds;
  /** Parameters of the path, unescaped. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters of the query; integers are read. */
  readonly query: { readonly [Name in QueryParameter]?: FromSchema<(typeof queryParameters)[Name]['schema']> };
  /** The body, no number in it rounded; empty where the operation has none. */
  readonly body: JsonObject;
  readonly request: ServerRequest;
}

/** Returns the JSON of the response, or a raw response. Throws an InputError for a 400, an AdminHttpError for other errors. */
export type AdminRoute = (call: AdminCall, context: AdminContext) => object | RawResponse | Promise<object>;

export type AdminRoutes = Readonly<Record<AdminOperationId, AdminRoute>>;

/** Whether a control room is the fake's or that of a proxy between clients and a real service. */
export type ControlRoomMode =
  | { readonly kind: 'fake'; readonly worlds: Worlds; readonly readStore?: ReadStore | undefined }
  | { readonly kind: 'proxy'; readonly upstream: string; readonly source: RequestSource };

/** Returns the requests that a control room shows unless a world is named. */
export function sharedSourceOf(mode: ControlRoomMode): RequestSource {
  return mode.kind === 'fake' ? mode.worlds.shared : mode.source;
}

export function serviceOf(mode: ControlRoomMode): Service {
  return mode.kind === 'fake' ? mode.worlds.shared.world.service : petstore;
}

/** Returns the store that a fake shares with other servers; null if it shares none. */
export function storeOf(mode: ControlRoomMode): StoreState | null {
  return (mode.kind === 'fake' && mode.readStore?.()) || null;
}

export function upstreamOf(mode: ControlRoomMode): string | null {
  return mode.kind === 'proxy' ? mode.upstream : null;
}

/** A response that is not serialised as JSON but sent unchanged. */
export class RawResponse {
  readonly response: ServedResponse;

  constructor(response: ServedResponse) {
    this.response = response;
  }
}

export const done = { done: true };

/** Returns the body of a call, which was validated, with plain numbers: `1e2` is 100. */
export function plainBody<Body>({ body }: AdminCall): Body {
  return withoutExactNumbers(body) as Body;
}

const SLICE_MS = 4;

/** Divides work into slices. Between two of them, of whatever work, the server has time for everything else. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** The promises of the function that it returns reject with an AdminHttpError once nobody waits for the work. */
  start(signal: AbortSignal): Pause {
    let untilMs = 0;
    const takeTurn = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      if (signal.aborted) throw new AdminHttpError(408, 'The client has disconnected.');
      untilMs = performance.now() + SLICE_MS;
    };
    return () => {
      if (performance.now() < untilMs) return undefined;
      const turn = this.#last.then(takeTurn);
      this.#last = turn.catch(() => {});
      return turn;
    };
  }
}
