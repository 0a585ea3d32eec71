import { readProxySettings } from '../../../contract-tests/sending/proxy-settings.js';
import type { Upstream } from './upstream.js';

/** A proxy that stands between this machine and the service. */
export interface OutboundProxy {
  /** Host and port, for people. */
  readonly name: string;
  /** Which variable of the environment names it. */
  readonly variable: 'HTTP_PROXY' | 'HTTPS_PROXY';
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
  /** What `Proxy-Authorization` says: a secret. */
  readonly authorization: string | undefined;
}

/** What such a proxy did in the place of the service; the message is for people and holds no secret. */
export class OutboundProxyError extends Error {}

/**
 * Answers which proxy the environment has a service reached through, by the words that the contract suite goes by: HTTP_PROXY,
 * HTTPS_PROXY, NO_PROXY. Undefined for none. Throws an InputError for one that cannot be used.
 */
export function outboundProxyFor(
  upstream: Upstream,
  variables: Readonly<Record<string, string | undefined>>,
): OutboundProxy | undefined {
  const { httpProxy, httpsProxy, noProxy } = readProxySettings(variables);
  const variable = upstream.isTls && httpsProxy !== '' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const text = variable === 'HTTPS_PROXY' ? httpsProxy : httpProxy;
  if (text === '' || isLeftOut(upstream, noProxy)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isTls = protocol === 'https:';
  const login = [username, password].map(decodeURIComponent).join(':');
  const number = Number(port || (isTls ? 443 : 80));
  return {
    name: `${hostname}:${number}`,
    variable,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    isTls,
    authorization: login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`,
  };
}

/** An entry of NO_PROXY names a host and all below it, with or without a port. */
function isLeftOut({ hostname, port }: Upstream, noProxy: string): boolean {
  if (noProxy === '*') return true;
  return noProxy.split(/[,\s]+/).some((entry) => {
    const [, named = '', wantedPort] = /^(.+?)(?::(\d+))?$/.exec(isBareIpv6(entry) ? `[${entry}]` : entry) ?? [];
    const name = named
      .replace(/^\*?\./, '')
      .replace(/^\[|\]$/g, '')
      .toLowerCase();
    if (name === '' || (wantedPort !== undefined && Number(wantedPort) !== port)) return false;
    return hostname === name || hostname.endsWith(`.${name}`);
  });
}

function isBareIpv6(entry: string): boolean {
  return entry.split(':').length > 2 && !entry.startsWith('[');
}

/** Says what keeps a proxy from letting anything through. */
export function explainRefusal({ name, variable, isTls, authorization }: OutboundProxy, status: number): string {
  const proxy = `the proxy ${name} on the way there`;
  if (status !== 407) return `${proxy} refused to connect with status ${status}`;
  if (authorization !== undefined) return `${proxy} does not take the login that ${variable} holds (407)`;
  const example = `${variable}=${isTls ? 'https' : 'http'}://USER:PASSWORD@${name}`;
  return `${proxy} asks for a login: put user and password into the proxy variable, ${example} (407)`;
}
