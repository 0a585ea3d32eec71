import type { Request, Response } from '@playwright/test';
import { failureFrom, type HeaderList, headerOf, type RawExchange } from '../../exchange/exchange.js';
import { realNow } from '../pending-responses.js';
import { type CollectedBody, MOST_BODY_BYTES } from '../tap-body.js';

/** `seenMs` is used if the browser has no better time; `isUnread`: the page leaves the body unread. Rejects if the page was closed meanwhile. */
export async function readRawExchange(
  request: Request,
  seenMs: number,
  isChromium: boolean,
  isUnread = false,
): Promise<RawExchange> {
  const [headers, response] = await Promise.all([request.headersArray(), request.response()]);
  const seen = { ...seeIntended(request), headers: withoutPseudo(headers) };
  const common = { request: rawRequestOf(seen, isChromium), ...timesOf(request, seenMs) };
  const failed = (failure: string) => ({ ...common, response: undefined, failure });
  if (response === null) return failed(failureText(seen.failure));
  const received = await seeResponse(request, response, isUnread);
  const other = explainOtherResponder(received);
  if (other !== undefined) return failed(other);
  const { bytes, incomplete } = isUnread
    ? { bytes: new Uint8Array(), incomplete: 'the page left it unread' }
    : await readResponseBody(seen, received, () => response.body());
  const { status, statusText } = received;
  return {
    ...common,
    response: {
      httpVersion: '',
      status,
      statusText,
      headers: received.headers,
      body: bytes,
      incomplete,
      ...(mayBeCached(seen, received, isChromium) && { mayBeCached: true }),
    },
    failure: undefined,
  };
}

/** Returns the exchange of a request whose response cannot be read. */
export function failedExchange(request: Request, seenMs: number, failure: string): RawExchange {
  const sent = rawRequestOf(seeIntended(request), false);
  return { request: sent, response: undefined, failure, startedMs: seenMs, endedMs: realNow() };
}

function rawRequestOf(seen: SeenRequest, isChromium: boolean): RawExchange['request'] {
  const { method, url, headers, body } = seen;
  return {
    method,
    url,
    headers,
    body: body?.length === 0 ? undefined : body,
    ...(isBodyMissing(seen) && { isBodyMissing: true }),
    // Cookies and stored passwords are visible only in the headers that were sent.
    ...(!hasSentHeaders(seen, isChromium) && { mayHideCredentials: true }),
  };
}

/** Playwright shows at most a part of a file or stream that is uploaded. */
function isBodyMissing({ method, headers, body }: SeenRequest): boolean {
  const length = headerOf(headers, 'content-length');
  if (length !== undefined) return Number(length) !== (body?.length ?? 0);
  return body === undefined && /^(?:post|put|patch)$/i.test(method);
}

function failureText(text: string | undefined): string {
  if (text === undefined) return 'there was no response';
  return text === 'net::ERR_ABORTED' || text === 'NS_BINDING_ABORTED' ? 'the client aborted the request' : text;
}

/** Rounded to whole milliseconds so that exchanges that may have overlapped do. */
function timesOf(request: Request, seenMs: number): Pick<RawExchange, 'startedMs' | 'endedMs'> {
  const { startTime, responseEnd } = request.timing();
  if (startTime <= 0) return { startedMs: seenMs, endedMs: realNow() };
  const endedMs = responseEnd < 0 ? realNow() : startTime + responseEnd;
  return { startedMs: Math.floor(startTime), endedMs: Math.ceil(endedMs) };
}

/** Returns who responded instead of the service; undefined if it may have been the service. */
export function explainOtherResponder(response: SeenResponse): string | undefined {
  if (response.isFromServiceWorker) return failureFrom('a service worker');
  if (headerOf(response.headers, 'non-authoritative-reason') !== undefined) {
    return failureFrom('the browser');
  }
  // A route of the test fulfilled it, possibly with a changed response of the service.
  if (!response.hasServer) return failureFrom('a test');
  return response.wireBytes !== undefined && response.wireBytes <= 0 ? failureFrom('a cache') : undefined;
}

/** Returns whether the headers are those that were sent: the browser adds `Host` last. */
export function hasSentHeaders({ headers }: SeenRequest, isChromium: boolean): boolean {
  // Firefox and WebKit may show it for a request that was never sent.
  return isChromium && headerOf(headers, 'host') !== undefined;
}

/** Returns whether the response or its body may come from the browser's cache. */
export function mayBeCached(request: SeenRequest, response: SeenResponse, isChromium: boolean): boolean {
  const isCacheable = !/no-store/i.test(headerOf(response.headers, 'cache-control') ?? '');
  if (request.method !== 'GET' || response.status >= 400 || !isCacheable) return false;
  if (isRevalidated(request)) return true;
  return !hasSentHeaders(request, isChromium) && !(isChromium && response.wireBytes !== undefined);
}

/** The browser revalidated a cached response, which it shows with the headers of the 304. */
function isRevalidated({ headers, intendedHeaders }: SeenRequest): boolean {
  return ['if-none-match', 'if-modified-since'].some(
    (name) => headerOf(headers, name) !== undefined && headerOf(intendedHeaders, name) === undefined,
  );
}

/** Browsers keep the bodies of these. For others Playwright may repeat the request, which would change the traffic. */
const READABLE = ['fetch', 'xhr', 'document'];

/** The maximum size of an empty body on the wire: the last chunk, or an empty gzip stream. */
const MOST_BYTES_OF_NOTHING = 40;

/** Reads the body of a response. One that the browser does not show counts as incomplete, not as empty. */
export async function readResponseBody(
  request: SeenRequest,
  response: SeenResponse,
  body: () => Promise<Uint8Array>,
): Promise<CollectedBody> {
  if (request.method === 'HEAD' || response.status === 204 || response.status === 304)
    return complete(new Uint8Array());
  const declared = Number(headerOf(response.headers, 'content-length') ?? 0) || 0;
  const missing = whyUnreadable(request, response, declared);
  if (missing !== undefined) return { bytes: new Uint8Array(), incomplete: missing };
  try {
    const bytes = await body();
    const isHidden = bytes.length === 0 && (declared > 0 || (response.bodyBytes ?? 0) > MOST_BYTES_OF_NOTHING);
    if (isHidden) return { bytes, incomplete: 'the browser does not show it' };
    return bytes.length > MOST_BODY_BYTES ? { bytes, incomplete: 'too large to keep' } : complete(bytes);
  } catch {
    return { bytes: new Uint8Array(), incomplete: 'the browser no longer has it' };
  }
}

function whyUnreadable(
  { failure, isOfWorker, resourceType, headers }: SeenRequest,
  { status }: SeenResponse,
  declared: number,
): string | undefined {
  if (failure !== undefined) return 'cut off';
  if (status >= 300 && status < 400) return 'the browser does not keep the body of a redirect';
  const isPrefetch = headerOf(headers, 'sec-purpose')?.startsWith('prefetch');
  if (isOfWorker || isPrefetch || !READABLE.includes(resourceType)) return 'the browser does not show it';
  return declared > MOST_BODY_BYTES ? 'too large to keep' : undefined;
}

function complete(bytes: Uint8Array): CollectedBody {
  return { bytes, incomplete: undefined };
}

/** A finished request of a browser, as Playwright shows it. */
export type SeenRequest = ReturnType<typeof seeIntended>;

/** Returns a request as the page intended it; works even if the page is closed. */
function seeIntended(request: Request) {
  const intendedHeaders: HeaderList = Object.entries(request.headers());
  const body: Uint8Array | null = request.postDataBuffer();
  return {
    method: request.method(),
    url: request.url(),
    /** Such as `fetch`, `xhr` or `document`. */
    resourceType: request.resourceType(),
    isOfWorker: request.serviceWorker() !== null,
    intendedHeaders,
    /** As sent, if the browser shows that; otherwise as the page set them. */
    headers: intendedHeaders,
    body: body ?? undefined,
    failure: request.failure()?.errorText,
  };
}

/** A response without its body, as Playwright shows it. */
export type SeenResponse = Awaited<ReturnType<typeof seeResponse>>;

/** Returns a response. Rejects if the page was closed meanwhile. */
async function seeResponse(request: Request, response: Response, isUnread: boolean) {
  const status = response.status();
  const [headers, server] = await Promise.all([response.headersArray(), response.serverAddr()]);
  // Known once the body is complete.
  const sizes = isUnread ? undefined : await request.sizes();
  // For redirects and aborted responses, Playwright derives the sizes from the headers.
  const isMeasured = request.failure() === null && (status < 300 || status >= 400);
  return {
    status,
    statusText: response.statusText(),
    headers: headers.map(({ name, value }): HeaderList[number] => [name, value]) as HeaderList,
    isFromServiceWorker: response.fromServiceWorker(),
    hasServer: server !== null,
    /** The size on the wire of the body, and of the whole response; undefined if unknown. */
    bodyBytes: isMeasured ? sizes?.responseBodySize : undefined,
    wireBytes: isMeasured && sizes ? sizes.responseBodySize + sizes.responseHeadersSize : undefined,
  };
}

/** HTTP/2 has method and address as headers, such as `:authority`, which like `Host` shows that the headers were sent. */
function withoutPseudo(headers: { name: string; value: string }[]): HeaderList {
  return headers.flatMap(({ name, value }): HeaderList => {
    if (name === ':authority') return [['host', value]];
    return name.startsWith(':') ? [] : [[name, value]];
  });
}
