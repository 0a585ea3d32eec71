import type { IncomingMessage } from 'node:http';
import { BodyTap } from './body-tap.js';
import { MOST_KEPT_BYTES, type Passed } from './passed.js';

/** What is noted of a request while it passes, to be told when it is over. */
export class PassageRecord {
  readonly sent = new BodyTap(MOST_KEPT_BYTES);
  readonly received = new BodyTap(MOST_KEPT_BYTES);
  /** The service's; undefined where the client got another one, or none. */
  answer: IncomingMessage | undefined;
  /** Why the service gave no answer. */
  failure: string | undefined;
  /** Why its body did not come whole. */
  cut: string | undefined;
  readonly #startedMs = Date.now();
  #endedMs: number | undefined;
  #isWhole = false;

  /** All of the answer has come. */
  ended(): void {
    this.#isWhole = true;
    this.#endedMs ??= Date.now();
  }

  /** Nothing more of an answer will come. */
  failed(): void {
    this.#endedMs ??= Date.now();
  }

  /** Answers what passed. `head`: the headers that the service got; `hasLeft`: the client did not wait for the end. */
  passed(incoming: IncomingMessage, head: readonly string[], hasLeft: boolean): Passed {
    const { answer } = this;
    // What has come whole is whole, be it that nobody waited to read it.
    const isLeft = hasLeft && !this.#isWhole;
    return {
      method: incoming.method ?? '',
      target: incoming.url ?? '',
      requestHeaders: head,
      requestBody: incoming.complete ? this.sent.whole() : undefined,
      answer: answer && {
        httpVersion: answer.httpVersion,
        status: answer.statusCode ?? 0,
        statusText: answer.statusMessage ?? '',
        headers: answer.rawHeaders,
        body: this.received.whole(),
        cut: this.cut ?? (isLeft ? 'the client left before the body was whole' : undefined),
      },
      failure: answer === undefined ? (this.failure ?? 'the client left before an answer came') : undefined,
      answerBytes: this.received.bytes,
      cutBy: this.#cutBy(isLeft),
      startedMs: this.#startedMs,
      endedMs: this.#endedMs ?? Date.now(),
    };
  }

  #cutBy(isLeft: boolean): Passed['cutBy'] {
    if (this.answer === undefined) return this.failure === undefined ? 'client' : undefined;
    if (this.cut !== undefined) return 'service';
    return isLeft ? 'client' : undefined;
  }
}
