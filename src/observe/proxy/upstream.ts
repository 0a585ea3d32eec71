import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { InputError } from '../../spec/validation/input-error.js';

/** The service that a proxy forwards to. */
export interface Upstream {
  /** Base URL, without a trailing slash. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** For the `Host` header; without the default port. */
  readonly host: string;
  /** For sockets: an IPv6 address has no brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** Parses a base URL that `parseTargetUrl` has returned. */
export function upstreamAt(url: string): Upstream {
  const { protocol, origin, host, hostname, port } = new URL(url);
  const isTls = protocol === 'https:';
  return {
    url: url.replace(/\/$/, ''),
    origin,
    host,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 443 : 80)),
    isTls,
  };
}

/** Resolves a name to its addresses. */
type Resolve = (name: string) => Promise<readonly string[]>;

const ANY_ADDRESS = /^(?:0\.0\.0\.0|::)$/;
/** All ways to write an address of this machine. */
const LOOPBACK = /^(?:localhost$|127\.|0\.0\.0\.0$|::1?$|::ffff:(?:127\.|7f))/i;

/**
 * Rejects with an InputError if the upstream is the proxy itself, which would forward each request to itself. Resolves names only if
 * the ports are equal.
 */
export async function rejectOwnAddress(
  { hostname, port, url }: Pick<Upstream, 'hostname' | 'port' | 'url'>,
  own: { readonly host: string; readonly port: number },
  resolve: Resolve = addressesOf,
): Promise<void> {
  if (port !== own.port) return;
  if (hostname !== own.host && !(await leadsHere(hostname, own.host, resolve))) return;
  const remedy = 'Choose another port for the proxy: --port 0';
  throw new InputError('Reading --upstream', `${url} is the address of the proxy itself`, remedy);
}

async function leadsHere(hostname: string, ownHost: string, resolve: Resolve): Promise<boolean> {
  const there = LOOPBACK.test(hostname) ? [hostname] : await resolve(hostname);
  if (ANY_ADDRESS.test(ownHost)) {
    const all = new Set(ownAddresses());
    return there.some((address) => LOOPBACK.test(address) || all.has(address));
  }
  const here = LOOPBACK.test(ownHost) ? [ownHost] : await resolve(ownHost);
  // Another program may listen at a loopback address while the proxy listens at a network address with the same port.
  const isLoopback = here.some((address) => LOOPBACK.test(address));
  return there.some((address) => here.includes(address) || (isLoopback && LOOPBACK.test(address)));
}

async function addressesOf(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  const found = await lookup(name, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

function ownAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ address }) => address));
}
