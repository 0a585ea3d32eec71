import { type ClientRequest, type ClientRequestArgs, request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { explainFailure } from '../../../contract-tests/sending/failure-cause.js';
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
 * Returns which proxy the environment has a service reached through, by the words that the contract suite goes by: HTTP_PROXY,
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
export function explainProxyError({ name, variable, isTls, authorization }: OutboundProxy, status: number): string {
  const proxy = `the proxy ${name} on the way there`;
  if (status !== 407) return `${proxy} refused to connect with status ${status}`;
  if (authorization !== undefined) return `${proxy} does not take the login that ${variable} holds (407)`;
  const example = `${variable}=${isTls ? 'https' : 'http'}://USER:PASSWORD@${name}`;
  return `${proxy} asks for a login: put user and password into the proxy variable, ${example} (407)`;
}

type OnConnection = (error: Error | null, socket: Duplex) => void;

/** A proxy that does not say by then whether it connects never will. */
const MOST_CONNECTING_MS = 30_000;

/** Speaks TLS to services through tunnels of a proxy, which sees nothing of what is said; connections are kept like any other. */
export class TunnelAgent extends HttpsAgent {
  readonly #proxy: OutboundProxy;
  readonly #ca: AgentOptions['ca'];
  readonly #opening = new Set<ClientRequest>();

  constructor(proxy: OutboundProxy, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
    this.#ca = options.ca;
  }

  override createConnection(options: ClientRequestArgs & ConnectionOptions, onConnection: OnConnection): undefined {
    const host = options.host?.includes(':') ? `[${options.host}]` : options.host;
    const speakTls = (socket: Socket) => {
      // A path would be one of a local socket.
      const through: ClientRequestArgs & ConnectionOptions = { ...options, path: undefined, socket };
      onConnection(null, super.createConnection(through) as Duplex);
    };
    this.#openTunnel(`${host}:${options.port}`).then(speakTls, (error: Error) =>
      (onConnection as (error: Error) => void)(error),
    );
  }

  override destroy(): void {
    for (const request of this.#opening) request.destroy();
    super.destroy();
  }

  #openTunnel(target: string): Promise<Socket> {
    const { hostname, port, isTls, authorization } = this.#proxy;
    const login = authorization === undefined ? [] : ['Proxy-Authorization', authorization];
    const options = {
      host: hostname,
      port,
      method: 'CONNECT',
      path: target,
      headers: ['Host', target, ...login],
      agent: false,
      timeout: MOST_CONNECTING_MS,
      ...(isTls && this.#ca !== undefined && { ca: this.#ca }),
    } as const;
    return new Promise((resolve, reject) => {
      const request = isTls ? httpsRequest(options) : httpRequest(options);
      this.#opening.add(request);
      request.once('close', () => this.#opening.delete(request));
      request.once('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
      request.once('connect', ({ statusCode = 0 }, socket: Socket, early: Buffer) => {
        if (statusCode < 200 || statusCode > 299) {
          socket.destroy();
          reject(new OutboundProxyError(explainProxyError(this.#proxy, statusCode)));
          return;
        }
        socket.setTimeout(0);
        if (early.length > 0) socket.unshift(early);
        resolve(socket);
      });
      request.once('error', (error) => {
        const cause = explainFailure(error, new URL(`http://${this.#proxy.name}`));
        reject(new OutboundProxyError(`the proxy ${this.#proxy.name} on the way there cannot be used: ${cause}`));
      });
      request.end();
    });
  }
}
