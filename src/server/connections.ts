import type { ServerResponse } from 'node:http';
import type { Http2Session } from 'node:http2';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import { jsonErrorResponse } from './json-response.js';
import type { ServedResponse } from './responder.js';

/** The connections of a server, each with the latest response on it; earlier ones are always written before. */
export class OpenConnections {
  readonly #latest = new Map<Duplex, ServerResponse | undefined>();
  readonly #sessions = new Set<Http2Session>();

  opened(socket: Duplex): void {
    if ((socket as TLSSocket).alpnProtocol === 'h2') return;
    this.#latest.set(socket, undefined);
    socket.once('close', () => this.#latest.delete(socket));
  }

  /** A session counts its streams itself. */
  openedSession(session: Http2Session): void {
    this.#sessions.add(session);
    session.once('close', () => this.#sessions.delete(session));
  }

  began(response: ServerResponse, socket: Duplex): void {
    // A stream of HTTP/2 has no socket of its own.
    if (this.#latest.has(socket)) this.#latest.set(socket, response);
  }

  /** Returns whether a response has started on a connection and not ended. */
  isMidResponse(socket: Duplex): boolean {
    const response = this.#latest.get(socket);
    return response?.headersSent === true && !response.closed;
  }

  /** Closes every connection: idle ones now, the others after their response. */
  closeWhenIdle(): void {
    for (const session of this.#sessions) session.close();
    for (const socket of this.#latest.keys()) this.#closeWhenIdle(socket);
  }

  destroyAll(): void {
    for (const session of this.#sessions) session.destroy();
    for (const socket of this.#latest.keys()) socket.destroy();
  }

  #closeWhenIdle(socket: Duplex): void {
    const response = this.#latest.get(socket);
    if (response === undefined || response.closed) socket.destroy();
    else response.once('close', () => this.#closeWhenIdle(socket));
  }
}

/**
 * Returns the response to input that Node's HTTP parser rejected, by its error code; undefined if the client is gone.
 * `maxHeaderBytes`: the limit of a header section.
 */
export function malformedResponse(
  parserCode: string | undefined,
  maxHeaderBytes: number,
  nowMs: number,
): ServedResponse | undefined {
  // The client is gone.
  if (parserCode === 'ECONNRESET' || parserCode === 'EPIPE') return undefined;
  const error = parserErrors[parserCode ?? ''];
  if (error === undefined) return notHttpResponse('The request is not well-formed HTTP/1.1.', nowMs);
  const [status, code, message] = error;
  return closingErrorResponse(status, code, message.replace('{limit}', `${maxHeaderBytes / 1024} KiB`), nowMs);
}

const parserErrors: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'headers_too_large', 'The header section is over {limit}. Send fewer or shorter headers.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'payload_too_large', 'The chunk extensions are over 16 KiB. Send none.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'request_timeout', 'The request did not arrive in time. Send it in one go.'],
};

/** Returns the response to a request that is not HTTP. */
export function notHttpResponse(reason: string, nowMs: number): ServedResponse {
  return closingErrorResponse(400, 'invalid_request', `${reason} Try curl -i http://HOST:PORT/ and compare.`, nowMs);
}

function closingErrorResponse(status: number, code: string, message: string, nowMs: number): ServedResponse {
  return jsonErrorResponse(status, code, message, nowMs, { Connection: 'close' });
}

/** Writes a response as HTTP/1.1, for a socket without a response object. */
export function toWire(response: ServedResponse, statusText: string): string {
  const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`);
  return [`HTTP/1.1 ${response.status} ${statusText}`, ...lines, '', response.body].join('\r\n');
}
