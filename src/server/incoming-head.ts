import { createRecall } from '../../mocks/create-recall.js';
import type { PetstoreRequest } from '../../mocks/petstore-request.js';

/** What `node:http` tells of a request before its body. */
export interface IncomingHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined; readonly localAddress?: string | undefined };
}

/**
 * Makes a reader of headers: it answers every header as it came, in order, under its lower-cased name. A client repeats its
 * headers, and the journal keeps them: the same headers are the same list.
 */
export function createHeaderReader(): (head: IncomingHead) => PetstoreRequest['headers'] {
  const recall = createRecall(areAlike, toPairs);
  return ({ rawHeaders }) => recall(rawHeaders);
}

/** Begins at the end: what a client changes, such as Content-Length, comes last. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = one.length - 1; i >= 0; i--) if (one[i] !== other[i]) return false;
  return true;
}

function toPairs(rawHeaders: readonly string[]): PetstoreRequest['headers'] {
  const pairs: [string, string][] = [];
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    pairs.push([(rawHeaders[i] as string).toLowerCase(), rawHeaders[i + 1] as string]);
  }
  return pairs;
}

/** Tells whether there is no body to wait for. What a GET or HEAD brings has no meaning (RFC 9110 §9.3.1). */
export function isBodyless({ method, headers }: IncomingHead): boolean {
  if (method === 'GET' || method === 'HEAD') return true;
  return headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
}

/** Tells whether a request names its host once, as HTTP/1.1 asks (RFC 9112 §3.2). */
export function hasOneHost({ httpVersion, rawHeaders }: IncomingHead): boolean {
  if (httpVersion !== '1.1') return true;
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count === 1;
}

/** Answers how many bytes of body a request announces; 0 where it does not say. */
export function declaredLength({ headers }: IncomingHead): number {
  return Number(headers['content-length'] ?? 0);
}
