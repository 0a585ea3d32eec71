import { type ClientRequest, type ClientRequestArgs, request as httpRequest } from 'node:http';
import { type AgentOptions, Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ConnectionOptions } from 'node:tls';
import { explainFailure } from '../../../contract-tests/sending/failure-cause.js';
import { explainRefusal, type OutboundProxy, OutboundProxyError } from './outbound-proxy.js';

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
          reject(new OutboundProxyError(explainRefusal(this.#proxy, statusCode)));
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
