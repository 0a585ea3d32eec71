import type { IncomingMessage } from 'node:http';
import { PROXY_RESPONSE_HEADER, type ProxyResponseReason, proxyStatuses } from '../../exchange/proxy-response.js';
import { oneLine } from '../../json/quoting.js';
import { parseHost, type ServedHosts } from '../../server/admin/served-hosts.js';
import { jsonErrorResponse } from '../../server/json-response.js';
import type { ServedResponse } from '../../server/responder.js';
import { splitTarget } from './upstream.js';

/** Returns a response of the proxy itself. `message` describes what was wrong and what to do. */
export function ownResponse(reason: ProxyResponseReason, message: string): ServedResponse {
  return jsonErrorResponse(proxyStatuses[reason], `proxy_${reason}`, message, Date.now(), {
    [PROXY_RESPONSE_HEADER]: reason,
  });
}

interface ProxyIdentity {
  readonly baseUrl: string;
  /** The hosts for which requests are forwarded; undefined: any. */
  readonly hosts: ServedHosts | undefined;
  readonly upstreamOrigin: string;
  readonly viaName: string;
}

export function findRejection(
  { url = '', headers }: IncomingMessage,
  { baseUrl, hosts, upstreamOrigin, viaName }: ProxyIdentity,
): { reason: ProxyResponseReason; message: string } | undefined {
  // `GET http://…` requests any host from a forward proxy.
  const { origin } = splitTarget(url);
  if (origin === undefined ? !/^[/*]/.test(url) : ![upstreamOrigin, new URL(baseUrl).origin].includes(origin)) {
    const message = `This proxy forwards to one service only. Set the client's base URL to ${baseUrl} and do not configure it to use an HTTP proxy.`;
    return { reason: 'rejected', message };
  }
  // A page whose name resolves to this machine (DNS rebinding) could read the service through the proxy, even behind a VPN.
  const host = headers.host === undefined ? undefined : parseHost(headers.host);
  if (hosts !== undefined && headers.host !== undefined && (host === undefined || !hosts.has(host))) {
    const name = host?.name ?? 'petstore.internal';
    const message = `The proxy is only served as ${hosts.names.join(', ')}. To serve it under another name, start it with --allowed-host ${name}.`;
    return { reason: 'misdirected', message: oneLine(message) };
  }
  if (!headers.via?.includes(viaName)) return undefined;
  const message = `This request has already passed through this proxy: the upstream ${upstreamOrigin} leads back to it. Start it with the address of the service, or with another --port.`;
  return { reason: 'loop', message };
}
