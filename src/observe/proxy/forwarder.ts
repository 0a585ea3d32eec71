import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { explainCut, explainFailure } from '../../../contract-tests/sending/failure-cause.js';
import type { HeaderList } from '../../exchange/exchange.js';
import { GOT_NO_RESPONSE } from '../../exchange/proxy-response.js';
import { headerPairs, upstreamHead, writeInformational } from './forwarded-headers.js';
import { endConnection, writeResponse } from './forwarded-response.js';
import { OutboundProxyError } from './outbound-proxy.js';
import { ownResponse } from './rejected-requests.js';
import type { Upstream } from './upstream.js';
import { UpstreamClient, type UpstreamClientOptions } from './upstream-client.js';
import { ForwardingRecord, RecentBodies, type WireExchange } from './wire-exchange.js';

export interface ForwarderOptions extends UpstreamClientOptions {
  /** Called with each exchange once its response was delivered, or never will be. */
  readonly onExchange: (exchange: WireExchange) => void;
  /** How long the upstream may stay silent before its response begins; default 2 minutes. */
  readonly responseTimeoutMs?: number | undefined;
}

/** Sends requests to the upstream and its responses back. */
export class Forwarder {
  readonly upstream: Upstream;
  readonly responseTimeoutMs: number;
  readonly recentBodies = new RecentBodies();
  readonly client: UpstreamClient;
  readonly #onExchange: ForwarderOptions['onExchange'];
  readonly #active = new Set<Forwarding>();
  #onIdle = () => {};
  #moments = 0;

  /** `viaName` is the name of the proxy in `Via`. */
  constructor(options: ForwarderOptions, viaName: string) {
    const { upstream, responseTimeoutMs = 120_000 } = options;
    this.upstream = upstream;
    this.responseTimeoutMs = responseTimeoutMs;
    this.client = new UpstreamClient(options, viaName);
    this.#onExchange = options.onExchange;
  }

  /** Counts the begins and ends of exchanges. */
  nextMoment(): number {
    this.#moments += 1;
    return this.#moments;
  }

  /**
   * Forwards a request; one that is pipelined waits for the response to the one before (RFC 9112 §9.3.2). `asksFirst`: the client waits for
   * “100 Continue” before it sends the body.
   */
  forward(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean): void {
    const begin = () => {
      if (!incoming.socket.destroyed) this.#active.add(new Forwarding(incoming, response, asksFirst, this));
    };
    // A response gets its connection when it is its turn.
    if (response.socket === null) response.once('socket', begin);
    else begin();
  }

  ended(forwarding: Forwarding, exchange: WireExchange): void {
    this.#active.delete(forwarding);
    this.#onExchange(exchange);
    if (this.#active.size === 0) this.#onIdle();
  }

  /** Resolves when every exchange has been reported. */
  async close(): Promise<void> {
    if (this.#active.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.client.close();
  }
}

/** One request on its way through the proxy. */
export class Forwarding {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  /** The headers for the upstream. */
  readonly head: HeaderList;
  readonly #asksFirst: boolean;
  readonly #forwarder: Forwarder;
  readonly #record: ForwardingRecord;
  readonly #timer: NodeJS.Timeout;
  #outgoing: ClientRequest | undefined;
  #isTimeUp = false;
  #isOver = false;

  /** `asksFirst`: the client waits for “100 Continue” before it sends the body. */
  constructor(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean, forwarder: Forwarder) {
    this.incoming = incoming;
    this.response = response;
    this.#record = new ForwardingRecord(() => forwarder.nextMoment(), forwarder.recentBodies);
    this.head = upstreamHead(incoming, forwarder.upstream.host);
    this.#asksFirst = asksFirst;
    this.#forwarder = forwarder;
    this.#timer = setTimeout(() => this.#timeOut(), forwarder.responseTimeoutMs);
    response.once('close', () => this.#end());
    this.#send();
    if (hasBody(incoming)) this.#upload();
  }

  #send(): void {
    let outgoing: ClientRequest;
    try {
      outgoing = this.#forwarder.client.open(this.incoming, this.head);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#outgoing = outgoing;
    outgoing.on('response', (received) => this.#responded(received));
    outgoing.on('error', (error) => this.#fail(error));
    outgoing.on('information', (info) => {
      this.#timer.refresh();
      if (info.statusCode === 100 && this.#asksFirst) this.#continue();
      else writeInformational(info, this.incoming, this.response);
    });
    // Without a listener, Node closes the connection silently.
    outgoing.on('upgrade', (_received, socket) => {
      socket.destroy();
      this.#respond('unreachable', 'it switched protocols without being asked to');
    });
    if (!hasBody(this.incoming)) outgoing.end();
  }

  /** Node closes a connection on which it has not written this itself: the client could omit the body, or send it. */
  #continue(): void {
    if (!this.response.headersSent) this.response.writeContinue();
  }

  /** Sends the body as it comes. A request with a body is sent only once. */
  #upload(): void {
    const incoming = this.incoming;
    const outgoing = this.#outgoing;
    if (outgoing === undefined) return;
    incoming.on('data', (chunk: Uint8Array) => {
      this.#record.sent.add(chunk);
      this.#timer.refresh();
    });
    incoming.once('end', () => {
      if (incoming.rawTrailers.length > 0) outgoing.addTrailers(headerPairs(incoming.rawTrailers));
    });
    incoming.pipe(outgoing);
  }

  /** Called with the head of the upstream's response; its body follows. */
  #responded(received: IncomingMessage): void {
    const { response } = this;
    clearTimeout(this.#timer);
    const problem = this.#forwarder.client.foreignResponseProblem(received);
    if (problem !== undefined) {
      this.#respond('unreachable', problem);
      received.destroy();
      return;
    }
    this.#record.response = received;
    received.once('end', () => {
      this.#record.complete();
      this.#endUpload();
    });
    try {
      writeResponse(received, this.incoming, response, this.#record.received);
    } catch (error) {
      this.#record.response = undefined;
      this.#respond('unreachable', `its response cannot be forwarded: ${(error as Error).message}`);
      received.destroy();
      return;
    }
    received.once('error', (error) => this.#cut(error, received));
  }

  /** The response broke off: the client gets what has arrived, and its connection ends as the upstream's did. */
  #cut(error: Error, { headers }: IncomingMessage): void {
    const { response } = this;
    if (response.writableFinished || response.destroyed) return;
    this.#record.cut = explainCut(error, new URL(this.#forwarder.upstream.url));
    this.#record.fail();
    const isEndVisible = response.chunkedEncoding || headers['content-length'] !== undefined;
    endConnection(response.socket, wasReset(error) || !isEndVisible);
  }

  /** The upstream does not read the rest of a body that it has responded to: the rest is discarded. */
  #endUpload(): void {
    if (this.#outgoing?.writableEnded !== false) return;
    this.incoming.unpipe().resume();
    this.#outgoing.destroy();
  }

  #fail(error: unknown): void {
    const { response } = this;
    const received = this.#record.response;
    // Node would take a reset for the end of a body without a length.
    if (received?.complete === false && wasReset(error)) received.destroy(error);
    if (this.#isOver || received !== undefined || response.headersSent || response.destroyed) return;
    const isReused = this.#outgoing?.reusedSocket === true;
    if (this.#isTimeUp) {
      this.#respond('timeout', `no response within ${this.#forwarder.responseTimeoutMs / 1000} s`);
    } else if (!wasBrokenOff(error, this.#outgoing)) {
      this.#respond('unreachable', this.#explain(error));
    } else if (isReused && mayBeRepeated(this.incoming)) {
      // The upstream closed an idle connection just as the request was sent on it.
      this.#forwarder.client.closeIdle();
      this.#send();
    } else {
      this.#record.fail(this.#explain(error));
      endConnection(response.socket, wasReset(error));
    }
  }

  #explain(error: unknown): string {
    if (error instanceof OutboundProxyError) return error.message;
    return explainFailure(error, new URL(this.#forwarder.upstream.url));
  }

  /** Responds in the place of the upstream. */
  #respond(reason: 'unreachable' | 'timeout', cause: string): void {
    const { incoming, response } = this;
    this.#record.fail(cause);
    const message = `${GOT_NO_RESPONSE} from ${this.#forwarder.upstream.origin}: ${cause}.`;
    const { status, headers, body } = ownResponse(reason, message);
    response.writeHead(status, headers).end(body);
    // The rest of an upload is discarded, so that the client can read the response.
    incoming.unpipe().resume();
  }

  #timeOut(): void {
    this.#isTimeUp = true;
    const outgoing = this.#outgoing;
    outgoing?.destroy(new Error('timeout'));
    // Without a connection, no error is reported until there is one.
    if (!outgoing?.socket) this.#fail(undefined);
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    const hasLeft = !this.response.writableFinished;
    if (hasLeft) this.#outgoing?.destroy();
    this.#forwarder.ended(
      this,
      this.#record.exchange(this.incoming, this.head, this.#forwarder.upstream.origin, hasLeft),
    );
  }
}

/** RFC 9110 §9.2.2: a proxy repeats a request only if that is safe. */
const SAFE = /^(?:GET|HEAD|OPTIONS)$/;

/** Returns whether a request can be sent twice: it is safe and has no body, which would have to be buffered. */
function mayBeRepeated(incoming: IncomingMessage): boolean {
  return SAFE.test(incoming.method ?? '') && !hasBody(incoming);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Distinguishes a connection that was reset, which the system reports, from one that was closed too early. */
function wasReset(error: unknown): error is Error {
  return ((error ?? {}) as NodeJS.ErrnoException).syscall !== undefined;
}

/** Distinguishes a connection that broke from one that was never established. */
function wasBrokenOff(error: unknown, outgoing: ClientRequest | undefined): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isHandshake = (outgoing?.socket as { readonly secureConnecting?: boolean } | null)?.secureConnecting === true;
  return (code === 'ECONNRESET' || code === 'EPIPE') && !isHandshake;
}
