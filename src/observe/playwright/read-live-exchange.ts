import type { Request } from '@playwright/test';
import { headerOf } from '../../transcript/exchange.js';
import type { LiveExchange } from '../live-exchange.js';
import { realNow } from '../real-now.js';
import { isAsSent, mayBeCached, whoElseAnswered } from './answered-by.js';
import { readAnswerBody } from './read-answer-body.js';
import { type SeenRequest, seeAnswer, seeAsked, seeRequest } from './seen.js';

/**
 * Reads a request of a browser that has ended, and what came back. `seenMs`: when it was first seen, milliseconds since the epoch;
 * the browser tells that better wherever an answer came. `isChromium`: the browser is known to be one. Sends nothing. Rejects where
 * the page was closed meanwhile.
 */
export async function readLiveExchange(request: Request, seenMs: number, isChromium: boolean): Promise<LiveExchange> {
  const [seen, response] = await Promise.all([seeRequest(request), request.response()]);
  const common = { request: tellSent(seen, isChromium), ...timesOf(request, seenMs) };
  const failed = (failure: string) => ({ ...common, answer: undefined, failure });
  if (response === null) return failed(tellFailure(seen.failure));
  const answer = await seeAnswer(request, response);
  const other = whoElseAnswered(answer);
  if (other !== undefined) return failed(other);
  const { bytes, incomplete } = await readAnswerBody(seen, answer, () => response.body());
  const { status, statusText, headers } = answer;
  return {
    ...common,
    answer: {
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
export function tellUnanswered(request: Request, seenMs: number, failure: string): LiveExchange {
  const sent = tellSent(seeAsked(request), false);
  return { request: sent, answer: undefined, failure, startedMs: seenMs, endedMs: realNow() };
}

function tellSent(seen: SeenRequest, isChromium: boolean): LiveExchange['request'] {
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

function tellFailure(text: string | undefined): string {
  if (text === undefined) return 'no answer came';
  return text === 'net::ERR_ABORTED' || text === 'NS_BINDING_ABORTED' ? 'the client gave up' : text;
}

/** In whole milliseconds, such that what may have overlapped does. */
function timesOf(request: Request, seenMs: number): Pick<LiveExchange, 'startedMs' | 'endedMs'> {
  const { startTime, responseEnd } = request.timing();
  if (startTime <= 0) return { startedMs: seenMs, endedMs: realNow() };
  const endedMs = responseEnd < 0 ? realNow() : startTime + responseEnd;
  return { startedMs: Math.floor(startTime), endedMs: Math.ceil(endedMs) };
}
