import type { RequestHead, ServerAnswer, ServerRequest } from './responder.js';

/** What answers under `/__admin`. */
export interface ControlRoom {
  /** Whether a path is its to answer: neither the fake nor a user's handlers get to see the request. */
  owns(path: string): boolean;
  /** Bytes of a body that are read before it counts as too large: none of a request that will not be let in. */
  bodyLimit(head: RequestHead): number;
  answer(request: ServerRequest): ServerAnswer | Promise<ServerAnswer>;
  /** Ends what would go on for ever, such as streams of events: the server is about to stop. */
  close(): void;
}
