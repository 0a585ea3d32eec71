import type { AdminOperationId } from '../../admin/operations.js';
import type { QueryParameter } from '../../admin/parameters.js';
import type { FindingsReport } from '../../admin/schemas/requests.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { ServerRequest } from '../responder.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { Worlds } from '../worlds/worlds.js';
import type { ControlRoomMode } from './control-room-mode.js';
import type { Places } from './places.js';
import type { WholeAnswer } from './whole-answer.js';

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
  readonly waits: Places;
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
 * Answers what becomes the JSON of the operation's answer, or an answer that is no JSON. Throws an InputError for what
 * cannot be done, and an AdminRefusal for what is to be refused with another status than 400.
 */
type AdminRoute = (call: AdminCall, context: AdminContext) => object | WholeAnswer | Promise<object>;

/** One route for each operation. */
export type AdminRoutes = Readonly<Record<AdminOperationId, AdminRoute>>;
