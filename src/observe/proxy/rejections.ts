import type { IncomingMessage } from 'node:http';
import { PROXY_RESPONSE_HEADER, type ProxyResponseReason, proxyStatuses } from '../../exchange/proxy-response.js';
import { parseHost, type ServedHosts } from '../../server/admin/served-hosts.js';
import { jsonErrorResponse } from '../../server/json-response.js';
import type { ServedResponse } from '../../server/responder.js';
import { oneLine } from '../../spec/quoting.js';
import { splitTarget } from './upstream.js';

/** Returns a response of the proxy itself. `message` describes what was wrong and what to do. */
export function ownResponse(reason: ProxyResponseReason, message: string): ServedResponse {
  return jsonErrorResponse(proxyStatuses[reason], `proxy_${reason}`, message, Date.now(), {
    [PROXY_RESPONSE_HEADER]: reason,
  });
}

/** Why a request is not forwarded. */
interface Rejection {
  readonly reason: 'rejected' | 'misdirected' | 'loop';
  readonly message: string;
}

/** What the proxy is, as clients reach it. */
interface ProxyIdentity {
  /** The base URL that clients should use. */
  readonly baseUrl: string;
  /** The hosts for which requests are forwarded; undefined: any. */
  readonly hosts: ServedHosts | undefined;
  readonly upstreamOrigin: string;
  /** Its name in `Via`. */
  readonly viaName: string;
}

/** Returns why a request is not forwarded; undefined if it is. */
export function findRejection({ url = '', headers }: IncomingMessage, proxy: ProxyIdentity): Rejection | undefined {
  const { baseUrl, hosts, upstreamOrigin, viaName } = proxy;
  // `GET http://…` requests any host from a forward proxy.
  const { origin } = splitTarget(url);
  if (origin === undefined ? !/^[/*]/.test(url) : ![upstreamOrigin, new URL(baseUrl).origin].includes(origin)) {
    const message = `This proxy forwards to one service only and does not accept the URL of another one as request target. Set the client's base URL to ${baseUrl} and do not configure it to use an HTTP proxy.`;
    return { reason: 'rejected', message };
  }
  const misdirection = hosts && headers.host !== undefined ? hostProblem(headers.host, hosts) : undefined;
  if (misdirection !== undefined) return { reason: 'misdirected', message: misdirection };
  if (headers.via?.includes(viaName)) {
    const message = `This request has already passed through this proxy: the upstream ${upstreamOrigin} leads back to it, directly or through another proxy. Start it with the address of the service, or with another --port.`;
    return { reason: 'loop', message };
  }
  return undefined;
}

/**
 * Returns why a request is not forwarded for the host that it names. Otherwise a page whose name resolves to this machine (DNS
 * rebinding) could read the service through the proxy, even behind a VPN or a firewall. No browser sends HTTP/1.0 or omits Host.
 */
function hostProblem(named: string, hosts: ServedHosts): string | undefined {
  const host = parseHost(named);
  if (host !== undefined && hosts.has(host)) return undefined;
  const { name = 'petstore.internal' } = host ?? {};
  const problem = host === undefined ? 'The Host header is not a host' : `The proxy is not served as ${name}`;
  return oneLine(
    `${problem}; it is served as ${hosts.names.join(', ')}. To serve it under another name, start it with --allowed-host ${name}.`,
  );
}
