import { isIPv4, isIPv6 } from 'node:net';
import { InputError } from '../../json/input-error.js';
import { parseUrl } from '../../json/parse-url.js';

export interface ServedHosts {
  has(host: HostName): boolean;
  readonly names: readonly string[];
}

/** Returns the host that a server listens on as a name of {@link parseHost}. */
export function nameOfHost(host: string): string {
  // Node makes up its mind about addresses by an expression that takes 10 ms to compile.
  const isAddress6 = host.includes(':') && isIPv6(host);
  return parseHost(isAddress6 ? `[${host}]` : host)?.name ?? host;
}

/** Returns whether only this machine can connect to a server that listens on a host. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(nameOfHost(host));
}

/** Serves these names on any port, and every IP address: DNS rebinding needs a name. Throws an InputError for an invalid allowed host. */
export function createServedHosts(host: string, allowed: readonly string[]): ServedHosts {
  const names = new Set(['localhost', '127.0.0.1', '[::1]', nameOfHost(host), ...allowed.map(parseAllowedHost)]);
  return {
    // Names below localhost are always this machine, without a DNS lookup (RFC 6761 §6.3).
    has: ({ name }) => name.startsWith('[') || isIPv4(name) || name.endsWith('.localhost') || names.has(name),
    names: [...names],
  };
}

function parseAllowedHost(text: string): string {
  const host = parseHost(text);
  if (host !== undefined) return host.name;
  throw new InputError('Reading the allowed hosts', `${JSON.stringify(text)} is not a host`, 'Try petstore.internal');
}

export interface HostName {
  /** In lower case, addresses in their shortest form and IPv6 ones in brackets. */
  readonly name: string;
  /** Undefined if not given: the default port of the scheme. */
  readonly port: number | undefined;
}

const HOST = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d*))?$/i;

/** Parses a host with or without a port, as in `Host` (RFC 9110 §7.2). Returns undefined if it is not a host. */
export function parseHost(text: string): HostName | undefined {
  const { port = '' } = HOST.exec(text)?.groups ?? {};
  const url = HOST.test(text) ? parseUrl(`http://${text}`) : undefined;
  if (url === undefined) return undefined;
  // `localhost.` is `localhost`, spelled to the root of all names.
  return { name: url.hostname.replace(/\.$/, ''), port: port === '' ? undefined : Number(port) };
}
