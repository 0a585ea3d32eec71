import { type AgentOptions, ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { HeaderList } from '../../exchange/exchange.js';
import { type ClientTls, connectionOptionsOf } from '../../http/client-tls.js';
import { type OutboundProxy, TunnelAgent } from './outbound-proxy.js';

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

export interface UpstreamClientOptions extends ClientTls {
  readonly upstream: Upstream;
  /** Undefined: the upstream is reached directly. */
  readonly outbound?: OutboundProxy | undefined;
}

/** Servers close connections that are idle for longer, some just as the next request is sent. */
const MOST_IDLE_MS = 4_000;

/** A request that has a body only if its headers frame one. Node announces an empty one for a POST, PUT or PATCH without. */
class UpstreamRequest extends ClientRequest {}
Object.defineProperty(UpstreamRequest.prototype, 'useChunkedEncodingByDefault', { get: () => false, set: () => {} });

export type UpstreamClient = ReturnType<typeof createUpstreamClient>;

/** Opens requests to the upstream, and keeps its connections. `viaName` is the name of the proxy in `Via`. */
export function createUpstreamClient(options: UpstreamClientOptions, viaName: string) {
  const { hostname, port, isTls, origin: ownOrigin } = options.upstream;
  const agent = agentFor(options);
  /** A whole URL names the upstream. */
  const targetOf = (url: string) => {
    const { origin, path } = splitTarget(url);
    // RFC 9112 §3.2.4: without a path, the target is the server as a whole.
    return origin === undefined ? url : `${ownOrigin}${path === '*' ? '' : path}`;
  };
  return {
    /** Begins a request to the upstream: its head is sent with its body or its end. Throws if Node rejects the head. */
    open({ method, url = '', httpVersion }: IncomingMessage, head: HeaderList): ClientRequest {
      const request = new UpstreamRequest({
        protocol: isTls ? 'https:' : 'http:',
        host: hostname,
        port,
        agent,
        method,
        path: targetOf(url),
        // The recording and the judge see the head without what is added here.
        headers: [...head.flat(), 'Via', `${httpVersion} ${viaName}`],
        maxHeaderSize: MOST_HEADER_BYTES,
      });
      // Node would drop the headers of a response after the 1,000th.
      request.maxHeadersCount = 0;
      return request;
    },
    /** Closes idle connections: the upstream has closed one of them, and probably the others too. */
    closeIdle() {
      for (const sockets of Object.values(agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
    },
    close: () => agent.destroy(),
  };
}

function agentFor({ upstream, outbound, ...tls }: UpstreamClientOptions): HttpAgent {
  const options: AgentOptions = { keepAlive: true, maxFreeSockets: 256, timeout: MOST_IDLE_MS };
  if (!upstream.isTls) return new HttpAgent(options);
  const withTls = { ...options, ...connectionOptionsOf(tls) };
  return outbound === undefined ? new HttpsAgent(withTls) : new TunnelAgent(outbound, withTls);
}

export const MOST_HEADER_BYTES = 64 * 1024;

type Header = [name: string, value: string];

/** Headers of a single connection (RFC 9110 §7.6.1). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'upgrade',
];
/** Never dropped, even if Connection names them: they frame and route the message. */
const NEVER_DROPPED = ['content-length', 'host'];
const OF_CHUNKS = ['transfer-encoding', 'trailer'];

/** Returns the headers for the next hop, as they were. `connection`: all values of that header. `isChunked`: the next hop gets chunks, too. */
export function endToEnd(raw: readonly string[], connection: string | undefined, isChunked: boolean): Header[] {
  const dropped = new Set([...HOP_BY_HOP, ...(connection?.toLowerCase().split(/\s*,\s*/) ?? [])]);
  for (const name of NEVER_DROPPED) dropped.delete(name);
  for (const name of OF_CHUNKS) isChunked ? dropped.delete(name) : dropped.add(name);
  return headerPairs(raw).filter(([name]) => !dropped.has(name.toLowerCase()));
}

/** Replaces the host: an HTTP/1.0 client may send several, or none. The proxy itself has sent the “100 Continue” that a client expects. */
export function upstreamHead({ rawHeaders, headers }: IncomingMessage, host: string): HeaderList {
  const isHost = ([name]: Header) => name.toLowerCase() === 'host';
  const all = endToEnd(rawHeaders, headers.connection, headers['transfer-encoding'] !== undefined);
  const sent = all.filter(([name]) => name.toLowerCase() !== 'expect');
  const first = sent.findIndex(isHost);
  if (first === -1) return [['Host', host], ...sent];
  return sent
    .map((header): Header => (isHost(header) ? [header[0], host] : header))
    .filter((header, at) => at === first || !isHost(header));
}

/** Returns `rawHeaders` of `node:http`, names and values in turn, as pairs. */
export function headerPairs(flat: readonly string[]): Header[] {
  const pairs: Header[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) pairs.push([flat[at] as string, flat[at + 1] as string]);
  return pairs;
}
