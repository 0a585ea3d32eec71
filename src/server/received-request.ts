import type { Writable } from 'node:stream';
import { headerPairs, type IncomingHead } from './incoming-head.js';
import { parseTarget } from './request-path.js';
import type { RequestHead, ServerRequest } from './responder.js';

/** The head of a request that `node:http` has received; its headers are put together only where they are asked for. */
export class ReceivedHead implements RequestHead {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly localAddress: string;
  readonly #head: IncomingHead;

  constructor(head: IncomingHead, path: string) {
    this.method = head.method ?? '';
    this.path = path;
    this.target = head.url ?? '';
    this.localAddress = head.socket.localAddress ?? '';
    this.#head = head;
  }

  get headers(): ServerRequest['headers'] {
    return headerPairs(this.#head);
  }
}

/** A request that `node:http` has received. A class, because a getter in an object literal costs more than all the rest. */
export class ReceivedRequest implements ServerRequest {
  readonly method: string;
  readonly path: string;
  readonly target: string;
  readonly headers: ServerRequest['headers'];
  readonly body: ServerRequest['body'];
  readonly callerAddress: string;
  readonly localAddress: string;
  readonly #response: Writable;

  constructor(head: IncomingHead, path: string, body: ServerRequest['body'], response: Writable) {
    this.method = head.method ?? '';
    this.path = path;
    this.target = head.url ?? '';
    this.headers = headerPairs(head);
    this.body = body;
    this.callerAddress = head.socket.remoteAddress ?? '';
    this.localAddress = head.socket.localAddress ?? '';
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
