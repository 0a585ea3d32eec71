import { type AgentOptions, Agent as HttpAgent, type IncomingMessage, type ServerResponse } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';
import { rootCertificates } from 'node:tls';
import { createProxyServer } from 'httpxy';
import { type FlatHeaders, requestOptions, upstreamHead } from './forwarded-headers.js';
import { Forwarding, type ForwardingHost } from './forwarding.js';
import { explainProxyError, type OutboundProxy, TunnelAgent } from './outbound-proxy.js';
import type { Upstream } from './upstream.js';
import type { WireExchange } from './wire-exchange.js';

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
export class Forwarder implements ForwardingHost {
  readonly upstream: Upstream;
  readonly responseTimeoutMs: number;
  readonly #outbound: OutboundProxy | undefined;
  readonly #viaName: string;
  readonly #onExchange: ForwarderOptions['onExchange'];
  readonly #agent: HttpAgent;
  readonly #proxy: ReturnType<typeof createProxyServer>;
  readonly #active = new ActiveForwardings();
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

  /** Forwards a request. `asksFirst`: the client waits for “100 Continue” before it sends the body. */
  forward(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean): void {
    const head = upstreamHead(incoming, this.upstream.host);
    this.#active.began(new Forwarding(incoming, response, { head, asksFirst }, this));
  }

  send(forwarding: Forwarding): Promise<void> {
    const { incoming, response } = forwarding;
    this.#byRequest.set(incoming, forwarding);
    return this.#proxy.web(incoming, response, { ssl: this.#requestOptions(forwarding) });
  }

  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  foreignResponseProblem({ statusCode }: IncomingMessage): string | undefined {
    return this.#outbound !== undefined && statusCode === 407
      ? explainProxyError(this.#outbound, statusCode)
      : undefined;
  }

  ended(forwarding: Forwarding, exchange: WireExchange): void {
    this.#active.ended(forwarding);
    this.#onExchange(exchange);
  }

  /** Resolves when every exchange has been reported and its connection is closed. */
  async close(): Promise<void> {
    await this.#active.closed();
    this.#agent.destroy();
  }

  /** The recording and the judge see the head without what the proxy adds here. */
  #requestOptions({ head, incoming: { url = '', httpVersion } }: Forwarding): object {
    const sent: FlatHeaders = [...head, 'Via', `${httpVersion} ${this.#viaName}`];
    const outbound = this.#outbound;
    if (outbound === undefined) return requestOptions(sent, url);
    // Without TLS, an outbound proxy gets the whole URL: many do not open a tunnel to port 80.
    const login = outbound.authorization === undefined ? [] : ['Proxy-Authorization', outbound.authorization];
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

/** The active forwardings by connection. If a client pipelines requests and disconnects, Node notifies only the first one. */
class ActiveForwardings {
  readonly #bySocket = new Map<Duplex, Set<Forwarding>>();
  #onNone = () => {};

  began(forwarding: Forwarding): void {
    const { socket } = forwarding.incoming;
    const known = this.#bySocket.get(socket);
    if (known !== undefined) {
      known.add(forwarding);
      return;
    }
    const forwardings = new Set([forwarding]);
    this.#bySocket.set(socket, forwardings);
    socket.once('close', () => {
      for (const each of forwardings) each.clientLeft();
      this.#bySocket.delete(socket);
      if (this.#bySocket.size === 0) this.#onNone();
    });
  }

  ended(forwarding: Forwarding): void {
    this.#bySocket.get(forwarding.incoming.socket)?.delete(forwarding);
  }

  /** Resolves when all connections that sent a request are closed. */
  async closed(): Promise<void> {
    if (this.#bySocket.size === 0) return;
    await new Promise<void>((resolve) => {
      this.#onNone = resolve;
    });
  }
}
