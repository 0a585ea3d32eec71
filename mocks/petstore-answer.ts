import type { QuestionId } from '../src/spec/open-questions.js';

/** What the fake answers; an edge writes it to the wire as it stands. */
export interface PetstoreAnswer {
  readonly status: number;
  /** Names in the document's spelling; complete, `Date` and `Content-Length` included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined where the answer has no body (HEAD, 204). */
  readonly body: string | undefined;
  /** The body in UTF-8, where it is at hand: writing it is cheaper than encoding the text again. */
  readonly encodedBody: Uint8Array | undefined;
  /** How long the edge waits before it answers, in milliseconds. */
  readonly delayMs: number;
  /** Over how many milliseconds the edge lets the body come, in small pieces; 0: at once. */
  readonly dripMs: number;
  /** Where the edge breaks the connection: `reset` before the answer, `truncated` halfway through its body; undefined: nowhere. */
  readonly cut: 'reset' | 'truncated' | undefined;
  /** The caller's key by its pseudonym (`key#1`), for logs; undefined where no valid key was sent. */
  readonly keyAlias: string | undefined;
  /** Open questions of the document that the answer rests on. */
  readonly assumed: ReadonlySet<QuestionId>;
  /** Id of the fault that the request met. */
  readonly faultId: string | undefined;
}
