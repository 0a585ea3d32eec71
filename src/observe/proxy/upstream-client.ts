import { type AgentOptions, ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { HeaderList } from '../../exchange/exchange.js';
import { flatHeaders, MOST_HEADER_BYTES } from './forwarded-headers.js';
import { explainProxyError, type OutboundProxy, TunnelAgent } from './outbound-proxy.js';
import { splitTarget, type Upstream } from './upstream.js';

export interface UpstreamClientOptions {
  readonly upstream: Upstream;
  /** Authorities to trust in addition to the default ones, in PEM. */
  readonly ca: string | undefined;
  /** Undefined: the upstream is reached directly. */
  readonly outbound?: OutboundProxy | undefined;
}

/** Servers close connections that are idle for longer, some just as the next request is sent. */
const MOST_IDLE_MS = 4_000;

/** A request that has a body only if its headers frame one. Node announces an empty one for a POST, PUT or PATCH without. */
class UpstreamRequest extends ClientRequest {}
Object.defineProperty(UpstreamRequest.prototype, 'useChunkedEncodingByDefault', { get: () => false, set: () => {} });

/** Opens requests to the upstream, and keeps its connections. */
export class UpstreamClient {
  /** An https upstream is reached through a tunnel, which the agent opens. */
  readonly #outbound: OutboundProxy | undefined;
  readonly #origin: string;
  readonly #viaName: string;
  readonly #agent: HttpAgent;
  /** Where requests are sent: the upstream, or the outbound proxy to it. */
  readonly #next: Pick<Upstream, 'hostname' | 'port' | 'isTls'>;

  /** `viaName` is the name of the proxy in `Via`. */
  constructor(options: UpstreamClientOptions, viaName: string) {
    const { upstream, outbound } = options;
    this.#outbound = upstream.isTls ? undefined : outbound;
    this.#origin = upstream.origin;
    this.#viaName = viaName;
    this.#agent = agentFor(options);
    this.#next = this.#outbound ?? upstream;
  }

  /** Begins a request to the upstream: its head is sent with its body or its end. Throws if Node rejects the head. */
  open(incoming: IncomingMessage, head: HeaderList): ClientRequest {
    const { hostname, port, isTls } = this.#next;
    const request = new UpstreamRequest({
      protocol: isTls ? 'https:' : 'http:',
      host: hostname,
      port,
      agent: this.#agent,
      method: incoming.method,
      path: this.#targetOf(incoming),
      headers: this.#headersOf(head, incoming),
      maxHeaderSize: MOST_HEADER_BYTES,
    });
    // Node would drop the headers of a response after the 1,000th.
    request.maxHeadersCount = 0;
    // Node would send a head that does not wait for its body as UTF-8. Each listener costs every request a little.
    if (incoming.headers.expect !== undefined) {
      request.once('socket', (socket) => socket.setDefaultEncoding('latin1'));
    }
    return request;
  }

  /** Closes idle connections: the upstream has closed one of them, and probably the others too. */
  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  /** Returns what went wrong if a response did not come from the upstream; undefined if it did. */
  foreignResponseProblem({ statusCode }: IncomingMessage): string | undefined {
    return this.#outbound && statusCode === 407 ? explainProxyError(this.#outbound, statusCode) : undefined;
  }

  /** Names and values in turn. The recording and the judge see the head without what the proxy adds here. */
  #headersOf(head: HeaderList, { httpVersion }: IncomingMessage): string[] {
    const flat = flatHeaders(head);
    flat.push('Via', `${httpVersion} ${this.#viaName}`);
    const login = this.#outbound?.authorization;
    if (login !== undefined) flat.push('Proxy-Authorization', login);
    return flat;
  }

  /** A whole URL names the upstream. Without TLS, an outbound proxy always gets one: many do not open a tunnel to port 80. */
  #targetOf({ url = '' }: IncomingMessage): string {
    const { origin, path } = splitTarget(url);
    if (origin !== undefined) return `${this.#origin}${path}`;
    if (this.#outbound === undefined) return url;
    // RFC 9112 §3.2.4: without a path, the target is the server as a whole.
    return `${this.#origin}${url === '*' ? '' : url}`;
  }
}

function agentFor({ upstream, ca, outbound }: UpstreamClientOptions): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: MOST_IDLE_MS };
  const { isTls } = upstream.isTls ? upstream : (outbound ?? upstream);
  if (!isTls) return new HttpAgent(options);
  const withTls = { ...options, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) };
  return upstream.isTls && outbound !== undefined ? new TunnelAgent(outbound, withTls) : new HttpsAgent(withTls);
}
