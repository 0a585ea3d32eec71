import type { IncomingMessage } from 'node:http';
import { oneLine } from '../../json/one-line.js';
import { parseHost } from '../../server/admin/gate/host-name.js';
import type { ServedHosts } from '../../server/admin/gate/served-hosts.js';

/**
 * Answers why a request is not passed on for the host that it names; undefined for one that is. A page whose name is made to lead
 * here (DNS rebinding) would read the service through the proxy, be it behind a VPN or a firewall. No page speaks HTTP/1.0 or names no host.
 */
export function refuseHost({ headers, socket }: IncomingMessage, hosts: ServedHosts): string | undefined {
  if (headers.host === undefined) return undefined;
  const host = parseHost(headers.host);
  if (host !== undefined && hosts.has(host, socket.localAddress ?? '')) return undefined;
  const { name = 'petstore.internal' } = host ?? {};
  const what = host === undefined ? 'The request names no host' : `The proxy is not served as ${name}`;
  const served = hosts.names.join(', ');
  return oneLine(
    `${what}; it is served as ${served}. To have it served under another name, start it with --allowed-host ${name}.`,
  );
}
