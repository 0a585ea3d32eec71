import type { Writable } from 'node:stream';
import type { IncomingHead } from './incoming-head.js';
import { parseTarget } from './request-path.js';
import type { RequestHead, ServerRequest } from './responder.js';

/** The head of a request that `node:http` has received. */
export class ReceivedHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly headers: ServerRequest['headers'];
  readonly localAddress: string;

  constructor(head: IncomingHead, path: string, headers: ServerRequest['headers']) {
    this.method = head.method ?? '';
    this.path = path;
    this.target = head.url ?? '';
    this.headers = headers;
    this.localAddress = head.socket.localAddress ?? '';
  }
}

/** A request that `node:http` has received. A class, because a getter in an object literal costs more than all the rest. */
export class ReceivedRequest extends ReceivedHead implements ServerRequest {
  readonly body: ServerRequest['body'];
  readonly callerAddress: string;
  readonly #response: Writable;

  constructor(
    head: IncomingHead,
    path: string,
    headers: ServerRequest['headers'],
    body: ServerRequest['body'],
    response: Writable,
  ) {
    super(head, path, headers);
    this.body = body;
    this.callerAddress = head.socket.remoteAddress ?? '';
    this.#response = response;
  }

  /** Read by the journal alone, where there is one. */
  get query(): string {
    return this.target.includes('?') ? (parseTarget(this.target, 'http://localhost')?.search ?? '') : '';
  }

  get signal(): AbortSignal {
    const controller = new AbortController();
    this.#response.once('close', () => {
      if (!this.#response.writableFinished) controller.abort();
    });
    return controller.signal;
  }
}
