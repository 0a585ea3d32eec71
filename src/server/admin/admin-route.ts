import type { AdminOperationId } from '../../admin/operations.js';
import type { QueryParameter } from '../../admin/parameters.js';
import type { MannersReport } from '../../admin/schemas/requests.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Transcript } from '../../transcript/transcript.js';
import type { ServerAnswer, ServerRequest } from '../responder.js';
import type { ServedWorld } from '../worlds/served-world.js';
import type { Worlds } from '../worlds/worlds.js';

/** Judges the client's half of a transcript. It comes from outside: the fake and the judge never meet here. */
export type MannersJudge = (
  transcript: Transcript & { readonly baseUrl: string; readonly messagesUrl: string },
) => Promise<MannersReport['rules']>;

/** What every route can reach. */
export interface AdminContext {
  readonly worlds: Worlds;
  readonly version: string;
  readonly uptimeSeconds: () => number;
  readonly judgeManners: MannersJudge;
}

/** One call of the admin API, checked against its description. */
export interface AdminCall {
  readonly served: ServedWorld;
  /** Parameters of the path, unescaped. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters of the query; integers are read. */
  readonly query: { readonly [Name in QueryParameter]?: string | number };
  /** The body; empty where the operation has none. */
  readonly body: JsonObject;
  readonly request: ServerRequest;
}

/** Answers what becomes the JSON of the operation's answer, or the answer itself. Throws an InputError for what cannot be done. */
export type AdminRoute = (
  call: AdminCall,
  context: AdminContext,
) => object | Promise<object> | { readonly answer: ServerAnswer };

/** One route for each operation. */
export type AdminRoutes = Readonly<Record<AdminOperationId, AdminRoute>>;
