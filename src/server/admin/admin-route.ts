import type { AdminOperationId, QueryParameter } from '../../admin/operations.js';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import type { Done } from '../../admin/schemas/server.js';
import type { Transcript } from '../../exchange/transcript.js';
import type { JsonObject } from '../../spec/json.js';
import { withoutExactNumbers } from '../../spec/validation/validate.js';
import type { ServedResponse, ServerRequest } from '../responder.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { Worlds } from '../worlds/worlds.js';
import { AdminHttpError } from './admin-http-error.js';

type LocatedTranscript = Transcript & { readonly baseUrl: string; readonly messagesUrl: string };

/** Judges one half of a transcript, the clients' or the service's. It comes from outside: the fake and the judge never meet here. */
export type JournalJudge = (transcript: LocatedTranscript) => Promise<FindingsReport['rules']>;

/** What every route can reach. */
export interface AdminContext {
  readonly mode: ControlRoomMode;
  readonly worlds: Worlds;
  readonly version: string;
  readonly uptimeSeconds: () => number;
  readonly judgeManners: JournalJudge;
  readonly judgeService: JournalJudge;
  /** Opens streams of what happens in a world. */
  readonly events: { open(served: ServedWorld): ReadableStream<Uint8Array> };
  /** For calls that wait for something. */
  readonly waits: Slots;
  /** Aborts when the server is about to stop: nobody is to wait any longer. */
  readonly closing: AbortSignal;
}

/** One call of the admin API, checked against its description. */
export interface AdminCall {
  readonly served: ServedWorld;
  /** Parameters of the path, unescaped. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters of the query; integers are read. */
  readonly query: { readonly [Name in QueryParameter]?: string | number };
  /** The body, no number in it rounded; empty where the operation has none. */
  readonly body: JsonObject;
  readonly request: ServerRequest;
}

/**
 * Returns what becomes the JSON of the operation's answer, or an answer that is no JSON. Throws an InputError for what
 * cannot be done, and an AdminHttpError for what is to be refused with another status than 400.
 */
type AdminRoute = (call: AdminCall, context: AdminContext) => object | RawResponse | Promise<object>;

/** One route for each operation. */
export type AdminRoutes = Readonly<Record<AdminOperationId, AdminRoute>>;

/** What a control room belongs to: the fake, or a proxy that watches what passes between clients and a real service. */
export type ControlRoomMode = { readonly kind: 'fake' } | { readonly kind: 'proxy'; readonly upstream: string };

/** Returns what a proxy stands in front of; null for the fake. */
export function upstreamOf(mode: ControlRoomMode): string | null {
  return mode.kind === 'proxy' ? mode.upstream : null;
}

/** What a route answers that is not to be written as JSON: it goes out as it stands. */
export class RawResponse {
  readonly response: ServedResponse;

  constructor(response: ServedResponse) {
    this.response = response;
  }
}

/** What an operation answers that has nothing more to say. */
export const done: Done = { done: true };

/** Returns the body of a call, whose schema has vouched for its shape, with plain numbers: `1e2` is 100. */
export function plainBody<Body>({ body }: AdminCall): Body {
  return withoutExactNumbers(body) as Body;
}

/** Room for calls that go on for long: each of them costs something whenever anything happens. */
export interface Slots {
  /** Takes a place, and answers how to give it back; once is enough. Throws an AdminHttpError where all are taken. */
  take(): () => void;
}

/** Creates so many places. `what` says in a refusal what takes them, such as `streams of events`. */
export function createSlots(most: number, what: string): Slots {
  const taken = new Set<symbol>();
  return {
    take() {
      if (taken.size >= most) {
        throw new AdminHttpError(503, `Limit of ${most} ${what} reached. End one and retry.`);
      }
      const place = Symbol(what);
      taken.add(place);
      return () => {
        taken.delete(place);
      };
    },
  };
}
