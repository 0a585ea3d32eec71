import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { explainCut, explainFailure } from '../../../contract-tests/sending/failure-cause.js';
import { GOT_NO_RESPONSE } from '../../exchange/proxy-response.js';
import { type FlatHeaders, headerPairs, writeInformational, writeResponse } from './forwarded-headers.js';
import { OutboundProxyError } from './outbound-proxy.js';
import { ownResponse } from './rejected-requests.js';
import type { Upstream } from './upstream.js';
import { ForwardingRecord, type WireExchange } from './wire-exchange.js';

/** What a {@link Forwarding} needs from the proxy. */
export interface ForwardingHost {
  readonly upstream: Upstream;
  /** How long the upstream may stay silent before its response begins. */
  readonly responseTimeoutMs: number;
  /** Sends the request with httpxy; rejects with the network error. */
  send(forwarding: Forwarding): Promise<void>;
  /** Closes idle connections: the upstream has closed one of them, and probably the others too. */
  closeIdle(): void;
  /** Returns what went wrong if a response did not come from the upstream; undefined if it did. */
  foreignResponseProblem(received: IncomingMessage): string | undefined;
  ended(forwarding: Forwarding, exchange: WireExchange): void;
}

interface ForwardedRequest {
  /** The headers for the upstream. */
  readonly head: FlatHeaders;
  /** The client waits for “100 Continue” before it sends the body. */
  readonly asksFirst: boolean;
}

/** One request on its way through the proxy. */
export class Forwarding {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: FlatHeaders;
  readonly #asksFirst: boolean;
  readonly #host: ForwardingHost;
  readonly #record = new ForwardingRecord();
  readonly #timer: NodeJS.Timeout;
  #outgoing: ClientRequest | undefined;
  #isTimeUp = false;
  /** The client sends its body, or got 100 Continue. */
  #isContinued = false;
  #isOver = false;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    { head, asksFirst }: ForwardedRequest,
    host: ForwardingHost,
  ) {
    this.incoming = incoming;
    this.response = response;
    this.head = head;
    this.#asksFirst = asksFirst;
    this.#host = host;
    this.#timer = setTimeout(() => this.#timeOut(), host.responseTimeoutMs);
    // Registered before httpxy's listener, which destroys the upstream's response: that is not the upstream's doing.
    response.once('close', () => this.#end());
    this.#send();
  }

  /** Called when the request has a connection; its body follows. */
  sending(outgoing: ClientRequest): void {
    const { incoming, response } = this;
    const isFirst = this.#outgoing === undefined;
    this.#outgoing = outgoing;
    if (this.#isOver) {
      outgoing.destroy();
      return;
    }
    outgoing.once('continue', () => {
      if (response.headersSent || !this.#asksFirst) return;
      this.#isContinued = true;
      response.writeContinue();
    });
    outgoing.on('information', (info) => {
      this.#timer.refresh();
      writeInformational(info, incoming, response);
    });
    // Without a listener, Node closes the connection silently.
    outgoing.once('upgrade', (_received, socket) => {
      socket.destroy();
      this.#respond('unreachable', 'it switched protocols without being asked to');
    });
    if (!isFirst) return;
    incoming.on('data', (chunk: Uint8Array) => {
      this.#isContinued = true;
      this.#record.sent.add(chunk);
      this.#timer.refresh();
    });
    incoming.once('end', () => {
      if (incoming.rawTrailers.length > 0) outgoing.addTrailers(headerPairs(incoming.rawTrailers));
    });
  }

  /** Called with the head of the upstream's response; its body follows. */
  responded(received: IncomingMessage): void {
    const { response } = this;
    clearTimeout(this.#timer);
    const problem = this.#host.foreignResponseProblem(received);
    if (problem !== undefined) {
      this.#respond('unreachable', problem);
      received.destroy();
      return;
    }
    this.#record.response = received;
    received.on('data', (chunk: Uint8Array) => this.#record.received.add(chunk));
    received.once('end', () => this.#record.complete());
    received.once('error', (error) => {
      if (response.writableFinished || response.destroyed) return;
      this.#record.cut = explainCut(error, new URL(this.#host.upstream.url));
      this.#record.fail();
      response.socket?.resetAndDestroy();
    });
    this.#closeUnlessContinued();
    try {
      writeResponse(received, this.incoming, response);
    } catch (error) {
      this.#record.response = undefined;
      this.#respond('unreachable', `its response cannot be forwarded: ${(error as Error).message}`);
      received.destroy();
    }
  }

  /** Called when the client's connection is closed. */
  clientLeft(): void {
    this.#outgoing?.destroy();
    this.#end();
  }

  #send(): void {
    this.#host.send(this).catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    const { response } = this;
    if (this.#isOver || this.#record.response !== undefined || response.headersSent || response.destroyed) return;
    const isReused = this.#outgoing?.reusedSocket === true;
    if (this.#isTimeUp) {
      this.#respond('timeout', `no response within ${this.#host.responseTimeoutMs / 1000} s`);
    } else if (!wasBrokenOff(error, this.#outgoing)) {
      this.#respond('unreachable', this.#explain(error));
    } else if (isReused && mayBeRepeated(this.incoming)) {
      // The upstream closed an idle connection just as the request was sent on it.
      this.#host.closeIdle();
      this.#send();
    } else {
      this.#record.fail(this.#explain(error));
      response.socket?.resetAndDestroy();
    }
  }

  #explain(error: unknown): string {
    if (error instanceof OutboundProxyError) return error.message;
    return explainFailure(error, new URL(this.#host.upstream.url));
  }

  /** Responds in the place of the upstream. */
  #respond(reason: 'unreachable' | 'timeout', cause: string): void {
    const { incoming, response } = this;
    this.#record.fail(cause);
    const message = `${GOT_NO_RESPONSE} from ${this.#host.upstream.origin}: ${cause}.`;
    const { status, headers, body } = ownResponse(reason, message);
    this.#closeUnlessContinued();
    response.writeHead(status, headers).end(body);
    // The rest of an upload is discarded, so that the client can read the response.
    incoming.unpipe().resume();
  }

  /** A client that did not get 100 Continue may omit the body: what it sends next could be either. */
  #closeUnlessContinued(): void {
    if (this.#asksFirst && !this.#isContinued) this.response.shouldKeepAlive = false;
  }

  #timeOut(): void {
    this.#isTimeUp = true;
    if (this.#outgoing === undefined || this.#outgoing.destroyed) this.#fail(undefined);
    else this.#outgoing.destroy(new Error('timeout'));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const hasLeft = !this.response.writableFinished;
    this.#host.ended(this, this.#record.exchange(this.incoming, this.head, this.#host.upstream.origin, hasLeft));
  }
}

/** RFC 9110 §9.2.2: a proxy repeats a request only if that is safe. */
const SAFE = /^(?:GET|HEAD|OPTIONS)$/;

/** Returns whether a request can be sent twice: it is safe and has no body, which would have to be buffered. */
function mayBeRepeated({ method = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return SAFE.test(method) && !hasBody;
}

/** Distinguishes a connection that broke from one that was never established. */
function wasBrokenOff(error: unknown, outgoing: ClientRequest | undefined): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isHandshake = (outgoing?.socket as { readonly secureConnecting?: boolean } | null)?.secureConnecting === true;
  return (code === 'ECONNRESET' || code === 'EPIPE') && !isHandshake;
}
