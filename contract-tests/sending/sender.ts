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

/** No answer came. `cause` is one line for people: `the name petstore.test cannot be resolved (ENOTFOUND)`. */
export interface SendFailure {
  readonly cause: string;
}

/** Sends one request and follows no redirect. Never throws for what the service or the network does. */
export interface Sender {
  send(request: OutgoingRequest, signal: AbortSignal): Promise<WireResponse | SendFailure>;
  close(): Promise<void>;
}

export interface UndiciSenderOptions {
  /** Environment variables: HTTP_PROXY, HTTPS_PROXY, NO_PROXY, in both cases. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Authorities to trust beside the usual ones, in PEM. */
  readonly ca?: string | undefined;
  /** Until the headers have come, connecting included; default and at most `answerTimeoutMs`. */
  readonly headersTimeoutMs?: number;
  /** Until the whole answer has come; default 30 s. */
  readonly responseTimeoutMs?: number | undefined;
  /** Of an answer's body, decoded; default 32 MiB. */
  readonly maxBodyBytes?: number;
}

const STOPPED: SendFailure = { cause: 'stopped' };

type Limits = Readonly<Record<'headersTimeoutMs' | 'answerTimeoutMs' | 'maxBodyBytes', number>>;

/** Servers close what has been idle for longer, some of them unannounced and just as the next request goes out. */
const MOST_IDLE_MS = 1_000;

/** Creates a sender for HTTP/1.1 and HTTP/2. Throws an InputError for a proxy or an authority that cannot be used. */
export function createUndiciSender(options: UndiciSenderOptions): Sender {
  const { responseTimeoutMs: answerTimeoutMs = 30_000, maxBodyBytes = 32 * 2 ** 20 } = options;
  const headersTimeoutMs = Math.min(options.headersTimeoutMs ?? answerTimeoutMs, answerTimeoutMs);
  const connections = createConnections(options);
  return {
    send: (request, signal) => send(request, signal, connections, { headersTimeoutMs, answerTimeoutMs, maxBodyBytes }),
    close: () => connections.dispatcher.destroy(),
  };
}

interface Connections {
  readonly dispatcher: Dispatcher;
  /** Of the last connection to an origin. HTTP/1.0 is not told from 1.1. */
  readonly httpVersionOf: (origin: string) => string;
  /** Origins that broke a connection off: none is used twice there any more. */
  readonly unsteady: Set<string>;
  /** Origins that have answered. */
  readonly known: Set<string>;
}

function createConnections({ variables, ca }: UndiciSenderOptions): Connections {
  const tls = ca === undefined ? {} : { ca: [...rootCertificates, checkedAuthority(ca)] };
  const connect = buildConnector({ ...tls, allowH2: true });
  const http2Origins = new Set<string>();
  const dispatcher = new EnvHttpProxyAgent({
    ...readProxySettings(variables),
    // Many a proxy lets nobody connect to port 80.
    proxyTunnel: false,
    // The suite asks one thing at a time.
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
    throw new InputError('Reading the authority to trust', 'there is no certificate in it', remedy);
  }
}

async function send(
  request: OutgoingRequest,
  stop: AbortSignal,
  { dispatcher, httpVersionOf, unsteady, known }: Connections,
  { headersTimeoutMs, answerTimeoutMs, maxBodyBytes }: Limits,
): Promise<WireResponse | SendFailure> {
  if (stop.aborted) return STOPPED;
  const url = new URL(request.url);
  // A connection that the service has closed after its last answer is found closed only here.
  await setImmediate();
  const timeUp = new AbortController();
  const timers = [headersTimeoutMs, answerTimeoutMs].map((ms) => setTimeout(() => timeUp.abort(), ms));
  try {
    const { statusCode, statusText, headers, body } = await dispatcher.request({
      ...partsOf(request, url),
      responseHeaders: 'raw',
      reset: unsteady.has(url.origin),
      // The timers above bound the whole; undici's would bound the pauses.
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
        timeUp.signal.aborted ? `not whole after ${answerTimeoutMs / 1000} s` : explainCut(error, url),
    });
    if (stop.aborted && incomplete !== undefined) return STOPPED;
    const told = { status: statusCode, headers: received, text: decodeUtf8(bytes) };
    const ofProxy = explainProxyResponse(told, request.url);
    if (ofProxy !== undefined) return { cause: ofProxy };
    const httpVersion = httpVersionOf(url.origin);
    return { httpVersion, status: statusCode, statusText, headers: received, body: bytes, incomplete };
  } catch (error) {
    if (stop.aborted) return STOPPED;
    unsteady.add(url.origin);
    if (timeUp.signal.aborted) return { cause: `no answer within ${headersTimeoutMs / 1000} s` };
    return { cause: explainFailure(error, url, known.has(url.origin)) };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

function partsOf({ method, headers, body }: OutgoingRequest, { origin, pathname, search }: URL) {
  return { origin, path: `${pathname}${search}`, method, headers: headersToSend(headers), body: body ?? null };
}

/** A record, since a list would lose repeated names on its way through a proxy. */
function headersToSend(given: HeaderList): Record<string, string[]> {
  const isCodingChosen = headerOf(given, 'accept-encoding') !== undefined;
  const headers: HeaderList = isCodingChosen ? given : [...given, ['Accept-Encoding', 'gzip, br']];
  const names = new Set(headers.map(([name]) => name));
  return Object.fromEntries(
    [...names].map((wanted) => [wanted, headers.filter(([name]) => name === wanted).map(([, value]) => value)]),
  );
}

/** Undici answers raw headers as one list of names and values in turn, and types them as a record all the same. */
function headersReceived(raw: unknown): HeaderList {
  const flat = Array.isArray(raw) ? raw.map(String) : [];
  return flat.flatMap((name, index) => (index % 2 === 0 ? [[name, flat[index + 1] ?? ''] as const] : []));
}
