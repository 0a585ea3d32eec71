import { quoteValue } from '../src/json/quote-value.js';
import { parseUrl } from '../src/spec/parse-url.js';
import { InputError } from '../src/validation/input-error.js';
import type { PetstoreRequest } from './petstore-request.js';

/** A request as one writes it by hand. */
export interface PlainRequest {
  readonly method: string;
  /** The whole path, the base URL's included: `/v1/inventory`; it may end with a query. */
  readonly path: string;
  /** Scheme, host and port; left out, the service answers on whatever name it is reached by. */
  readonly origin?: string;
  readonly headers?: Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>;
  readonly body?: string | Uint8Array;
}

const ATTEMPTED = 'Answering a request';

/**
 * Completes a request written by hand. Throws an InputError when it has no method or no path, an origin that is none, or a
 * body that is neither text nor bytes.
 */
export function completeRequest(request: PlainRequest): PetstoreRequest {
  const { method, path: target, origin, headers = {}, body = '' } = request;
  if (typeof method !== 'string' || typeof target !== 'string' || !target.startsWith('/')) {
    const remedy = "Try { method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_free' } }.";
    throw new InputError(ATTEMPTED, 'it has no method, or no path that begins with a slash', remedy);
  }
  if (origin !== undefined && parseUrl(origin)?.origin !== origin) {
    throw new InputError(
      ATTEMPTED,
      `${quoteValue(origin)} is no origin`,
      "Try 'http://127.0.0.1:4290', or leave it out.",
    );
  }
  if (typeof body !== 'string' && !isBytes(body)) {
    const remedy = 'Try body: JSON.stringify({ quantity: 5 }).';
    throw new InputError(ATTEMPTED, `the body is ${quoteValue(body)}, neither text nor bytes`, remedy);
  }
  const [path = '', ...parts] = target.split('?');
  const query = parts.length === 0 ? '' : `?${parts.join('?')}`;
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return {
    method,
    path,
    query,
    ...(origin === undefined ? {} : { origin }),
    // As fetch does: what is no text becomes one.
    headers: pairs.map(([name, value]) => [name.toLowerCase(), String(value)]),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    callerAddress: 'in-process',
  };
}

/** By its name: in jsdom there may be two classes of this name. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}
