import type { HeaderList } from '../transcript/exchange.js';
import type { ReceivedAnswer } from '../transcript/received-answer.js';

/** One request and what came back, as it passed: nothing is redacted yet. */
export interface LiveExchange {
  readonly request: {
    readonly method: string;
    /** The whole URL, as the service was asked for it. */
    readonly url: string;
    readonly headers: HeaderList;
    /** Undefined where none was sent. */
    readonly body: Uint8Array | undefined;
    /** A body was sent that is not at hand, or not whole. */
    readonly isBodyMissing?: true;
    /** It may have come with credentials that nobody could see here, as a browser adds cookies. */
    readonly mayHideCredentials?: true;
  };
  /** Undefined where none came. */
  readonly answer:
    | (ReceivedAnswer & {
        /** As in a recorded answer. */
        readonly mayHideHeaders?: true;
        readonly mayBeCached?: true;
      })
    | undefined;
  /** Why no answer came, in one line; undefined where one did. */
  readonly failure: string | undefined;
  /** Who broke off before all of an answer had come, where that is known. */
  readonly cutBy?: 'service' | 'client';
  /** Milliseconds since the epoch, by one clock. */
  readonly startedMs: number;
  readonly endedMs: number;
  /** Up to which exchange all answers were in their senders' hands when this was sent; left out where that is not known. */
  readonly sentAfter?: number;
}
