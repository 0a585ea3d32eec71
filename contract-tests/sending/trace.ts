import { randomBytes } from 'node:crypto';
import { type HeaderList, headerOf } from '../../src/exchange/exchange.js';

const TRACE_PARENT = 'traceparent';
const REQUEST_ID = 'x-request-id';

/** Returns new headers by which one request is found in logs and traces: W3C Trace Context, and the same id for logs that have only a request id. */
export function newTraceHeaders(random: (bytes: number) => Buffer = randomBytes): HeaderList {
  const [traceId, parentId] = [random(16).toString('hex'), random(8).toString('hex')];
  // Sampled: a service that follows its callers would record nothing else. A check sends few requests.
  return [
    [TRACE_PARENT, `00-${traceId}-${parentId}-01`],
    [REQUEST_ID, traceId],
  ];
}

/** Returns the id by which a recorded request is found; undefined if it has none. Such an id is no secret, and no text of a service. */
export function traceIdOf({ headers }: { readonly headers: HeaderList }): string | undefined {
  const [, traceId] = /^[\da-f]{2}-([\da-f]{32})-/.exec(headerOf(headers, TRACE_PARENT) ?? '') ?? [];
  return traceId ?? /^[\da-f]{32}$/.exec(headerOf(headers, REQUEST_ID) ?? '')?.[0];
}
