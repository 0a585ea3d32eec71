import { parseUrl } from '../../spec/parse-url.js';
import { InputError } from '../../spec/validation/input-error.js';

/** The hosts that the control room is served under. */
export interface ServedHosts {
  /** Returns whether a host is one of them. `localAddress`, where the connection arrived, is always served. */
  has(host: HostName, localAddress: string): boolean;
  /** The names for error messages. */
  readonly names: readonly string[];
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Returns whether only this machine can connect to a name of {@link parseHost}. */
export function isLoopback(name: string): boolean {
  return LOOPBACK.includes(name) || /^127(?:\.\d+){3}$/.test(name);
}

/** Default ports of http, and of https at a proxy in front. */
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
    has: (host, localAddress) =>
      isLoopback(host.name) ||
      names.has(host.name) ||
      // Always this machine, without a DNS lookup (RFC 6761 §6.3).
      host.name.endsWith('.localhost') ||
      additional.some((one) => isAllowed(host, one)) ||
      host.name === nameOfAddress(localAddress),
    names: [
      ...new Set([...names, ...additional.map(({ name, port }) => (port === undefined ? name : `${name}:${port}`))]),
    ],
  };
}

function parseAllowedHost(text: string): HostName {
  const host = parseHost(text);
  if (host !== undefined) return host;
  throw new InputError('Reading the allowed hosts', `${JSON.stringify(text)} is not a host`, 'Try petstore.internal');
}

/** A parsed `Host` header. */
export interface HostName {
  /** In lower case, addresses in their shortest form and IPv6 ones in brackets. */
  readonly name: string;
  /** Undefined if not given: the default port of the scheme. */
  readonly port: number | undefined;
}

const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d*))?$/i;
/** An IPv4 address that came through a socket of IPv6, as a URL parser writes it. */
const MAPPED = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/;

/** Parses a host with or without a port, as in `Host` (RFC 9110 §7.2). Returns undefined if it is not a host. */
export function parseHost(text: string): HostName | undefined {
  const { port = '' } = HOST.exec(text)?.groups ?? {};
  const url = HOST.test(text) ? parseUrl(`http://${text}`) : undefined;
  if (url === undefined) return undefined;
  return { name: withoutMapping(withoutDot(url.hostname)), port: port === '' ? undefined : Number(port) };
}

/** Returns an address of a socket, such as `::ffff:127.0.0.1` or `fe80::1%eth0`, as a name of {@link parseHost}. */
export function nameOfAddress(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '');
  return parseHost(bare.includes(':') ? `[${bare}]` : bare)?.name;
}

/** `localhost.` is `localhost`, spelled to the root of all names. */
function withoutDot(name: string): string {
  return name.endsWith('.') ? name.slice(0, -1) : name;
}

function withoutMapping(name: string): string {
  const [, high, low] = MAPPED.exec(name) ?? [];
  if (high === undefined || low === undefined) return name;
  const bytes = [high, low].flatMap((pair) => {
    const number = Number.parseInt(pair, 16);
    return [number >> 8, number & 0xff];
  });
  return bytes.join('.');
}
