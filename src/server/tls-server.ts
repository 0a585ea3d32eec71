import type { Server, ServerOptions } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { ReadableOptions } from 'node:stream';
import type { DirectRequest } from './request-body.js';

const { NGHTTP2_INTERNAL_ERROR, NGHTTP2_NO_ERROR } = constants;

/** A certificate with its chain, and its private key, both in PEM. */
export interface TlsIdentity {
  readonly cert: string;
  readonly key: string;
}

type Http1Limits = ServerOptions & {
  readonly IncomingMessage: typeof DirectRequest;
  readonly headersTimeout: number;
};

export type TlsServer = Server & Pick<Http2SecureServer, 'setSecureContext'>;

/** More pairs than this fit into no header section that is accepted. */
const MOST_HEADER_PAIRS = 10_000;

/** Requests at once on one connection: a little more than may wait for an event of the control room. */
const MOST_STREAMS = 250;

/** Creates a server for HTTP/2 and HTTP/1.1 over TLS that emits what one of `node:http` emits. Throws errors of OpenSSL. */
export function createTlsServer({ cert, key }: TlsIdentity, limits: Http1Limits): TlsServer {
  const server = createSecureServer({
    cert,
    key,
    allowHTTP1: true,
    Http1IncomingMessage: limits.IncomingMessage,
    minVersion: 'TLSv1.2',
    // A client that never finishes its handshake must not keep the server from closing.
    handshakeTimeout: limits.headersTimeout,
    maxHeaderListPairs: MOST_HEADER_PAIRS,
    settings: { maxConcurrentStreams: MOST_STREAMS },
    Http2ServerRequest: StreamRequest,
    Http2ServerResponse: StreamResponse as typeof Http2ServerResponse<StreamRequest>,
  });
  // The constructor passes none of these on to its HTTP/1.1 half. Later versions of Node add the buffer to the timeout.
  return Object.assign(server, limits, { keepAliveTimeoutBuffer: 1_000 }) as unknown as TlsServer;
}

/** A request over HTTP/2 that looks like one over HTTP/1.1. */
class StreamRequest extends Http2ServerRequest {
  constructor(
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    options: ReadableOptions,
    rawHeaders: readonly string[],
  ) {
    super(stream, headers, options, toHttp1(rawHeaders, headers[':authority']));
  }

  /** Whether the head is all: a body may come without a declared length. */
  get endsWithHead(): boolean {
    return this.stream.endAfterHeaders;
  }
}

/** `:authority` becomes `Host` and wins over it (RFC 9113 §8.3.1); for the other pseudo-headers, requests have fields. */
function toHttp1(rawHeaders: readonly string[], authority: string | undefined): string[] {
  const pairs: string[] = authority ? ['host', authority] : [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!name.startsWith(':') && !(authority && name === 'host')) pairs.push(name, value);
  }
  return pairs;
}

/** Headers about one connection of HTTP/1.1, which are malformed in HTTP/2 (RFC 9113 §8.2.2). */
const CONNECTION_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade'];

/** A response over HTTP/2 that is written like one over HTTP/1.1. */
class StreamResponse extends Http2ServerResponse {
  /** HTTP/2 has no status text. */
  override writeHead(status: number, ...others: (OutgoingHttpHeaders | string | undefined)[]): this {
    const headers = others.find((other) => typeof other === 'object') ?? {};
    const kept = Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name.toLowerCase()));
    return super.writeHead(status, Object.fromEntries(kept));
  }

  override end(...content: readonly unknown[]): this {
    // After a complete response, the client need not send the rest of its body (RFC 9113 §8.1).
    const stopUpload = () => {
      if (!this.req.complete) this.stream.close(NGHTTP2_NO_ERROR);
    };
    this.stream.once('finish', stopUpload);
    return super.end(...(content as [string]));
  }

  /** Resets the stream, and nothing else on its connection. */
  override destroy(): this {
    this.stream.close(NGHTTP2_INTERNAL_ERROR);
    return this;
  }
}

// The types have fields here; what Node has are accessors, or nothing.
Object.defineProperty(StreamRequest.prototype, 'socket', {
  get(this: StreamRequest) {
    const { stream } = this;
    return {
      encrypted: true,
      remoteAddress: stream.session?.socket.remoteAddress,
      // Other requests share the connection. Over HTTP/1.1, too, a reset costs one request only.
      destroy: () => stream.close(NGHTTP2_INTERNAL_ERROR),
    };
  },
});
Object.defineProperties(StreamResponse.prototype, {
  destroyed: {
    get(this: StreamResponse) {
      return this.stream.destroyed || this.stream.closed;
    },
  },
  // Node also finishes a stream that the client has reset.
  writableFinished: {
    get(this: StreamResponse) {
      return this.writableEnded && this.stream.writableFinished;
    },
  },
});
