import { type AgentOptions, ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { rootCertificates } from 'node:tls';
import type { HeaderList } from '../../exchange/exchange.js';
import { MOST_HEADER_BYTES } from './forwarded-headers.js';
import { type OutboundProxy, TunnelAgent } from './outbound-proxy.js';

/** The service that a proxy forwards to. */
export type Upstream = ReturnType<typeof upstreamAt>;

/** Returns the parts of a base URL that `parseTargetUrl` has returned. */
export function upstreamAt(url: string) {
  const { protocol, origin, host, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    /** Base URL, without a trailing slash. */
    url: url.replace(/\/$/, ''),
    origin,
    /** For the `Host` header; without the default port. */
    host,
    /** For sockets: an IPv6 address has no brackets. */
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
  };
}

/** Returns the origin that a request target in absolute form names (RFC 9112 §3.2.2), and what follows. Other forms have no origin. */
export function splitTarget(target: string): { readonly origin: string | undefined; readonly path: string } {
  const [, origin, path = target] = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target) ?? [];
  return { origin: origin?.toLowerCase(), path };
}

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
  readonly #upstream: Upstream;
  readonly #viaName: string;
  readonly #agent: HttpAgent;

  /** `viaName` is the name of the proxy in `Via`. */
  constructor(options: UpstreamClientOptions, viaName: string) {
    this.#upstream = options.upstream;
    this.#viaName = viaName;
    this.#agent = agentFor(options);
  }

  /** Begins a request to the upstream: its head is sent with its body or its end. Throws if Node rejects the head. */
  open({ method, url = '', httpVersion }: IncomingMessage, head: HeaderList): ClientRequest {
    const { hostname, port, isTls } = this.#upstream;
    const request = new UpstreamRequest({
      protocol: isTls ? 'https:' : 'http:',
      host: hostname,
      port,
      agent: this.#agent,
      method,
      path: this.#targetOf(url),
      // The recording and the judge see the head without what is added here.
      headers: [...head.flat(), 'Via', `${httpVersion} ${this.#viaName}`],
      maxHeaderSize: MOST_HEADER_BYTES,
    });
    // Node would drop the headers of a response after the 1,000th.
    request.maxHeadersCount = 0;
    return request;
  }

  /** Closes idle connections: the upstream has closed one of them, and probably the others too. */
  closeIdle(): void {
    for (const sockets of Object.values(this.#agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  close(): void {
    this.#agent.destroy();
  }

  /** A whole URL names the upstream. */
  #targetOf(url: string): string {
    const { origin, path } = splitTarget(url);
    if (origin === undefined) return url;
    // RFC 9112 §3.2.4: without a path, the target is the server as a whole.
    return `${this.#upstream.origin}${path === '*' ? '' : path}`;
  }
}

function agentFor({ upstream, ca, outbound }: UpstreamClientOptions): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: MOST_IDLE_MS };
  if (!upstream.isTls) return new HttpAgent(options);
  const withTls = { ...options, ...(ca !== undefined && { ca: [...rootCertificates, ca] }) };
  return outbound === undefined ? new HttpsAgent(withTls) : new TunnelAgent(outbound, withTls);
}
