import { headerOf } from '../../transcript/exchange.js';
import type { SeenAnswer, SeenRequest } from './seen.js';

/** Answers who else answered than the service, which a browser asks only for what it has not got; undefined where it may have been the service. */
export function whoElseAnswered(answer: SeenAnswer): string | undefined {
  if (answer.isFromServiceWorker) return 'answered by a service worker, not by the service';
  if (headerOf(answer.headers, 'non-authoritative-reason') !== undefined) {
    return 'answered by the browser, not by the service';
  }
  // A route of the test fulfilled it, which may have asked the service first and then have changed what came.
  if (!answer.hasServer) return 'answered by a test, not by the service';
  return answer.wireBytes !== undefined && answer.wireBytes <= 0
    ? 'answered from a cache, not by the service'
    : undefined;
}

/** Tells whether the headers of a request are those that went out: the browser writes `Host` last. */
export function isAsSent({ headers }: SeenRequest, isChromium: boolean): boolean {
  // Firefox and WebKit may show it of what never went out.
  return isChromium && headerOf(headers, 'host') !== undefined;
}

/** Tells whether the answer, or its body, may be one that the browser had kept. */
export function mayBeCached(request: SeenRequest, answer: SeenAnswer, isChromium: boolean): boolean {
  const isKept = !/no-store/i.test(headerOf(answer.headers, 'cache-control') ?? '');
  if (request.method !== 'GET' || answer.status >= 400 || !isKept) return false;
  if (isRevalidated(request)) return true;
  return !isAsSent(request, isChromium) && !(isChromium && answer.wireBytes !== undefined);
}

/** The browser asked whether what it had kept still holds, and shows that as if it had come: with the headers of a 304. */
function isRevalidated({ headers, askedHeaders }: SeenRequest): boolean {
  return ['if-none-match', 'if-modified-since'].some(
    (name) => headerOf(headers, name) !== undefined && headerOf(askedHeaders, name) === undefined,
  );
}
