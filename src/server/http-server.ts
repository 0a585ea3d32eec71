import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Http2Session } from 'node:http2';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type ConnectionTimes, OpenConnections } from './connections.js';
import { type HttpEdge, HttpExchange, type PassOn } from './http-exchange.js';
import { createRefuse } from './json-response.js';
import { createHeaderReader } from './received-request.js';
import { DirectRequest, isHttp1 } from './request-body.js';
import type { Responder, ServedResponse, ServerLog } from './responder.js';
import type { TlsIdentity, TlsServer } from './tls-server.js';
import { Delays } from './write-response.js';
import { ResponseHeads } from './write-whole.js';

export interface HttpServerOptions<R extends Responder> {
  readonly port: number;
  readonly host: string;
  /** A second address to listen on, with the same port. Left out if this machine does not have it. */
  readonly secondHost?: string | undefined;
  /** Takes the addresses of callers from `X-Forwarded-For`; default false. */
  readonly trustsProxy?: boolean | undefined;
  readonly log: ServerLog;
  /** Creates the responder once the server's origin is known. */
  readonly responder: (origin: string) => R;
  readonly timeouts?: Partial<Timeouts>;
  /** Called for every request with exactly one Host header. Returns whether it took the request over. */
  readonly passOn?: PassOn | undefined;
  /** The largest header section; default 16 KiB. */
  readonly maxHeaderBytes?: number | undefined;
  /** The most connections at once; default 10,000. Node closes further ones. */
  readonly maxConnections?: number | undefined;
  /** Changes the response to input that is not HTTP, or came too late, before it is sent. */
  readonly onMalformed?: ((response: ServedResponse) => ServedResponse) | undefined;
  /** Serves HTTPS: HTTP/2, and HTTP/1.1 to clients without it. Default: plain HTTP/1.1. */
  readonly tls?: TlsIdentity | undefined;
}

export interface HttpServer {
  /** Scheme, host and port, such as `http://127.0.0.1:4290`. */
  readonly origin: string;
  readonly port: number;
  /** Uses another certificate for new connections; for a server with `tls`. Throws errors of OpenSSL and changes nothing then. */
  renewCertificate(tls: TlsIdentity): void;
  /** Stops listening, finishes responses in flight without their delays, and closes all connections. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 16 * 1024;
const MOST_CONNECTIONS = 10_000;

/** Serves on a port. Throws system errors (`EADDRINUSE`, `EACCES`, …) and what `responder` throws, and leaves nothing open. */
export async function startHttpServer<R extends Responder>(
  options: HttpServerOptions<R>,
): Promise<HttpServer & { readonly responder: R }> {
  const { port, host, tls, maxHeaderBytes = MAX_HEADER_BYTES, maxConnections = MOST_CONNECTIONS } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const limits = http1Limits(timeouts, maxHeaderBytes);
  // Late, since it loads Node's HTTP/2.
  const secure = tls && (await import('./tls-server.js'));
  const server = tls && secure ? secure.createTlsServer(tls, limits) : createServer(limits);
  // Node silently drops headers past a count, and a second Authorization may be among them.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  // A client may send nothing more and wait. The proxy does what most proxies do: it counts that as gone.
  const isHalfOpenAllowed = options.passOn === undefined;
  Object.assign(server, { httpAllowHalfOpen: isHalfOpenAllowed });
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  const origin = originOf(host, address.port, tls === undefined ? 'http' : 'https');
  let second: TcpServer | undefined;
  try {
    if (options.secondHost !== undefined)
      second = await listenToo(server, options.secondHost, address.port, port === 0);
    const responder = options.responder(origin);
    const { log, passOn, onMalformed = (response: ServedResponse) => response } = options;
    const edge: HttpEdge = {
      responder,
      log,
      connections: new OpenConnections(timeouts, isHalfOpenAllowed),
      delays: new Delays(),
      readHeaders: createHeaderReader(),
      heads: new ResponseHeads(timeouts.keepAliveMs),
      passOn,
      trustsProxy: options.trustsProxy ?? false,
      refuse: createRefuse(responder, maxHeaderBytes, onMalformed),
    };
    server.setTimeout(timeouts.stallMs, (socket) => edge.connections.stalled(socket));
    handleConnections(server, edge, tls !== undefined);
    handleRequests(server, edge);
    return {
      origin,
      port: address.port,
      renewCertificate: (renewed) => (server as TlsServer).setSecureContext({ ...renewed }),
      close: () => closeServer(server, second, edge, timeouts.closeMs),
      responder,
    };
  } catch (error) {
    server.close();
    second?.close();
    throw error;
  }
}

/** Returns a listener that hands its connections to a server; undefined if it cannot listen for a reason that is no mistake of the user. */
async function listenToo(
  server: Server,
  host: string,
  port: number,
  isAnyPort: boolean,
): Promise<TcpServer | undefined> {
  // As the options of the server's own connections.
  const options = { allowHalfOpen: Reflect.get(server, 'allowHalfOpen') === true, noDelay: true };
  const second = new TcpServer(options, (socket) => server.emit('connection', socket));
  second.maxConnections = server.maxConnections;
  try {
    await listen(second, port, host);
    return second;
  } catch (error) {
    if (!isAnyPort && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw error;
    return undefined;
  }
}

function listen(server: TcpServer, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function http1Limits(timeouts: Timeouts, maxHeaderBytes: number) {
  return {
    IncomingMessage: DirectRequest,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    maxHeaderSize: maxHeaderBytes,
    // Node's own response to a missing Host has no body.
    requireHostHeader: false,
  };
}

function handleConnections(server: Server, { connections, refuse }: HttpEdge, isTls: boolean): void {
  server.on('connection', (socket) => connections.accepted(socket, isTls));
  server.on('secureConnection', (socket: TLSSocket) => connections.secured(socket));
  server.on('session', (session: Http2Session) => connections.openedSession(session));
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket) => {
    if (code === 'ECONNRESET' || code === 'EPIPE') socket.destroy();
    else connections.endWith(socket, () => toWire(refuse(code)));
  });
}

function handleRequests(server: Server, edge: HttpEdge): void {
  const begin = (awaitsContinue: boolean) => (incoming: IncomingMessage, response: ServerResponse) => {
    new HttpExchange(edge, incoming, response, awaitsContinue).handle();
  };
  server.on('request', begin(false));
  // Without this, Node sends “100 Continue” to every client that waits for it.
  server.on('checkContinue', begin(true));
  // Node would reject an unknown expectation with a bare 417; RFC 9110 §10.1.1 lets a server ignore it.
  server.on('checkExpectation', begin(false));
  // Without a listener, Node would close the connection without a response.
  server.on('connect', (incoming, socket: Socket) => {
    // Over HTTP/2 a tunnel is a stream, with a response.
    if (!isHttp1(incoming)) return begin(false)(incoming, socket as unknown as ServerResponse);
    // Node has removed its listeners from the connection, and no longer reads it.
    const leave = () => socket.destroy();
    socket.on('error', leave).on('timeout', leave).resume();
    edge.connections.endWith(socket, () => toWire(edge.refuse('CONNECT')));
  });
}

/** Writes a response as HTTP/1.1, for a socket without a response object. */
function toWire({ status, headers, body }: ServedResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines, '', body].join('\r\n');
}

function closeServer(server: Server, second: TcpServer | undefined, edge: HttpEdge, closeMs: number): Promise<void> {
  return new Promise((resolve) => {
    second?.close();
    edge.delays.hurry();
    edge.connections.close();
    // Node's own `close` destroys idle connections, with the requests that are on their way.
    TcpServer.prototype.close.call(server, () => {
      // Ends Node's timer.
      server.close();
      resolve();
    });
    setTimeout(() => edge.connections.destroyAll(), closeMs).unref();
  });
}

/** Returns the origin of a server on `host` as seen from this machine: `0.0.0.0` is not an address to connect to. */
export function originOf(host: string, port: number, scheme = 'http'): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The server's timeouts, in milliseconds. */
export interface Timeouts extends ConnectionTimes {
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** Between two checks for overdue connections. */
  readonly checkMs: number;
  /** For responses in flight once the server closes. */
  readonly closeMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than most clients keep a connection: the one that closes first should be the client.
  keepAliveMs: 65_000,
  stallMs: 300_000,
  checkMs: 1_000,
  lingerMs: 500,
  graceMs: 100,
  closeMs: 10_000,
};
