import type { HeaderList } from '../../src/transcript/exchange.js';

/** A request about to be sent. Holds the key: it never leaves memory. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** An answer as it came, its body decoded from gzip or br. `incomplete` says why the body is not whole, in a few words. */
export interface RawAnswer {
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  readonly incomplete: string | undefined;
}

/** No answer came. `cause` is one line for people: `the name petstore.test cannot be resolved (ENOTFOUND)`. */
export interface SendFailure {
  readonly cause: string;
}

/** Sends one request and follows no redirect. Never throws for what the service or the network does. */
export interface Sender {
  send(request: OutgoingRequest, signal: AbortSignal): Promise<RawAnswer | SendFailure>;
  close(): Promise<void>;
}
