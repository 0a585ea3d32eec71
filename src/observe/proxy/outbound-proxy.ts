import { type ClientRequest, type ClientRequestArgs, request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { explainFailure } from '../../http/failure-cause.js';
import { readProxySettings } from '../../http/proxy-settings.js';

interface Service {
  readonly hostname: string;
  readonly port: number;
  readonly isTls: boolean;
}

export type OutboundProxy = NonNullable<ReturnType<typeof outboundProxyFor>>;

/** The outbound proxy failed, not the service. The message is for users and contains no secret. */
export class OutboundProxyError extends Error {}

/** Returns the proxy for an https service; undefined if the variables select none. Throws an InputError for one that cannot be used. */
export function outboundProxyFor(service: Service, variables: Readonly<Record<string, string | undefined>>) {
  const { httpProxy, httpsProxy, noProxy } = readProxySettings(variables);
  const text = httpsProxy || httpProxy;
  if (!service.isTls || text === '' || isExcluded(service, noProxy)) return undefined;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isTls = protocol === 'https:';
  const login = [username, password].map(decodeURIComponent).join(':');
  const number = Number(port || (isTls ? 443 : 80));
  return {
    name: `${hostname}:${number}`,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: number,
    isTls,
    /** The value of `Proxy-Authorization`: a secret. */
    authorization: login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`,
  };
}

/** An item of NO_PROXY is a domain, which includes its subdomains, with or without a port; an IPv6 address may lack its brackets. */
function isExcluded({ hostname, port }: Service, noProxy: string): boolean {
  return noProxy.split(/[,\s]+/).some((item) => {
    const isBareIpv6 = item.split(':').length > 2 && !item.startsWith('[');
    const [, named = '', wantedPort] = /^(.+?)(?::(\d+))?$/.exec(isBareIpv6 ? `[${item}]` : item) ?? [];
    const name = named.replace(/^\*?\.|^\[|\]$/g, '').toLowerCase();
    if (name === '' || (wantedPort !== undefined && Number(wantedPort) !== port)) return false;
    return name === '*' || hostname === name || hostname.endsWith(`.${name}`);
  });
}

type OnConnection = (error: Error | null, socket: Duplex) => void;

const MOST_CONNECTING_MS = 30_000;

/** The package https-proxy-agent does not fit: it ignores `ca`, waits for a silent proxy for ever, and survives `destroy()`. */
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
    this.#openTunnel(`${host}:${options.port}`).then(
      (socket) => {
        // `path` would be that of a local socket.
        const through: ClientRequestArgs & ConnectionOptions = { ...options, path: undefined, socket };
        onConnection(null, super.createConnection(through) as Duplex);
      },
      (error: Error) => (onConnection as (error: Error) => void)(error),
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
          const advice = statusCode === 407 ? ': check user and password in HTTPS_PROXY' : '';
          reject(
            new OutboundProxyError(`the outbound proxy ${this.#proxy.name} responded with ${statusCode}${advice}`),
          );
          return;
        }
        socket.setTimeout(0);
        if (early.length > 0) socket.unshift(early);
        resolve(socket);
      });
      request.once('error', (error) => {
        const cause = explainFailure(error, new URL(`http://${this.#proxy.name}`));
        reject(new OutboundProxyError(`the outbound proxy ${this.#proxy.name} cannot be used: ${cause}`));
      });
      request.end();
    });
  }
}
