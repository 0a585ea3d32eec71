import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderList, WireResponse } from '../../exchange/exchange.js';
import { GOT_NO_RESPONSE } from '../../exchange/proxy-response.js';
import { explainCut, explainFailure } from '../../http/failure-cause.js';
import { OutboundProxyError } from './outbound-proxy.js';
import { ownResponse } from './rejections.js';
import {
  createUpstreamClient,
  endToEnd,
  headerPairs,
  splitTarget,
  type Upstream,
  type UpstreamClient,
  type UpstreamClientOptions,
  upstreamHead,
} from './upstream.js';
import { BodyTap, TOO_LARGE, type WireExchange } from './wire-exchange.js';

export interface ForwarderOptions extends UpstreamClientOptions {
  /** Called with each exchange once its response was delivered, or never will be. */
  readonly onExchange: (exchange: WireExchange) => void;
  /** How long the upstream may stay silent before its response begins; default 2 minutes. */
  readonly responseTimeoutMs?: number | undefined;
}

export class Forwarder {
  readonly upstream: Upstream;
  readonly responseTimeoutMs: number;
  readonly client: UpstreamClient;
  readonly #onExchange: ForwarderOptions['onExchange'];
  #active = 0;
  #onIdle = () => {};
  /** Counts the begins and ends of exchanges. */
  moments = 0;

  /** `viaName` is the name of the proxy in `Via`. */
  constructor(options: ForwarderOptions, viaName: string) {
    this.upstream = options.upstream;
    this.responseTimeoutMs = options.responseTimeoutMs ?? 120_000;
    this.client = createUpstreamClient(options, viaName);
    this.#onExchange = options.onExchange;
  }

  /** A pipelined request waits for the response before (RFC 9112 §9.3.2). `asksFirst`: the client waits for “100 Continue”. */
  forward(incoming: IncomingMessage, response: ServerResponse, asksFirst: boolean): void {
    const begin = () => {
      if (incoming.socket.destroyed) return;
      if (asksFirst) response.writeContinue();
      this.#active += 1;
      new Forwarding(incoming, response, this).begin();
    };
    // A response gets its connection when it is its turn.
    if (response.socket === null) response.once('socket', begin);
    else begin();
  }

  ended(exchange: WireExchange): void {
    this.#active -= 1;
    this.#onExchange(exchange);
    if (this.#active === 0) this.#onIdle();
  }

  async close(): Promise<void> {
    if (this.#active > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    this.client.close();
  }
}

class Forwarding {
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #forwarder: Forwarder;
  readonly #head: HeaderList;
  readonly #startedMs = Date.now();
  readonly #began: number;
  readonly #timer: NodeJS.Timeout;
  readonly #sent = new BodyTap();
  readonly #arrived = new BodyTap();
  #outgoing: ClientRequest | undefined;
  /** The service's response; undefined if the client got none, or one of the proxy. */
  #received: IncomingMessage | undefined;
  #failure: string | undefined;
  #cut: string | undefined;
  #end: { readonly ms: number; readonly moment: number } | undefined;

  constructor(incoming: IncomingMessage, response: ServerResponse, forwarder: Forwarder) {
    this.#incoming = incoming;
    this.#response = response;
    this.#forwarder = forwarder;
    this.#began = ++forwarder.moments;
    this.#head = upstreamHead(incoming, forwarder.upstream.host);
    this.#timer = setTimeout(() => this.#timeOut(), forwarder.responseTimeoutMs);
  }

  begin(): void {
    this.#response.once('close', () => this.#close());
    // What is written after that would be an error that ends the process.
    this.#response.on('error', () => {});
    this.#send();
    if (hasBody(this.#incoming)) this.#upload();
  }

  #send(): void {
    let outgoing: ClientRequest;
    try {
      outgoing = this.#forwarder.client.open(this.#incoming, this.#head);
    } catch (error) {
      this.#fail(error);
      return;
    }
    this.#outgoing = outgoing;
    outgoing.on('response', (received) => this.#respond(received));
    outgoing.on('error', (error) => this.#fail(error));
    outgoing.on('information', () => this.#timer.refresh());
    if (!hasBody(this.#incoming)) outgoing.end();
  }

  /** Sends the body as it comes. A request with a body is sent only once. */
  #upload(): void {
    const incoming = this.#incoming;
    const outgoing = this.#outgoing;
    if (outgoing === undefined) return;
    incoming.on('data', (chunk: Uint8Array) => {
      this.#sent.add(chunk);
      this.#timer.refresh();
    });
    incoming.once('end', () => {
      if (incoming.rawTrailers.length > 0) outgoing.addTrailers(headerPairs(incoming.rawTrailers));
    });
    incoming.pipe(outgoing);
  }

  #respond(received: IncomingMessage): void {
    clearTimeout(this.#timer);
    const problem = this.#writeHead(received);
    if (problem !== undefined) {
      this.#respondInstead('unreachable', problem);
      received.destroy();
      return;
    }
    this.#received = received;
    received.on('data', (chunk: Uint8Array) => this.#arrived.add(chunk));
    received.once('end', () => {
      this.#stop();
      if (received.rawTrailers.length > 0) this.#response.addTrailers(headerPairs(received.rawTrailers));
      this.#endUpload();
    });
    received.once('error', (error) => this.#breakOff(error, received));
    received.pipe(this.#response);
    // The head does not wait for a late body.
    setImmediate(() => this.#writePending());
  }

  /** Sends the head if it was not sent with the first part of the body. `flushHeaders` would send bytes beyond ASCII as UTF-8. */
  #writePending(): void {
    if (!this.#response.writableEnded && !this.#response.destroyed) this.#response.write('', 'latin1');
  }

  /** Returns the problem if the head is invalid. The body keeps its framing, except that an HTTP/1.0 client gets no chunks. */
  #writeHead({ statusCode = 0, statusMessage = '', rawHeaders, headers }: IncomingMessage): string | undefined {
    const response = this.#response;
    const coding = headers['transfer-encoding'];
    const isCoded = this.#incoming.httpVersion === '1.1' && coding !== undefined;
    const isFramed = headers['content-length'] !== undefined || (isCoded && /\bchunked\b/i.test(coding));
    if (this.#incoming.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304 && !isFramed) {
      // The body ends with the connection, on which nothing more is read. Node would send chunks.
      response.useChunkedEncodingByDefault = false;
      response.shouldKeepAlive = false;
    }
    try {
      response.writeHead(statusCode, statusMessage, endToEnd(rawHeaders, headers.connection, isCoded).flat());
      return undefined;
    } catch (error) {
      return `its response cannot be forwarded: ${(error as Error).message}`;
    }
  }

  /** The response broke off: the client gets what has arrived, and its connection ends as the upstream's did. */
  #breakOff(error: Error, { headers }: IncomingMessage): void {
    const response = this.#response;
    if (response.writableFinished || response.destroyed) return;
    this.#cut = explainCut(error, new URL(this.#forwarder.upstream.url));
    this.#stop();
    this.#writePending();
    const isEndVisible = response.chunkedEncoding || headers['content-length'] !== undefined;
    endConnection(response.socket, wasReset(error) || !isEndVisible);
  }

  /** The upstream does not read the rest of a body that it has responded to: the rest is discarded. */
  #endUpload(): void {
    if (this.#outgoing?.writableEnded !== false) return;
    this.#incoming.unpipe().resume();
    this.#outgoing.destroy();
  }

  #fail(error: unknown): void {
    const response = this.#response;
    // Node would take a reset for the end of a body without a length.
    if (this.#received?.complete === false && wasReset(error)) this.#received.destroy(error);
    if (this.#received !== undefined || response.headersSent || response.destroyed) return;
    if (!wasBrokenOff(error, this.#outgoing)) {
      this.#respondInstead('unreachable', this.#explain(error));
    } else if (this.#outgoing?.reusedSocket === true && mayBeRepeated(this.#incoming)) {
      // The upstream closed an idle connection just as the request was sent on it.
      this.#forwarder.client.closeIdle();
      this.#send();
    } else {
      this.#stop(this.#explain(error));
      endConnection(response.socket, wasReset(error));
    }
  }

  #explain(error: unknown): string {
    if (error instanceof OutboundProxyError) return error.message;
    return explainFailure(error, new URL(this.#forwarder.upstream.url));
  }

  #respondInstead(reason: 'unreachable' | 'timeout', cause: string): void {
    this.#stop(cause);
    const message = `${GOT_NO_RESPONSE} from ${this.#forwarder.upstream.origin}: ${cause}.`;
    const { status, headers, body } = ownResponse(reason, message);
    this.#response.writeHead(status, headers).end(body);
    // The rest of an upload is discarded, so that the client can read the response.
    this.#incoming.unpipe().resume();
  }

  #timeOut(): void {
    this.#respondInstead('timeout', `no response within ${this.#forwarder.responseTimeoutMs / 1000} s`);
    this.#outgoing?.destroy();
  }

  /** Notes that nothing more of a response will come; `failure`: why there was none. */
  #stop(failure?: string): void {
    this.#failure ??= failure;
    this.#end ??= { ms: Date.now(), moment: ++this.#forwarder.moments };
  }

  #close(): void {
    clearTimeout(this.#timer);
    const hasLeft = !this.#response.writableFinished;
    if (hasLeft) this.#outgoing?.destroy();
    // A complete response stays complete, even if the client did not wait to read it.
    const isAbandoned = hasLeft && this.#end === undefined;
    this.#stop();
    this.#forwarder.ended(this.#exchange(isAbandoned));
  }

  #exchange(isAbandoned: boolean): WireExchange {
    const incoming = this.#incoming;
    const body = incoming.complete ? this.#sent.bytes() : undefined;
    const { path } = splitTarget(incoming.url ?? '');
    const cutBy = this.#cut !== undefined ? 'service' : isAbandoned ? 'client' : undefined;
    const { ms: endedMs, moment: ended } = this.#end as { ms: number; moment: number };
    return {
      request: {
        method: incoming.method ?? '',
        url: `${this.#forwarder.upstream.origin}${path.startsWith('/') ? '' : '/'}${path}`,
        headers: this.#head,
        body: body?.length ? body : undefined,
        ...(body === undefined && { isBodyMissing: true }),
      },
      response: this.#received && this.#wireResponse(this.#received, isAbandoned),
      failure: this.#received ? undefined : (this.#failure ?? 'the client disconnected before a response arrived'),
      responseBytes: this.#arrived.length,
      ...(cutBy && { cutBy }),
      startedMs: this.#startedMs,
      endedMs,
      order: { began: this.#began, ended },
    };
  }

  #wireResponse(received: IncomingMessage, isAbandoned: boolean): WireResponse {
    const { httpVersion, statusCode = 0, statusMessage = '', rawHeaders } = received;
    const bytes = this.#arrived.bytes();
    const abandoned = isAbandoned ? 'the client disconnected before the body was complete' : undefined;
    const incomplete = this.#cut ?? abandoned ?? (bytes === undefined ? TOO_LARGE : undefined);
    const body = bytes === undefined || incomplete !== undefined ? new Uint8Array() : bytes;
    return {
      httpVersion,
      status: statusCode,
      statusText: statusMessage,
      headers: headerPairs(rawHeaders),
      body,
      incomplete,
    };
  }
}

/** RFC 9110 §9.2.2: a proxy repeats a request only if that is safe. One with a body would have to be buffered. */
function mayBeRepeated(incoming: IncomingMessage): boolean {
  return /^(?:GET|HEAD|OPTIONS)$/.test(incoming.method ?? '') && !hasBody(incoming);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/** Ends the connection of a client after what was written to it, with a reset if it could not tell the end of a body from a cut. */
function endConnection(socket: Socket | null, isReset: boolean): void {
  if (isReset) socket?.write('', () => socket.resetAndDestroy());
  else socket?.destroySoon();
}

/** Distinguishes a connection that was reset, which the system reports, from one that was closed too early. */
function wasReset(error: unknown): error is Error {
  return ((error ?? {}) as NodeJS.ErrnoException).syscall !== undefined;
}

/** Distinguishes a connection that broke from one that was never established. */
function wasBrokenOff(error: unknown, outgoing: ClientRequest | undefined): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const isHandshake = (outgoing?.socket as { readonly secureConnecting?: boolean } | null)?.secureConnecting === true;
  return (code === 'ECONNRESET' || code === 'EPIPE') && !isHandshake;
}
