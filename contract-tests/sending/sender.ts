import type { HeaderList } from '../../src/transcript/exchange.js';
import type { ReceivedAnswer } from '../../src/transcript/received-answer.js';

/** A request about to be sent. Holds the key: it never leaves memory. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** No answer came. `cause` is one line for people: `the name petstore.test cannot be resolved (ENOTFOUND)`. */
export interface SendFailure {
  readonly cause: string;
}

/** Sends one request and follows no redirect. Never throws for what the service or the network does. */
export interface Sender {
  send(request: OutgoingRequest, signal: AbortSignal): Promise<ReceivedAnswer | SendFailure>;
  close(): Promise<void>;
}
