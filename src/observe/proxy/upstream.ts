import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { InputError } from '../../spec/validation/input-error.js';

/** The one service that a proxy forwards to. */
export interface Upstream {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** What `Host` says; the port only where it is not the scheme's own. */
  readonly host: string;
  /** As sockets want it: no brackets around an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
}

/** Takes a base URL apart; `url` is one that `parseTargetUrl` has answered. */
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

/** Returns the addresses of a name; none where it has none. */
type Resolve = (name: string) => Promise<readonly string[]>;

const ANY_ADDRESS = /^(?:0\.0\.0\.0|::)$/;
/** What leads to the own machine, however it is written. */
const LOOPBACK = /^(?:localhost$|127\.|0\.0\.0\.0$|::1?$|::ffff:(?:127\.|7f))/i;

/**
 * Throws an InputError where an upstream is what a proxy itself is to listen at: it would pass each request on to itself. Asks for the
 * addresses of a name only where the port is the same.
 */
export async function rejectOwnAddress(
  { hostname, port, url }: Pick<Upstream, 'hostname' | 'port' | 'url'>,
  own: { readonly host: string; readonly port: number },
  resolve: Resolve = addressesOf,
): Promise<void> {
  if (port !== own.port) return;
  if (hostname !== own.host && !(await leadsHere(hostname, own.host, resolve))) return;
  const remedy = 'Choose another port for the proxy: --port 0';
  throw new InputError('Reading --upstream', `${url} is where the proxy itself is to listen`, remedy);
}

async function leadsHere(hostname: string, ownHost: string, resolve: Resolve): Promise<boolean> {
  const there = LOOPBACK.test(hostname) ? [hostname] : await resolve(hostname);
  if (ANY_ADDRESS.test(ownHost)) {
    const all = new Set(ownAddresses());
    return there.some((address) => LOOPBACK.test(address) || all.has(address));
  }
  const here = LOOPBACK.test(ownHost) ? [ownHost] : await resolve(ownHost);
  // Beside an address of the network something else may listen at that of the machine itself, on the same port.
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
