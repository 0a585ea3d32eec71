import type { HttpHandler } from 'msw';
import { assertNotPromise, checkedFields, InputError } from '../src/json/input-error.js';
import { parseUrl } from '../src/json/parse-url.js';
import { quoteValue } from '../src/json/quoting.js';
import { petstore } from '../src/service/petstore.js';
import type { Operation } from '../src/service/service.js';
import { handle } from './handle.js';
import { createHandlers } from './handlers.js';
import type { PetstoreRequest, PetstoreResponse } from './neutral-http.js';
import { createSteering, type Steering } from './steering/steering.js';
import { World } from './world.js';
import { checkWorldOptions, type WorldLinks, type WorldOptions } from './world-options.js';

/** A fake of the Petstore Inventory Service. Two fakes in one process share no state. */
export interface Petstore extends Steering {
  /** The fake's base URL, such as `http://127.0.0.1:4290/v1`. */
  readonly baseUrl: string;
  /** MSW handlers: one for each operation, and one for every other path under the base URL. */
  readonly handlers: readonly HttpHandler[];
  /** Handles one request without any network. Throws an InputError if it has no method or no path. */
  handle(request: PlainRequest): PetstoreResponse;
}

/** Creates a fake. Throws an InputError for an invalid option. */
export function createPetstore(options: WorldOptions = {}, links: WorldLinks = {}): Petstore {
  checkWorldOptions(options);
  const world = new World({ prefer: true, ...options }, links);
  return Object.assign(createSteering(world, options.scenario), {
    baseUrl: world.addresses.base.url,
    handlers: createHandlers(world),
    handle: (request: PlainRequest) => handle(completeRequest(request), world),
  });
}

/** A request written by hand. */
export interface PlainRequest {
  readonly method: string;
  /** The whole path, the base URL's included: `/v1/inventory`; it may end with a query. */
  readonly path: string;
  /** Scheme, host and port. Default: any; the fake responds under every name. */
  readonly origin?: string | undefined;
  readonly headers?: PlainHeaders;
  readonly body?: string | Uint8Array;
}

type PlainHeaders = Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>;

const ATTEMPTED = 'Handling a request';
const [{ method: METHOD, path: PATH }] = Object.values(petstore.operations) as [Operation];
const EXAMPLE = `{ method: '${METHOD}', path: '/v1${PATH}', headers: { Authorization: 'Bearer test_free' } }`;
const fields = ['method', 'path', 'origin', 'headers', 'body'] as const satisfies (keyof PlainRequest)[];

/** Completes a request written by hand. Throws an InputError for a missing method or path, and for an invalid origin, header or body. */
export function completeRequest(request: PlainRequest): PetstoreRequest {
  assertNotPromise(ATTEMPTED, 'the request', request);
  // A value that is not an object has no method.
  const { method, path: target, origin, headers = {}, body = '' } = Object(request) as PlainRequest;
  if (typeof method !== 'string' || typeof target !== 'string' || !target.startsWith('/')) {
    throw new InputError(ATTEMPTED, 'it has no method, or no path that begins with a slash', `Try ${EXAMPLE}.`);
  }
  if (origin !== undefined && parseUrl(origin)?.origin !== origin) {
    throw new InputError(
      ATTEMPTED,
      `${quoteValue(origin)} is not an origin`,
      "Try 'http://127.0.0.1:4290', or leave it out.",
    );
  }
  // By its name: in jsdom there may be two classes of this name.
  if (typeof body !== 'string' && Object.prototype.toString.call(body) !== '[object Uint8Array]') {
    const remedy = 'Try body: JSON.stringify(…).';
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
    origin,
    headers: pairs,
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    callerAddress: 'in-process',
  };
}

function readHeaders(headers: PlainHeaders): [name: string, value: string][] {
  assertNotPromise(ATTEMPTED, 'the headers object', headers);
  const isObject = typeof headers === 'object' && headers !== null;
  const pairs = isObject && Symbol.iterator in headers ? [...headers] : Object.entries(isObject ? headers : {});
  if (!isObject || !pairs.every((pair) => Array.isArray(pair) && pair.length === 2)) {
    const remedy = "Try headers: { Authorization: 'Bearer test_free' }.";
    throw new InputError(ATTEMPTED, 'the headers are neither an object nor pairs', remedy);
  }
  return pairs.map(([name, value]) => [String(name).toLowerCase(), String(value)]);
}
