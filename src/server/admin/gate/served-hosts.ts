import { InputError } from '../../../validation/input-error.js';
import { type HostName, nameOfAddress, parseHost } from './host-name.js';

/** Under which hosts the control room is reached. */
export interface ServedHosts {
  /** Whether a host is one of them. `localAddress` is where the connection arrived: that name is always served. */
  has(host: HostName, localAddress: string): boolean;
  /** All that can be listed, for people. */
  readonly names: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
/** The port that is not written, by http or by https at a proxy in front. */
const UNWRITTEN_PORTS = [80, 443];

/**
 * Serves the loopback names, the host that the server listens on and those that were allowed, such as `petstore.internal`.
 * Ports do not matter, since a container publishes others; those of `petstore.internal:8080` do. Throws an InputError for an
 * allowed host that is none.
 */
export function createServedHosts(host: string, allowed: readonly string[]): ServedHosts {
  const own = nameOfAddress(host);
  const names = new Set([...LOOPBACK, ...(own === undefined ? [] : [own])]);
  const additional = allowed.map(parseAllowedHost);
  const isAllowed = ({ name, port }: HostName, one: HostName) =>
    name === one.name &&
    (one.port === undefined || one.port === port || (port === undefined && UNWRITTEN_PORTS.includes(one.port)));
  return {
    has: (asked, localAddress) =>
      names.has(asked.name) ||
      // Browsers look such a name up nowhere: it is this machine (RFC 6761 §6.3).
      asked.name.endsWith('.localhost') ||
      additional.some((one) => isAllowed(asked, one)) ||
      asked.name === nameOfAddress(localAddress),
    names: [
      ...new Set([...names, ...additional.map(({ name, port }) => (port === undefined ? name : `${name}:${port}`))]),
    ],
  };
}

function parseAllowedHost(text: string): HostName {
  const host = parseHost(text);
  if (host !== undefined) return host;
  throw new InputError('Reading the allowed hosts', `${JSON.stringify(text)} is no host`, 'Try petstore.internal');
}
