import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';

/** How long connections may wait, in milliseconds. */
export interface ConnectionTimes {
  /** For the header section of a request. */
  readonly headersMs: number;
  /** For the next request on a connection. */
  readonly keepAliveMs: number;
  /** For the next byte in either direction in the middle of a request or a response. */
  readonly stallMs: number;
  /** For a client to read the response to something that was not HTTP. */
  readonly lingerMs: number;
  /** For a request that is already on its way on an idle connection when the server closes; 0: none. */
  readonly graceMs: number;
}

/** One connection of HTTP/1.1: responses are sent in the order of their requests. */
interface Connection {
  readonly socket: Duplex;
  latest: ServerResponse | undefined;
  /** The one before the latest, if it was not complete when that began. */
  earlier: ServerResponse | undefined;
  /** Nothing that comes in is handled any more. */
  isEnding: boolean;
}

/** Node bounds each state of HTTP/1.1. Here are the bounds of HTTP/2, and the ends of connections that break the protocol or outlive the server. */
export class OpenConnections {
  readonly #times: ConnectionTimes;
  /** Whether a client that sends nothing more may still wait for a response. */
  readonly #isHalfOpenAllowed: boolean;
  /** Every TCP connection. Over TLS, requests know another socket above it. */
  readonly #sockets = new Set<Socket>();
  readonly #connections = new Map<Duplex, Connection>();
  /** Those of HTTP/2, which count their streams themselves. */
  readonly #sessions = new Set<Http2Session>();
  #isClosing = false;

  constructor(times: ConnectionTimes, isHalfOpenAllowed: boolean) {
    this.#times = times;
    this.#isHalfOpenAllowed = isHalfOpenAllowed;
  }

  accepted(socket: Socket, isTls: boolean): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    if (!isTls) this.#opened(socket);
  }

  secured(socket: TLSSocket): void {
    if (socket.alpnProtocol === 'h2') return;
    // Makes Node's parser read the stream. Reading the TLS handle directly, it gets data while it is paused, and drops it.
    socket.on('data', () => {});
    this.#opened(socket);
  }

  #opened(socket: Socket): void {
    const connection: Connection = { socket, latest: undefined, earlier: undefined, isEnding: false };
    this.#connections.set(socket, connection);
    // One listener for each delayed response of a pipeline.
    socket.setMaxListeners(0).once('close', () => this.#connections.delete(socket));
    socket.prependOnceListener('end', () => this.#halfClosed(connection));
    if (this.#isClosing) this.#closeWhenIdle(connection);
  }

  /** The client sends nothing more: it waits for the last response, or it has left. */
  #halfClosed(connection: Connection): void {
    const { socket } = connection;
    // Node ends its own half of a TLS connection, too.
    const mayRead = this.#isHalfOpenAllowed && !('encrypted' in socket);
    const leave = () => {
      const isReading = connection.latest !== undefined && hasBegun(connection.latest);
      if (!mayRead || !isReading) socket.destroy();
    };
    const waiting = setTimeout(leave, this.#times.lingerMs).unref();
    socket.once('close', () => clearTimeout(waiting));
  }

  /** Ends a session without a request, without traffic, or whose client does not respond to a ping. */
  openedSession(session: Http2Session): void {
    this.#sessions.add(session);
    session.once('close', () => this.#sessions.delete(session));
    const { headersMs, keepAliveMs, stallMs } = this.#times;
    let isPinged = false;
    session.setTimeout(keepAliveMs);
    session.on('timeout', () => {
      if (isPinged) return session.destroy();
      isPinged = session.ping(() => {
        isPinged = false;
      });
      session.close();
      session.setTimeout(stallMs);
    });
    const waiting = setTimeout(() => session.destroy(), headersMs).unref();
    session.once('stream', () => clearTimeout(waiting));
    if (this.#isClosing) this.#closeSession(session);
  }

  /** Notes a request. Returns false if its connection is about to close, so that a response could not be read. */
  began(incoming: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(incoming.socket);
    if (connection === undefined) return true;
    // After `Connection: close`, nothing more is processed (RFC 9112 §9.6).
    const { latest } = connection;
    if (connection.isEnding || latest?.shouldKeepAlive === false) return false;
    connection.earlier = latest?.closed ? undefined : latest;
    connection.latest = response;
    if (this.#isClosing) response.shouldKeepAlive = false;
    return true;
  }

  /** Ends a connection of HTTP/1.1 with a response to input that is not a request, after the responses to those before it. */
  endWith(socket: Duplex, last: () => string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) {
      socket.destroy();
      return;
    }
    // The parser keeps reporting errors while the rest of the rejected input comes in.
    if (connection.isEnding) return;
    connection.isEnding = true;
    const { latest, earlier } = connection;
    const isOfLatest = latest?.req.complete === false;
    // The rest of a body that is being discarded will not come.
    if (isOfLatest && hasBegun(latest) && latest.req.listenerCount('error') > 0) {
      latest.req.emit('error', new Error('cut off'));
    }
    const end = () => {
      if (socket.writableEnded) return;
      socket.end(last());
      // Closing at once would reset the connection, and the response might be lost with it.
      this.#after('lingerMs', () => socket.destroy());
    };
    const before = isOfLatest && !hasBegun(latest) ? earlier : latest;
    if (before === undefined || before.closed) end();
    else {
      // Before Node: here it ends a connection whose client has closed its half.
      before.prependOnceListener('finish', () => before.shouldKeepAlive && end());
      before.once('close', end);
    }
  }

  /** Closes a connection of HTTP/1.1 on which nothing happens, unless a response is still to come. */
  stalled(socket: Socket): void {
    // Node bounds the wait for the first request, and a session of HTTP/2 has its own bounds.
    const latest = this.#connections.get(socket)?.latest;
    if (latest !== undefined && (latest.closed || hasBegun(latest))) socket.destroy();
  }

  /** Closes every connection: idle ones after the grace, the others after their response, which tells the client so. */
  close(): void {
    this.#isClosing = true;
    for (const session of this.#sessions) this.#closeSession(session);
    for (const connection of this.#connections.values()) {
      const { latest } = connection;
      if (latest !== undefined && !hasBegun(latest)) latest.shouldKeepAlive = false;
      this.#closeWhenIdle(connection);
    }
  }

  destroyAll(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#sockets) socket.destroy();
  }

  /** The first GOAWAY leaves time for streams that are on their way (RFC 9113 §6.8). */
  #closeSession(session: Http2Session): void {
    if (session.closed || session.destroyed) return;
    session.goaway(0, 2 ** 31 - 1);
    this.#after('graceMs', () => session.close());
  }

  #closeWhenIdle(connection: Connection): void {
    const { latest, socket } = connection;
    if (latest !== undefined && !latest.closed) {
      latest.once('close', () => this.#closeWhenIdle(connection));
      return;
    }
    this.#after('graceMs', () => {
      if (connection.latest === latest) socket.destroy();
      else this.#closeWhenIdle(connection);
    });
  }

  #after(time: 'graceMs' | 'lingerMs', action: () => void): void {
    const ms = this.#times[time];
    if (ms === 0) action();
    // What arrived while the process was busy is read first.
    else setTimeout(() => setImmediate(action), ms).unref();
  }
}

/** A response that was written in one piece has ended, though Node has not sent its headers. */
function hasBegun(response: ServerResponse): boolean {
  return response.headersSent || response.writableEnded;
}
