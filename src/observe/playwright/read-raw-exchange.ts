import type { Request } from '@playwright/test';
import { headerOf, type RawExchange } from '../../exchange/exchange.js';
import { realNow } from '../pending-responses.js';
import { MOST_BODY_BYTES, type TappedBody } from '../tap-body.js';
import { type SeenRequest, type SeenResponse, seeAsked, seeRequest, seeResponse } from './seen.js';

/**
 * Reads a request of a browser that has ended, and what came back. `seenMs`: when it was first seen, milliseconds since the epoch;
 * the browser tells that better wherever an answer came. `isChromium`: the browser is known to be one. Sends nothing. Rejects where
 * the page was closed meanwhile.
 */
export async function readRawExchange(request: Request, seenMs: number, isChromium: boolean): Promise<RawExchange> {
  const [seen, response] = await Promise.all([seeRequest(request), request.response()]);
  const common = { request: rawRequestOf(seen, isChromium), ...timesOf(request, seenMs) };
  const failed = (failure: string) => ({ ...common, response: undefined, failure });
  if (response === null) return failed(failureText(seen.failure));
  const answer = await seeResponse(request, response);
  const other = explainOtherResponder(answer);
  if (other !== undefined) return failed(other);
  const { bytes, incomplete } = await readResponseBody(seen, answer, () => response.body());
  const { status, statusText, headers } = answer;
  return {
    ...common,
    response: {
      httpVersion: '',
      status,
      statusText,
      headers,
      body: bytes,
      incomplete,
      ...(mayBeCached(seen, answer, isChromium) && { mayBeCached: true }),
    },
    failure: undefined,
  };
}

/** Tells of a request that nobody will hear of again. */
export function unansweredExchange(request: Request, seenMs: number, failure: string): RawExchange {
  const sent = rawRequestOf(seeAsked(request), false);
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
    // Cookies, and passwords that the browser knows, are shown only with what went out.
    ...(!isAsSent(seen, isChromium) && { mayHideCredentials: true }),
  };
}

/** Of a file or a stream that is sent, Playwright shows nothing, or a part. */
function isBodyMissing({ method, headers, body }: SeenRequest): boolean {
  const length = headerOf(headers, 'content-length');
  if (length !== undefined) return Number(length) !== (body?.length ?? 0);
  return body === undefined && /^(?:post|put|patch)$/i.test(method);
}

function failureText(text: string | undefined): string {
  if (text === undefined) return 'no answer came';
  return text === 'net::ERR_ABORTED' || text === 'NS_BINDING_ABORTED' ? 'the client gave up' : text;
}

/** In whole milliseconds, such that what may have overlapped does. */
function timesOf(request: Request, seenMs: number): Pick<RawExchange, 'startedMs' | 'endedMs'> {
  const { startTime, responseEnd } = request.timing();
  if (startTime <= 0) return { startedMs: seenMs, endedMs: realNow() };
  const endedMs = responseEnd < 0 ? realNow() : startTime + responseEnd;
  return { startedMs: Math.floor(startTime), endedMs: Math.ceil(endedMs) };
}

/** Answers who else answered than the service, which a browser asks only for what it has not got; undefined where it may have been the service. */
export function explainOtherResponder(response: SeenResponse): string | undefined {
  if (response.isFromServiceWorker) return 'answered by a service worker, not by the service';
  if (headerOf(response.headers, 'non-authoritative-reason') !== undefined) {
    return 'answered by the browser, not by the service';
  }
  // A route of the test fulfilled it, which may have asked the service first and then have changed what came.
  if (!response.hasServer) return 'answered by a test, not by the service';
  return response.wireBytes !== undefined && response.wireBytes <= 0
    ? 'answered from a cache, not by the service'
    : undefined;
}

/** Returns whether the headers of a request are those that went out: the browser writes `Host` last. */
export function isAsSent({ headers }: SeenRequest, isChromium: boolean): boolean {
  // Firefox and WebKit may show it of what never went out.
  return isChromium && headerOf(headers, 'host') !== undefined;
}

/** Returns whether the answer, or its body, may be one that the browser had kept. */
export function mayBeCached(request: SeenRequest, response: SeenResponse, isChromium: boolean): boolean {
  const isKept = !/no-store/i.test(headerOf(response.headers, 'cache-control') ?? '');
  if (request.method !== 'GET' || response.status >= 400 || !isKept) return false;
  if (isRevalidated(request)) return true;
  return !isAsSent(request, isChromium) && !(isChromium && response.wireBytes !== undefined);
}

/** The browser asked whether what it had kept still holds, and shows that as if it had come: with the headers of a 304. */
function isRevalidated({ headers, askedHeaders }: SeenRequest): boolean {
  return ['if-none-match', 'if-modified-since'].some(
    (name) => headerOf(headers, name) !== undefined && headerOf(askedHeaders, name) === undefined,
  );
}

/** Of these browsers keep the bodies. For others Playwright may ask the service again, which would be a request of nobody's. */
const READABLE = ['fetch', 'xhr', 'document'];

/** An empty body takes no more on the wire: the last chunk, or gzip's frame around nothing. */
const MOST_BYTES_OF_NOTHING = 40;

/** Reads what came back; incomplete unless all of it did. A body that the browser does not show is never an empty one. */
export async function readResponseBody(
  request: SeenRequest,
  response: SeenResponse,
  body: () => Promise<Uint8Array>,
): Promise<TappedBody> {
  if (request.method === 'HEAD' || response.status === 204 || response.status === 304) return whole(new Uint8Array());
  const declared = Number(headerOf(response.headers, 'content-length') ?? 0) || 0;
  const missing = whyUnreadable(request, response, declared);
  if (missing !== undefined) return { bytes: new Uint8Array(), incomplete: missing };
  try {
    const bytes = await body();
    const isHidden = bytes.length === 0 && (declared > 0 || (response.bodyBytes ?? 0) > MOST_BYTES_OF_NOTHING);
    if (isHidden) return { bytes, incomplete: 'the browser does not show it' };
    return bytes.length > MOST_BODY_BYTES ? { bytes, incomplete: 'too large to be kept' } : whole(bytes);
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
  if (status >= 300 && status < 400) return 'the browser does not keep that of a redirect';
  const isPrefetch = headerOf(headers, 'sec-purpose')?.startsWith('prefetch');
  if (isOfWorker || isPrefetch || !READABLE.includes(resourceType)) return 'the browser does not show it';
  return declared > MOST_BODY_BYTES ? 'too large to be kept' : undefined;
}

function whole(bytes: Uint8Array): TappedBody {
  return { bytes, incomplete: undefined };
}
