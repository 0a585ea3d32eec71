import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { explainCut, explainFailure } from '../../../contract-tests/sending/failure-cause.js';
import { GOT_NO_RESPONSE } from '../../exchange/proxy-response.js';
import { headerPairs } from './forwarded-headers.js';
import { OutboundProxyError } from './outbound-proxy.js';
import { ownResponse } from './rejected-requests.js';
import type { Upstream } from './upstream.js';
import { ForwardingRecord, type WireExchange } from './wire-exchange.js';
import { type ResponseWriter, writeInformational } from './write-response.js';

/** How one request goes on. */
export interface ForwardingOptions {
  readonly upstream: Upstream;
  /** What the upstream gets. */
  readonly head: readonly string[];
  /** The client waits for “100 Continue” before it sends its body. */
  readonly asksFirst: boolean;
  /** Without a sign of life from the upstream for so long, there will be no answer. */
  readonly answerTimeoutMs: number;
  readonly writeAnswer: ResponseWriter;
  /** Tells why an answer is none of the upstream's; undefined for one that is. */
  readonly refusalIn?: ((response: IncomingMessage) => string | undefined) | undefined;
  /** Hands both over to httpxy; rejects with what went wrong. */
  readonly send: (passage: Forwarding) => Promise<void>;
  /** Closes the connections that are kept for later: the upstream has closed one of them, and so likely the others. */
  readonly closeIdle: () => void;
  readonly onPassed: (passed: WireExchange, passage: Forwarding) => void;
}

/** One request on its way through the proxy. */
export class Forwarding {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly #options: ForwardingOptions;
  readonly #url: URL;
  readonly #record = new ForwardingRecord();
  readonly #patience: NodeJS.Timeout;
  #outgoing: ClientRequest | undefined;
  #isTimeUp = false;
  #isContinued = false;
  #isOver = false;

  constructor(incoming: IncomingMessage, response: ServerResponse, options: ForwardingOptions) {
    this.incoming = incoming;
    this.response = response;
    this.#options = options;
    this.#url = new URL(options.upstream.url);
    this.#patience = setTimeout(() => this.#giveUp(), options.answerTimeoutMs);
    // Before httpxy listens: what it does to the answer then is not what the service did.
    response.once('close', () => this.#end());
    this.#attempt();
  }

  get head(): readonly string[] {
    return this.#options.head;
  }

  /** The request goes out on a connection; its body follows. */
  sending(outgoing: ClientRequest): void {
    const { incoming, response } = this;
    const isFirst = this.#outgoing === undefined;
    this.#outgoing = outgoing;
    if (this.#isOver) {
      outgoing.destroy();
      return;
    }
    outgoing.once('continue', () => {
      if (response.headersSent || !this.#options.asksFirst) return;
      this.#isContinued = true;
      response.writeContinue();
    });
    outgoing.on('information', (info) => {
      this.#patience.refresh();
      writeInformational(info, incoming, response);
    });
    // Where nobody listens for this, Node closes the connection and tells nobody.
    outgoing.once('upgrade', (_answer, socket) => {
      socket.destroy();
      this.#refuse('unreachable', 'it changed the protocol unasked');
    });
    if (!isFirst) return;
    incoming.on('data', (chunk: Uint8Array) => {
      this.#isContinued = true;
      this.#record.sent.add(chunk);
      this.#patience.refresh();
    });
    incoming.once('end', () => {
      if (incoming.rawTrailers.length > 0) outgoing.addTrailers(headerPairs(incoming.rawTrailers));
    });
  }

  /** The upstream's head has come; its body follows. */
  responded(answer: IncomingMessage): void {
    const { response } = this;
    clearTimeout(this.#patience);
    const refusal = this.#options.refusalIn?.(answer);
    if (refusal !== undefined) {
      this.#refuse('unreachable', refusal);
      answer.destroy();
      return;
    }
    this.#record.response = answer;
    answer.on('data', (chunk: Uint8Array) => this.#record.received.add(chunk));
    answer.once('end', () => this.#record.ended());
    answer.once('error', (error) => {
      if (response.writableFinished || response.destroyed) return;
      this.#record.cut = explainCut(error, this.#url);
      this.#record.failed();
      response.socket?.resetAndDestroy();
    });
    // Whoever was not told to go on need not send the body: what comes next could be either.
    if (this.#options.asksFirst && !this.#isContinued) response.shouldKeepAlive = false;
    try {
      this.#options.writeAnswer(answer, this);
    } catch (error) {
      this.unwritable(error);
    }
  }

  /** What writes answers cannot write this one. */
  unwritable(error: unknown): void {
    const { response: answer } = this.#record;
    const cause = `its answer cannot be passed on: ${(error as Error).message}`;
    if (this.response.headersSent) {
      this.#record.cut = cause;
      this.response.socket?.resetAndDestroy();
    } else {
      this.#record.response = undefined;
      this.#refuse('unreachable', cause);
    }
    answer?.destroy();
  }

  /** The connection of whoever asked is closed. */
  clientLeft(): void {
    this.#outgoing?.destroy();
    this.#end();
  }

  #attempt(): void {
    this.#options.send(this).catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    const { response } = this;
    if (this.#isOver || this.#record.response !== undefined || response.headersSent || response.destroyed) return;
    const isUsed = this.#outgoing?.reusedSocket === true;
    if (this.#isTimeUp) {
      this.#refuse('timeout', `no sign of life within ${this.#options.answerTimeoutMs / 1000} s`);
    } else if (!wasBrokenOff(error, this.#outgoing)) {
      this.#refuse('unreachable', this.#explain(error));
    } else if (isUsed && mayBeSentAgain(this.incoming)) {
      // The upstream closed a connection that had been idle just as this went out on it.
      this.#options.closeIdle();
      this.#attempt();
    } else {
      this.#record.failure = explainFailure(error, this.#url);
      this.#record.failed();
      response.socket?.resetAndDestroy();
    }
  }

  #explain(error: unknown): string {
    return error instanceof OutboundProxyError ? error.message : explainFailure(error, this.#url);
  }

  #refuse(why: 'unreachable' | 'timeout', cause: string): void {
    const { incoming, response } = this;
    this.#record.failure = cause;
    this.#record.failed();
    const message = `${GOT_NO_RESPONSE} from ${this.#options.upstream.origin}: ${cause}.`;
    const { status, headers, body } = ownResponse(why, message, Date.now());
    if (this.#options.asksFirst && !this.#isContinued) response.shouldKeepAlive = false;
    response.writeHead(status, headers).end(body);
    // The rest of an upload goes nowhere, and the client gets to read why.
    incoming.unpipe().resume();
  }

  #giveUp(): void {
    this.#isTimeUp = true;
    if (this.#outgoing === undefined || this.#outgoing.destroyed) this.#fail(undefined);
    else this.#outgoing.destroy(new Error('timeout'));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#patience);
    const hasLeft = !this.response.writableFinished;
    this.#options.onPassed(this.#record.passed(this.incoming, this.head, hasLeft), this);
  }
}

/** RFC 9110 §9.2.2: a proxy sends a request again only where it is sure that twice is as good as once. */
const SAFE = /^(?:GET|HEAD|OPTIONS)$/;

/** Returns whether a request may be sent twice: it changes nothing, and has no body that would have to be kept for that. */
function mayBeSentAgain({ method = '', headers }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return SAFE.test(method) && !hasBody;
}

/** Tells a connection that was made and then broke from one that never was. */
function wasBrokenOff(error: unknown, outgoing: ClientRequest | undefined): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isHandshake = (outgoing?.socket as { readonly secureConnecting?: boolean } | null)?.secureConnecting === true;
  return (code === 'ECONNRESET' || code === 'EPIPE') && !isHandshake;
}

/**
 * The requests that are under way, by connection. Where a client sends several at once and leaves, Node tells that to the first of
 * them alone; here all get to know.
 */
export class ActiveForwardings {
  readonly #bySocket = new Map<Duplex, Set<Forwarding>>();
  #onNone = () => {};

  began(passage: Forwarding): void {
    const { socket } = passage.incoming;
    const known = this.#bySocket.get(socket);
    if (known !== undefined) {
      known.add(passage);
      return;
    }
    const passages = new Set([passage]);
    this.#bySocket.set(socket, passages);
    socket.once('close', () => {
      for (const each of passages) each.clientLeft();
      this.#bySocket.delete(socket);
      if (this.#bySocket.size === 0) this.#onNone();
    });
  }

  ended(passage: Forwarding): void {
    this.#bySocket.get(passage.incoming.socket)?.delete(passage);
  }

  /** Settles when all connections that brought a request are closed, and all who look on were told of each. */
  async closed(): Promise<void> {
    if (this.#bySocket.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
    });
  }
}
