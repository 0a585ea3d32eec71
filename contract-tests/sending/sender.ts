import { X509Certificate } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { rootCertificates, TLSSocket } from 'node:tls';
import { buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { type HeaderList, headerOf, type WireResponse } from '../../src/exchange/exchange.js';
import { explainProxyResponse } from '../../src/exchange/proxy-response.js';
import { decodeUtf8 } from '../../src/exchange/record-exchange.js';
import { InputError } from '../../src/spec/validation/input-error.js';
import { decodeBody } from './decode-body.js';
import { explainCut, explainFailure } from './failure-cause.js';
import { readProxySettings } from './proxy-settings.js';

/** A request about to be sent. Holds the key: it never leaves memory. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: string | undefined;
}

/** No response was received. `cause` is one line for people: `the name petstore.test cannot be resolved (ENOTFOUND)`. */
export interface SendFailure {
  readonly cause: string;
}

/** Sends one request and follows no redirect. Never throws for an error of the service or the network. */
export interface Sender {
  send(request: OutgoingRequest, signal: AbortSignal): Promise<WireResponse | SendFailure>;
  close(): Promise<void>;
}

export interface UndiciSenderOptions {
  /** Environment variables: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in both cases. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Additional authorities to trust, in PEM. */
  readonly ca?: string | undefined;
  /** Until the headers are received, connecting included; default and at most `responseTimeoutMs`. */
  readonly headersTimeoutMs?: number;
  /** Until the whole response is received; default 30 s. */
  readonly responseTimeoutMs?: number | undefined;
  /** Of a response body, decoded; default 32 MiB. */
  readonly maxBodyBytes?: number;
}

const STOPPED: SendFailure = { cause: 'stopped' };

type Limits = Readonly<Record<'headersTimeoutMs' | 'responseTimeoutMs' | 'maxBodyBytes', number>>;

/** Servers close connections that are idle for longer, some of them without notice and just as the next request is sent. */
const MOST_IDLE_MS = 1_000;

/** Creates a sender for HTTP/1.1 and HTTP/2. Throws an InputError for an invalid proxy or authority. */
export function createUndiciSender(options: UndiciSenderOptions): Sender {
  const { responseTimeoutMs = 30_000, maxBodyBytes = 32 * 2 ** 20 } = options;
  const headersTimeoutMs = Math.min(options.headersTimeoutMs ?? responseTimeoutMs, responseTimeoutMs);
  const limits = { headersTimeoutMs, responseTimeoutMs, maxBodyBytes };
  const connections = createConnections(options);
  return {
    send: (request, signal) => send(request, signal, connections, limits),
    close: () => connections.dispatcher.destroy(),
  };
}

interface Connections {
  readonly dispatcher: Dispatcher;
  /** Of the last connection to an origin. HTTP/1.0 counts as 1.1. */
  readonly httpVersionOf: (origin: string) => string;
  /** Origins that aborted a connection: connections to them are no longer reused. */
  readonly unsteady: Set<string>;
  /** Origins that have responded. */
  readonly known: Set<string>;
}

function createConnections({ variables, ca }: UndiciSenderOptions): Connections {
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, checkedAuthority(ca)] };
  const connect = buildConnector({ ...tls, allowH2: true });
  const http2Origins = new Set<string>();
  const dispatcher = new EnvHttpProxyAgent({
    ...readProxySettings(variables),
    // Many proxies do not tunnel to port 80.
    proxyTunnel: false,
    // The suite sends one request at a time.
    connections: 1,
    keepAliveTimeout: MOST_IDLE_MS,
    keepAliveMaxTimeout: MOST_IDLE_MS,
    requestTls: tls,
    proxyTls: tls,
    connect: (target, callback) =>
      connect(target, (...result) => {
        const [, socket] = result;
        const isHttp2 = socket instanceof TLSSocket && socket.alpnProtocol === 'h2';
        http2Origins[isHttp2 ? 'add' : 'delete'](`${target.protocol}//${target.host}`);
        callback(...result);
      }),
  });
  return {
    dispatcher,
    httpVersionOf: (origin) => (http2Origins.has(origin) ? '2' : '1.1'),
    unsteady: new Set(),
    known: new Set(),
  };
}

function checkedAuthority(pem: string): string {
  try {
    new X509Certificate(pem);
    return pem;
  } catch {
    const remedy = 'Name a PEM file, which begins with -----BEGIN CERTIFICATE-----';
    throw new InputError('Reading the authority to trust', 'it contains no certificate', remedy);
  }
}

async function send(
  request: OutgoingRequest,
  stop: AbortSignal,
  { dispatcher, httpVersionOf, unsteady, known }: Connections,
  { headersTimeoutMs, responseTimeoutMs, maxBodyBytes }: Limits,
): Promise<WireResponse | SendFailure> {
  if (stop.aborted) return STOPPED;
  const url = new URL(request.url);
  // Only now is it known whether the service closed the connection after its last response.
  await setImmediate();
  const timeUp = new AbortController();
  const timers = [headersTimeoutMs, responseTimeoutMs].map((ms) => setTimeout(() => timeUp.abort(), ms));
  try {
    const { statusCode, statusText, headers, body } = await dispatcher.request({
      ...partsOf(request, url),
      responseHeaders: 'raw',
      reset: unsteady.has(url.origin),
      // The timers above limit the total time; undici's would limit the pauses.
      headersTimeout: 0,
      bodyTimeout: 0,
      signal: AbortSignal.any([stop, timeUp.signal]),
    });
    clearTimeout(timers[0]);
    known.add(url.origin);
    const received = headersReceived(headers);
    const { bytes, incomplete } = await decodeBody(body, {
      coding: headerOf(received, 'content-encoding'),
      maxBytes: maxBodyBytes,
      explainCut: (error) =>
        timeUp.signal.aborted ? `incomplete after ${responseTimeoutMs / 1000} s` : explainCut(error, url),
    });
    if (stop.aborted && incomplete !== undefined) return STOPPED;
    const text = decodeUtf8(bytes);
    const cause = explainProxyResponse({ status: statusCode, headers: received, text }, request.url);
    if (cause !== undefined) return { cause };
    const httpVersion = httpVersionOf(url.origin);
    return { httpVersion, status: statusCode, statusText, headers: received, body: bytes, incomplete };
  } catch (error) {
    if (stop.aborted) return STOPPED;
    unsteady.add(url.origin);
    if (timeUp.signal.aborted) return { cause: `no response within ${headersTimeoutMs / 1000} s` };
    return { cause: explainFailure(error, url, known.has(url.origin)) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function partsOf({ method, headers, body }: OutgoingRequest, { origin, pathname, search }: URL) {
  return { origin, path: `${pathname}${search}`, method, headers: headersToSend(headers), body: body ?? null };
}

/** A record, since a proxy agent would drop repeated names of a list. */
function headersToSend(given: HeaderList): Record<string, string[]> {
  const isCodingChosen = headerOf(given, 'accept-encoding') !== undefined;
  const headers: HeaderList = isCodingChosen ? given : [...given, ['Accept-Encoding', 'gzip, br']];
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
