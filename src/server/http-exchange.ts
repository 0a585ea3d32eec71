import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenConnections } from './connections.js';
import type { Refuse } from './json-response.js';
import { forwardedFor, isBodyless, type ReceivedHeaders, ReceivedRequest, requestPath } from './received-request.js';
import { ignoreBody, isHttp1, type ReceivedBody, readBody } from './request-body.js';
import { logEntry, type Responder, type ServedResult, type ServerLog, type ServerRequest } from './responder.js';
import { type Delays, writeResponse } from './write-response.js';
import type { ResponseHeads } from './write-whole.js';

/** Returns whether it took the request over, before its body was read. `awaitsContinue`: the client waits for “100 Continue”. */
export type PassOn = (incoming: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => boolean;

/** What all exchanges of a server share. */
export interface HttpEdge {
  readonly responder: Responder;
  readonly log: ServerLog;
  readonly connections: OpenConnections;
  readonly delays: Delays;
  readonly readHeaders: (incoming: IncomingMessage) => ReceivedHeaders;
  readonly heads: ResponseHeads;
  readonly passOn: PassOn | undefined;
  readonly trustsProxy: boolean;
  readonly refuse: Refuse;
}

const NO_BODY: ReceivedBody = { bytes: new Uint8Array(0) };
const NOTHING = Promise.resolve();
/** A body that the client waits to send and need not. */
const UNSENT: ReceivedBody = { bytes: 'too-large', rest: NOTHING };

/** One request on the server, from its head to its log line. A class: closures for each request would cost more. */
export class HttpExchange {
  readonly #edge: HttpEdge;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #awaitsContinue: boolean;
  readonly #startMs = performance.now();
  readonly #path: string | undefined;
  #request: ReceivedRequest | undefined;
  /** Set where the client goes on sending a body that nobody reads: the connection cannot be used again. */
  #rest: Promise<void> | undefined;

  constructor(edge: HttpEdge, incoming: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) {
    this.#edge = edge;
    this.#incoming = incoming;
    this.#response = response;
    this.#awaitsContinue = awaitsContinue;
    this.#path = requestPath(incoming.url ?? '');
  }

  /** Handles the request. A bug closes the connection; thrown at Node, it would end the process. */
  handle(): void {
    try {
      this.#handle();
    } catch (bug) {
      this.#edge.log.bug(bug);
      this.#response.destroy();
    }
  }

  #handle(): void {
    const edge = this.#edge;
    const incoming = this.#incoming;
    const path = this.#path;
    if (!edge.connections.began(incoming, this.#response)) return;
    this.#response.sendDate = false;
    const headers = edge.readHeaders(incoming);
    // Node drops what comes together with a request for an upgrade: its client must not wait for a response to that.
    if (headers.asksForUpgrade) this.#response.shouldKeepAlive = false;
    if (isHttp1(incoming) && incoming.httpVersion !== '1.1' && incoming.httpVersion !== '1.0') {
      this.#reject('HPE_INVALID_VERSION');
      return;
    }
    // As HTTP/1.1 requires (RFC 9112 §3.2).
    const isOneHost = headers.hosts === 1 || incoming.httpVersion !== '1.1';
    if (isOneHost && edge.passOn?.(incoming, this.#response, this.#awaitsContinue)) return;
    if (path === undefined) this.#reject('NOT_A_URL');
    else if (!isOneHost) this.#reject('NOT_ONE_HOST');
    else if (isBodyless(incoming, headers)) {
      ignoreBody(incoming);
      this.#respond(path, headers.list, NO_BODY);
    } else this.#receive(path, headers);
  }

  #reject(code: string): void {
    this.#rest = NOTHING;
    this.#send(this.#edge.refuse(code));
  }

  #receive(path: string, { list: headers, declaredLength: declared }: ReceivedHeaders): void {
    const { method = '', url: target = '' } = this.#incoming;
    const limit = this.#edge.responder.bodyLimit({ method, path, target, headers });
    if (this.#awaitsContinue && declared > limit) {
      this.#respond(path, headers, UNSENT);
      return;
    }
    if (this.#awaitsContinue) this.#response.writeContinue();
    readBody(this.#incoming, declared, limit, (body) => this.#respond(path, headers, body));
  }

  #respond(path: string, headers: ServerRequest['headers'], { bytes, rest }: ReceivedBody): void {
    this.#rest = rest;
    const caller = this.#edge.trustsProxy ? forwardedFor(headers) : undefined;
    this.#request = new ReceivedRequest(this.#incoming, path, headers, bytes, this.#response, caller);
    try {
      const result = this.#edge.responder.respond(this.#request);
      if (result instanceof Promise) {
        result.then((settled) => this.#sendInTime(settled)).catch((bug: unknown) => this.#fail(bug));
      } else this.#sendInTime(result);
    } catch (bug) {
      this.#fail(bug);
    }
  }

  #sendInTime(result: ServedResult): void {
    if (result === 'aborted' || !result.delayMs) {
      this.#send(result);
      return;
    }
    this.#pause(result.delayMs)
      .then(() => this.#send(this.#response.destroyed ? 'aborted' : result, this.#incoming.socket.readableEnded))
      .catch((bug: unknown) => this.#fail(bug));
  }

  /** Sends a 500 for a bug. A bug in that closes the connection. */
  #fail(bug: unknown): void {
    try {
      const response = this.#edge.responder.respondToBug(this.#request as ReceivedRequest, bug);
      this.#send(this.#response.headersSent || this.#response.writableEnded ? 'aborted' : response);
    } catch (worse) {
      this.#edge.log.bug(worse);
      this.#send('aborted');
    }
  }

  /** `hasLeft`: the client has probably left, and counts as gone, but may still read. */
  #send(result: ServedResult, hasLeft = false): void {
    const response = this.#response;
    const { log, heads } = this.#edge;
    if (this.#rest !== undefined) response.shouldKeepAlive = false;
    if (result === 'aborted') response.destroy();
    else if (result.cut === 'reset') {
      const { socket } = this.#incoming;
      // Node cannot reset a connection over TLS: it closes without a response.
      if ('encrypted' in socket) socket.destroy();
      else socket.resetAndDestroy();
    } else {
      const pause = (delayMs: number) => this.#pause(delayMs);
      writeResponse(response, result, { pause, onBug: log.bug, rest: this.#rest, heads });
    }
    this.#report(hasLeft ? 'aborted' : result);
  }

  /** Over HTTP/2, the connection carries other requests, too. */
  #pause(delayMs: number): Promise<void> {
    const socket = isHttp1(this.#incoming) ? this.#incoming.socket : undefined;
    return this.#edge.delays.wait(delayMs, this.#response, socket);
  }

  #report(result: ServedResult): void {
    const { log, responder } = this.#edge;
    if (this.#request !== undefined) responder.responded?.(this.#request, result, this.#startMs);
    if (log.request === undefined) return;
    const path = this.#path === undefined ? '' : responder.loggedPath(this.#path);
    log.request(logEntry(this.#incoming.method ?? '', path, result, performance.now() - this.#startMs));
  }
}
