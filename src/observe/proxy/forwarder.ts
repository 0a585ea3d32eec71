import {
  type AgentOptions,
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import { createProxyServer } from 'httpxy';
import { explainCut, explainFailure } from '../../../contract-tests/sending/failure-cause.js';
import type { HeaderList } from '../../exchange/exchange.js';
import { GOT_NO_RESPONSE } from '../../exchange/proxy-response.js';
import { headerPairs, requestOptions, upstreamHead, writeInformational, writeResponse } from './forwarded-headers.js';
import { explainProxyError, type OutboundProxy, OutboundProxyError, TunnelAgent } from './outbound-proxy.js';
import { ownResponse } from './rejected-requests.js';
import type { Upstream } from './upstream.js';
import { ForwardingRecord, type WireExchange } from './wire-exchange.js';

export interface ForwarderOptions {
  readonly upstream: Upstream;
  /** Authorities to trust in addition to the default ones, in PEM. */
  readonly ca: string | undefined;
  /** Undefined: the upstream is reached directly. */
  readonly outbound?: OutboundProxy | undefined;
  /** Called with each exchange once its response was delivered, or never will be. */
  readonly onExchange: (exchange: WireExchange) => void;
  /** How long the upstream may stay silent before its response begins; default 2 minutes. */
  readonly responseTimeoutMs?: number | undefined;
}

/** Servers close connections that are idle for longer, some just as the next request is sent. */
const MOST_IDLE_MS = 4_000;

/** Sends requests to the upstream and its responses back. */
export class Forwarder {
  readonly upstream: Upstream;
  readonly responseTimeoutMs: number;
  readonly #outbound: OutboundProxy | undefined;
  readonly #viaName: string;
  readonly #onExchange: ForwarderOptions['onExchange'];
  readonly #agent: HttpAgent;
  readonly #proxy: ReturnType<typeof createProxyServer>;
  readonly #active = new Set<Forwarding>();
  #onIdle = () => {};
  #moments = 0;
  readonly #byRequest = new WeakMap<IncomingMessage, Forwarding>();

  /** `viaName` is the name of the proxy in `Via`. */
  constructor(options: ForwarderOptions, viaName: string) {
    const { upstream, outbound, responseTimeoutMs = 120_000 } = options;
    this.upstream = upstream;
    this.responseTimeoutMs = responseTimeoutMs;
    // An https upstream is reached through a tunnel, which the agent opens.
    this.#outbound = upstream.isTls ? undefined : outbound;
    this.#viaName = viaName;
    this.#onExchange = options.onExchange;
    this.#agent = agentFor(options);
    const { hostname, port, isTls } = this.#outbound ?? upstream;
    const target = { protocol: isTls ? 'https:' : 'http:', hostname, port };
    this.#proxy = createProxyServer({ target, agent: this.#agent });
    this.#proxy.on('proxyReq', (outgoing, incoming) => this.#byRequest.get(incoming)?.sending(outgoing));
    this.#proxy.on('proxyRes', (received, incoming) => this.#byRequest.get(incoming)?.responded(received));
  }

  /** Counts the begins and ends of exchanges. */
  nextMoment(): number {
    this.#moments += 1;
    return this.#moments;
  }

  /** Forwards a request. `asksFirst`: the client waits for “100 Continue” before it sends the body. */
  forward(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean): void {
    this.#active.add(new Forwarding(incoming, response, asksFirst, this));
  }

  /** Sends the request with httpxy; rejects with the network error. */
  send(forwarding: Forwarding): Promise<void> {
    const { incoming, response } = forwarding;
    this.#byRequest.set(incoming, forwarding);
    return this.#proxy.web(incoming, response, { ssl: this.#requestOptions(forwarding) });
  }

  /** Closes idle connections: the upstream has closed one of them, and probably the others too. */
  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  /** Returns what went wrong if a response did not come from the upstream; undefined if it did. */
  foreignResponseProblem({ statusCode }: IncomingMessage): string | undefined {
    return this.#outbound && statusCode === 407 ? explainProxyError(this.#outbound, statusCode) : undefined;
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
    this.#agent.destroy();
  }

  /** The recording and the judge see the head without what the proxy adds here. */
  #requestOptions({ head, incoming: { url = '', httpVersion } }: Forwarding): object {
    const sent: HeaderList = [...head, ['Via', `${httpVersion} ${this.#viaName}`]];
    const outbound = this.#outbound;
    if (outbound === undefined) return requestOptions(sent, url);
    // Without TLS, an outbound proxy gets the whole URL: many do not open a tunnel to port 80.
    const { authorization } = outbound;
    const login: HeaderList = authorization === undefined ? [] : [['Proxy-Authorization', authorization]];
    // RFC 9112 §3.2.4: without a path, the target is the server as a whole.
    return requestOptions([...sent, ...login], `${this.upstream.origin}${url === '*' ? '' : url}`);
  }
}

function agentFor({ upstream, ca, outbound }: ForwarderOptions): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: MOST_IDLE_MS };
  const { isTls } = upstream.isTls ? upstream : (outbound ?? upstream);
  if (!isTls) return new HttpAgent(options);
  const withTls = { ...options, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) };
  return upstream.isTls && outbound !== undefined ? new TunnelAgent(outbound, withTls) : new HttpsAgent(withTls);
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
  /** The client sends its body, or got 100 Continue. */
  #isContinued = false;
  #isOver = false;

  /** `asksFirst`: the client waits for “100 Continue” before it sends the body. */
  constructor(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean, forwarder: Forwarder) {
    this.incoming = incoming;
    this.response = response;
    this.#record = new ForwardingRecord(() => forwarder.nextMoment());
    this.head = upstreamHead(incoming, forwarder.upstream.host);
    this.#asksFirst = asksFirst;
    this.#forwarder = forwarder;
    this.#timer = setTimeout(() => this.#timeOut(), forwarder.responseTimeoutMs);
    // If a client pipelines requests and disconnects, only the first response is closed.
    incoming.socket.setMaxListeners(0).once('close', this.#leave);
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
    const problem = this.#forwarder.foreignResponseProblem(received);
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
      this.#record.cut = explainCut(error, new URL(this.#forwarder.upstream.url));
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

  readonly #leave = () => {
    this.#outgoing?.destroy();
    this.#end();
  };

  #send(): void {
    this.#forwarder.send(this).catch((error: unknown) => this.#fail(error));
  }

  #fail(error: unknown): void {
    const { response } = this;
    if (this.#isOver || this.#record.response !== undefined || response.headersSent || response.destroyed) return;
    const isReused = this.#outgoing?.reusedSocket === true;
    if (this.#isTimeUp) {
      this.#respond('timeout', `no response within ${this.#forwarder.responseTimeoutMs / 1000} s`);
    } else if (!wasBrokenOff(error, this.#outgoing)) {
      this.#respond('unreachable', this.#explain(error));
    } else if (isReused && mayBeRepeated(this.incoming)) {
      // The upstream closed an idle connection just as the request was sent on it.
      this.#forwarder.closeIdle();
      this.#send();
    } else {
      this.#record.fail(this.#explain(error));
      response.socket?.resetAndDestroy();
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
    this.incoming.socket.off('close', this.#leave);
    const hasLeft = !this.response.writableFinished;
    this.#forwarder.ended(
      this,
      this.#record.exchange(this.incoming, this.head, this.#forwarder.upstream.origin, hasLeft),
    );
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
