import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { malformedResponse, OpenConnections, toWire } from './connections.js';
import { type HttpEdge, HttpExchange, type PassOn, rejectNotHttp } from './http-exchange.js';
import { createHeaderReader } from './received-request.js';
import type { Responder, ServedResponse } from './responder.js';
import type { ServerLog } from './server-log.js';
import { createStreamGuard, createTlsServer, type TlsIdentity, type TlsServer } from './tls-server.js';
import { Delays } from './write-response.js';

export interface HttpServerOptions<R extends Responder> {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly log: ServerLog;
  /** Creates the responder once the server's origin is known. */
  readonly responder: (origin: string) => R;
  readonly timeouts?: Partial<Timeouts>;
  /** Called for every request with exactly one Host header. Returns whether it took the request over. */
  readonly passOn?: PassOn | undefined;
  /** The largest header section; default 16 KiB. */
  readonly maxHeaderBytes?: number | undefined;
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

/** Serves on a port. Throws system errors (`EADDRINUSE`, `EACCES`, …) and what `responder` throws, and leaves nothing open. */
export async function startHttpServer<R extends Responder>(
  options: HttpServerOptions<R>,
): Promise<HttpServer & { readonly responder: R }> {
  const {
    port,
    host,
    log,
    passOn,
    tls,
    maxHeaderBytes = MAX_HEADER_BYTES,
    onMalformed = (response) => response,
  } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const limits = http1Limits(timeouts, maxHeaderBytes);
  const server = tls === undefined ? createServer(limits) : createTlsServer(tls, limits);
  // Node silently drops headers past a count, and a second Authorization may be among them.
  server.maxHeadersCount = 0;
  await listen(server, port, host);
  const address = server.address() as AddressInfo;
  const origin = originOf(host, address.port, tls === undefined ? 'http' : 'https');
  try {
    const responder = options.responder(origin);
    const edge: HttpEdge = {
      responder,
      log,
      connections: new OpenConnections(),
      delays: new Delays(),
      readHeaders: createHeaderReader(),
      passOn,
      onMalformed,
      isClosing: false,
    };
    const reject = (parserCode: string) =>
      onMalformed(malformedResponse(parserCode, maxHeaderBytes, responder.now()) as ServedResponse);
    const guard = tls && createStreamGuard({ maxHeaderBytes, requestMs: timeouts.requestMs, reject });
    handleRequests(server, edge, guard);
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      const isResponded = respondToMalformed(
        edge,
        malformedResponse(error.code, maxHeaderBytes, responder.now()),
        socket,
      );
      // Closing at once would reset the connection, and the response might be lost with it.
      if (isResponded) setTimeout(() => socket.destroy(), timeouts.lingerMs).unref();
    });
    return {
      origin,
      port: address.port,
      renewCertificate: (renewed) => (server as TlsServer).setSecureContext({ ...renewed }),
      close: () => closeServer(server, edge, timeouts.closeMs),
      responder,
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

function listen(server: Server, port: number, host: string): Promise<void> {
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
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    maxHeaderSize: maxHeaderBytes,
    // Node's own response to a missing Host has no body.
    requireHostHeader: false,
  };
}

function handleRequests(
  server: Server,
  edge: HttpEdge,
  isRejected: ReturnType<typeof createStreamGuard> | undefined,
): void {
  // Over TLS, requests know this socket, and not the one below it.
  server.on(isRejected === undefined ? 'connection' : 'secureConnection', (socket) => edge.connections.opened(socket));
  server.on('session', (session: Http2Session) => edge.connections.openedSession(session));
  const begin = (awaitsContinue: boolean) => (incoming: IncomingMessage, response: ServerResponse) => {
    if (isRejected?.(incoming, response)) return;
    new HttpExchange(edge, incoming, response, awaitsContinue).handle();
  };
  server.on('request', begin(false));
  // Without this, Node sends “100 Continue” to every client that waits for it.
  server.on('checkContinue', begin(true));
  // Node would reject an unknown expectation with a bare 417; RFC 9110 §10.1.1 lets a server ignore it.
  server.on('checkExpectation', begin(false));
  server.on('connect', (incoming, socket) => {
    // Over HTTP/2 a tunnel is a stream: the socket carries others.
    if (incoming.httpVersionMajor === 2) begin(false)(incoming, socket as unknown as ServerResponse);
    else rejectTunnel(edge, socket);
  });
}

/** Node would close the connection without a response. */
function rejectTunnel(edge: HttpEdge, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end(toWire(rejectNotHttp(edge, 'CONNECT is not supported: this is not a forward proxy.'), 'Bad Request'));
}

/** Responds to what Node's parser rejected, where the client can still read a response. Returns whether it can. */
function respondToMalformed(
  { connections, onMalformed }: HttpEdge,
  malformed: ServedResponse | undefined,
  socket: Duplex,
): boolean {
  // The parser keeps reporting errors while the rest of the rejected input comes in.
  if (socket.writableEnded) return false;
  if (malformed === undefined || !socket.writable || connections.isMidResponse(socket)) {
    socket.destroy();
    return false;
  }
  const response = onMalformed(malformed);
  socket.end(toWire(response, STATUS_CODES[response.status] ?? ''));
  return true;
}

function closeServer(server: Server, edge: HttpEdge, closeMs: number): Promise<void> {
  return new Promise((resolve) => {
    edge.isClosing = true;
    edge.delays.hurry();
    server.close(() => resolve());
    edge.connections.closeWhenIdle();
    setTimeout(() => edge.connections.destroyAll(), closeMs).unref();
  });
}

/** Returns the origin of a server on `host` as seen from this machine: `0.0.0.0` is not an address to connect to. */
export function originOf(host: string, port: number, scheme = 'http'): string {
  return `${scheme}://${reachableHost(host)}:${port}`;
}

function reachableHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** The server's timeouts, in milliseconds. */
export interface Timeouts {
  /** For the header section of a request. */
  readonly headersMs: number;
  /** For a whole request, its body included. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
  /** Between two checks for overdue connections. */
  readonly checkMs: number;
  /** For a client to read the response to something that was not HTTP. */
  readonly lingerMs: number;
  /** For responses in flight once the server closes. */
  readonly closeMs: number;
}

const defaultTimeouts: Timeouts = {
  headersMs: 10_000,
  requestMs: 30_000,
  // Longer than most clients keep a connection: the one that closes first should be the client.
  keepAliveMs: 65_000,
  checkMs: 1_000,
  lingerMs: 500,
  closeMs: 10_000,
};
