import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { type ConnectionOptions, TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { type HeaderList, headerOf, type WireResponse } from '../../src/exchange/exchange.js';
import { explainProxyResponse, PROXY_RESPONSE_HEADER } from '../../src/exchange/proxy-response.js';
import { decodeUtf8 } from '../../src/exchange/record-exchange.js';
import { type ClientTls, connectionOptionsOf } from '../../src/http/client-tls.js';
import { decodeBody } from '../../src/http/decode-body.js';
import { explainCut, explainFailure } from '../../src/http/failure-cause.js';
import { readProxySettings } from '../../src/http/proxy-settings.js';
import { sendExpecting } from './send-expecting.js';

/** A request about to be sent. Holds the key: it never leaves memory. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
  /** No `Accept-Encoding` is sent: any coding will do. */
  readonly namesNoCoding?: boolean;
  /** Sent over a connection that is used once. A sender without connections ignores it. */
  readonly isOnNewConnection?: boolean;
}

/** No response was received. `cause` is one line for people: `the name petstore.test cannot be resolved (ENOTFOUND)`. */
export interface SendFailure {
  readonly cause: string;
}

/** Sends one request and follows no redirect. Never throws for an error of the service or the network. */
export interface Sender {
  /** `timeoutMs`: until the whole response is received, if that is shorter than the sender's own timeout. */
  send(request: OutgoingRequest, signal: AbortSignal, timeoutMs?: number): Promise<WireResponse | SendFailure>;
  /** Returns whether a request can be sent with all its headers; default: any can. */
  canSend?(request: OutgoingRequest): boolean;
  close(): Promise<void>;
}

export interface UndiciSenderOptions extends ClientTls {
  /** Environment variables: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in both cases. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Until the whole response is received; default 30 s. */
  readonly responseTimeoutMs?: number | undefined;
  /** Of a response body, decoded; default 32 MiB. */
  readonly maxBodyBytes?: number;
}

/** The run was interrupted. */
export const STOPPED: SendFailure = { cause: 'stopped' };

/** Servers close connections that are idle for longer, some of them without notice and just as the next request is sent. */
const MOST_IDLE_MS = 1_000;
/** Where the limit ends, the suite sends some requests together; most others one at a time, over one connection. */
const MOST_AT_ONCE = 6;

export class UndiciSender implements Sender {
  readonly #open: () => Dispatcher;
  readonly #dispatcher: Dispatcher;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  /** Origins whose last connection used HTTP/2. */
  readonly #http2 = new Set<string>();
  /** Origins that aborted a connection: connections to them are no longer reused. */
  readonly #unsteady = new Set<string>();
  /** The TLS alerts that ended the last connection to an origin: undici reports them as an end without a cause. */
  readonly #alerts = new Map<string, Error>();
  readonly #known = new Set<string>();
  readonly #tls: ConnectionOptions;
  readonly #hasProxy: boolean;

  /** Throws an InputError for an invalid proxy or authority. */
  constructor({ variables, responseTimeoutMs = 30_000, maxBodyBytes = 32 * 2 ** 20, ...own }: UndiciSenderOptions) {
    this.#timeoutMs = responseTimeoutMs;
    this.#maxBytes = maxBodyBytes;
    const tls = connectionOptionsOf(own);
    const connect = buildConnector({ ...tls, allowH2: true });
    const proxies = readProxySettings(variables);
    this.#tls = tls;
    this.#hasProxy = proxies.httpProxy !== '' || proxies.httpsProxy !== '';
    this.#open = () =>
      new EnvHttpProxyAgent({
        ...proxies,
        // Many proxies do not tunnel to port 80.
        proxyTunnel: false,
        connections: MOST_AT_ONCE,
        keepAliveTimeout: MOST_IDLE_MS,
        keepAliveMaxTimeout: MOST_IDLE_MS,
        requestTls: tls,
        // The certificate of the client is for the service alone.
        proxyTls: connectionOptionsOf({ ca: own.ca }),
        connect: (target, callback) =>
          connect(target, (...result) => {
            const [, socket] = result;
            const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
            const origin = `${target.protocol}//${target.host}`;
            this.#http2[isHttp2 ? 'add' : 'delete'](origin);
            this.#alerts.delete(origin);
            socket?.once('error', (error) => {
              if ('code' in error && String(error.code).includes('_ALERT_')) this.#alerts.set(origin, error);
            });
            callback(...result);
          }),
      });
    this.#dispatcher = this.#open();
  }

  /** `Expect` is sent over HTTP/1.1, and not through a proxy. */
  canSend({ url, headers }: OutgoingRequest): boolean {
    if (headerOf(headers, 'expect') === undefined) return true;
    return !this.#hasProxy && !this.#http2.has(new URL(url).origin);
  }

  async send(
    request: OutgoingRequest,
    stop: AbortSignal,
    mostMs = this.#timeoutMs,
  ): Promise<WireResponse | SendFailure> {
    if (stop.aborted) return STOPPED;
    const url = new URL(request.url);
    // Only now is it known whether the service closed the connection after its last response.
    await setImmediate();
    const timeUp = new AbortController();
    const timeoutMs = Math.min(this.#timeoutMs, mostMs);
    const dispatcher = request.isOnNewConnection === true ? this.#open() : this.#dispatcher;
    const inTime = `${Math.round(timeoutMs / 10) / 100} s`;
    const timer = setTimeout(() => timeUp.abort(), timeoutMs);
    try {
      const response = await this.#receive(dispatcher, request, url, AbortSignal.any([stop, timeUp.signal]), (error) =>
        timeUp.signal.aborted ? `incomplete after ${inTime}` : explainCut(error, url),
      );
      if (stop.aborted && response.incomplete !== undefined) return STOPPED;
      const { status, headers } = response;
      const isMarked = headerOf(headers, PROXY_RESPONSE_HEADER) !== undefined;
      const text = isMarked ? decodeUtf8(response.body) : undefined;
      const cause = explainProxyResponse({ status, headers, text }, request.url);
      return cause === undefined ? response : { cause };
    } catch (error) {
      if (stop.aborted) return STOPPED;
      this.#unsteady.add(url.origin);
      if (timeUp.signal.aborted) return { cause: `no response within ${inTime}` };
      const cause = this.#alerts.get(url.origin) ?? error;
      return { cause: explainFailure(cause, url, this.#known.has(url.origin)) };
    } finally {
      clearTimeout(timer);
      if (dispatcher !== this.#dispatcher) await dispatcher.destroy();
    }
  }

  async #receive(
    dispatcher: Dispatcher,
    request: OutgoingRequest,
    url: URL,
    signal: AbortSignal,
    explain: (error: unknown) => string,
  ): Promise<WireResponse> {
    const { origin } = url;
    const isExpecting = headerOf(request.headers, 'expect') !== undefined;
    const response = await (isExpecting
      ? this.#expect(request, url, signal)
      : this.#request(dispatcher, request, url, signal));
    this.#known.add(origin);
    const received = headersReceived(response.headers);
    const { bytes, ...whole } = await decodeBody(response.body, {
      coding: headerOf(received, 'content-encoding'),
      length: headerOf(received, 'content-length'),
      maxBytes: this.#maxBytes,
      explainCut: explain,
    });
    const { statusCode: status, statusText } = response;
    // HTTP/1.0 counts as 1.1.
    const httpVersion = this.#http2.has(origin) ? '2' : '1.1';
    return { httpVersion, status, statusText, headers: received, body: Buffer.from(bytes), ...whole };
  }

  async #expect(request: OutgoingRequest, url: URL, signal: AbortSignal) {
    const { method, body = '' } = request;
    const parts = { method, headers: headersToSend(request), body };
    const response = await sendExpecting(url, parts, { signal, tls: this.#tls });
    const { statusCode = 0, statusMessage: statusText = '', rawHeaders } = response;
    return { statusCode, statusText, headers: rawHeaders, body: response };
  }

  #request(dispatcher: Dispatcher, request: OutgoingRequest, { origin, pathname, search }: URL, signal: AbortSignal) {
    const { method, headers } = request;
    const body = request.body ?? null;
    // Undici sends a stream in chunks, and does not accept the header.
    const isChunked = body !== null && headerOf(headers, 'transfer-encoding') !== undefined;
    return dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: headersToSend(request),
      body: isChunked ? Readable.from(inPieces(Buffer.from(body))) : body,
      responseHeaders: 'raw',
      reset: this.#unsteady.has(origin),
      // The timer limits the total time; undici's would limit the pauses.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal,
    });
  }

  close(): Promise<void> {
    return this.#dispatcher.destroy();
  }
}

/** A body may arrive in several pieces. */
async function* inPieces(body: Buffer): AsyncGenerator<Buffer> {
  yield body.subarray(0, 1);
  await setImmediate();
  yield body.subarray(1);
}

/** A record, since a proxy agent would drop repeated names of a list. */
function headersToSend({ headers: given, namesNoCoding }: OutgoingRequest): Record<string, string[]> {
  const isCodingChosen = namesNoCoding === true || headerOf(given, 'accept-encoding') !== undefined;
  const chosen = given.filter(([name]) => name.toLowerCase() !== 'transfer-encoding');
  const headers: HeaderList = isCodingChosen ? chosen : [...chosen, ['Accept-Encoding', 'gzip, br']];
  const names = new Set(headers.map(([name]) => name));
  return Object.fromEntries(
    [...names].map((wanted) => [wanted, headers.filter(([name]) => name === wanted).map(([, value]) => value)]),
  );
}

/** Undici returns raw headers as one list of names and values in turn, but types them as a record. */
function headersReceived(raw: unknown): HeaderList {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}
