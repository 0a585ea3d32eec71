import { quoteValue } from '../src/json/quote-value.js';
import { parseUrl } from '../src/spec/parse-url.js';
import { checkedFields } from '../src/validation/checked-fields.js';
import { InputError } from '../src/validation/input-error.js';
import { refusePromise } from '../src/validation/refuse-promise.js';
import type { PetstoreRequest } from './petstore-request.js';

/** A request as one writes it by hand. */
export interface PlainRequest {
  readonly method: string;
  /** The whole path, the base URL's included: `/v1/inventory`; it may end with a query. */
  readonly path: string;
  /** Scheme, host and port; left out, the service answers on whatever name it is reached by. */
  readonly origin?: string;
  readonly headers?: PlainHeaders;
  readonly body?: string | Uint8Array;
}

type PlainHeaders = Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>;

const ATTEMPTED = 'Answering a request';
const EXAMPLE = "{ method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_free' } }";
const fields = ['method', 'path', 'origin', 'headers', 'body'] as const satisfies (keyof PlainRequest)[];

/**
 * Completes a request written by hand. Throws an InputError when it has no method or no path, an origin that is none,
 * headers that are none, or a body that is neither text nor bytes.
 */
export function completeRequest(request: PlainRequest): PetstoreRequest {
  refusePromise(ATTEMPTED, 'the request', request);
  // Whatever is no object has no method.
  const { method, path: target, origin, headers = {}, body = '' } = Object(request) as PlainRequest;
  if (typeof method !== 'string' || typeof target !== 'string' || !target.startsWith('/')) {
    throw new InputError(ATTEMPTED, 'it has no method, or no path that begins with a slash', `Try ${EXAMPLE}.`);
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
  const pairs = readHeaders(headers);
  checkedFields(ATTEMPTED, 'the request', request, fields, EXAMPLE);
  const [path = '', ...parts] = target.split('?');
  const query = parts.length === 0 ? '' : `?${parts.join('?')}`;
  return {
    method,
    path,
    query,
    ...(origin === undefined ? {} : { origin }),
    headers: pairs,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    callerAddress: 'in-process',
  };
}

/** Answers headers in pairs; as fetch does it, what is no text becomes one. */
function readHeaders(headers: PlainHeaders): [name: string, value: string][] {
  refusePromise(ATTEMPTED, 'the headers object', headers);
  const isObject = typeof headers === 'object' && headers !== null;
  const pairs = isObject && Symbol.iterator in headers ? [...headers] : Object.entries(isObject ? headers : {});
  if (!isObject || !pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) {
    const remedy = "Try headers: { Authorization: 'Bearer test_free' }.";
    throw new InputError(ATTEMPTED, 'the headers are neither an object nor pairs', remedy);
  }
  return pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]);
}

/** By its name: in jsdom there may be two classes of this name. */
function isBytes(value: unknown): boolean {
  return Object.prototype.toString.call(value) === '[object Uint8Array]';
}
