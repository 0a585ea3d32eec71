import { HttpResponse } from 'msw';
import { isNode } from './is-node.js';

/** No body may follow these. */
const WITHOUT_BODY = [101, 103, 204, 205, 304];

/** Headers of one connection; the receiver has another one. */
const OF_THE_CONNECTION = ['connection', 'keep-alive'];

/** Makes the answer that the application gets: what it would have got, except that the body has been decoded already. */
export function handOn(response: Response, body: ReadableStream<Uint8Array> | null): Response {
  const headers = new Headers(response.headers);
  for (const name of OF_THE_CONNECTION) headers.delete(name);
  const { status, statusText } = response;
  const isEmpty = body === null || WITHOUT_BODY.includes(status);
  if (!isEmpty && headers.has('content-encoding')) {
    headers.delete('content-encoding');
    headers.delete('content-length');
  }
  // Where neither stands, a client of node:http that keeps its connection waits for the end of the body for ever.
  if (!isEmpty && isNode() && !headers.has('content-length')) headers.set('transfer-encoding', 'chunked');
  // msw's own response keeps any status; the plain one keeps cookies out of msw's jar, and empty reasons empty.
  const Answer = status >= 200 && status <= 599 ? Response : HttpResponse;
  return new Answer(isEmpty ? null : body, { status, statusText, headers });
}
