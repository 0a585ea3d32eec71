import { InputError } from '../src/json/input-error.js';
import { parseUrl } from '../src/json/parse-url.js';
import { quote } from '../src/json/quoting.js';
import { matchTemplate, parseTemplate } from '../src/service/path-template.js';
import { type OperationId, operations } from '../src/service/petstore.js';
import type { Operation } from '../src/service/service.js';
import type { PetstoreRequest } from './neutral-http.js';

/** Where a request leads. */
export interface Route {
  /** Whether the path lies under one of the service's addresses at all. */
  readonly isServed: boolean;
  /** The operation of the path, whatever the method. */
  readonly operation: Operation | undefined;
  /** The operation of the method and the path. */
  readonly requested: OperationId | undefined;
  /** The path's `{petId}`, decoded; undefined where it has none or its escapes are broken. */
  readonly petIdText: string | undefined;
}

const templates = Object.values(operations).map((operation) => ({
  operation,
  template: parseTemplate(operation.path),
}));

/**
 * Finds the operation of a request. Segments are split first and decoded after, so `%2F` never splits one;
 * `//` and a trailing slash make another path, which no operation has.
 */
export function findRoute(request: RequestTarget, addresses: ServiceAddresses): Route {
  const isShared = addresses.messages.url === addresses.base.url;
  const base = startBelow(addresses.base, request);
  const messages = isShared ? base : startBelow(addresses.messages, request);
  for (const { operation, template } of templates) {
    const start = operation.address === 'base' ? base : messages;
    const parameters = start === undefined ? undefined : matchTemplate(template, request.path, start);
    if (parameters === undefined || parameters.petId === '') continue;
    const requested = operation.method === request.method ? (operation.id as OperationId) : undefined;
    return { isServed: true, operation, requested, petIdText: parameters.petId };
  }
  const isServed = (base ?? messages) !== undefined;
  return { isServed, operation: undefined, requested: undefined, petIdText: undefined };
}

/** What of a request leads to its route. Without an origin every origin is the service's. */
type RequestTarget = Pick<PetstoreRequest, 'path' | 'origin'> & { readonly method?: string };

/** Returns where the first segment below an address begins, which may be the end; undefined outside the address. */
function startBelow(address: ServiceAddress, { path, origin }: RequestTarget): number | undefined {
  if (origin !== undefined && origin !== address.origin) return undefined;
  const { length } = address.path;
  if (!path.startsWith(address.path)) return undefined;
  if (path.length === length) return length;
  return path[length] === '/' ? length + 1 : undefined;
}

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4290/v1';

/** An address of operations, parsed once because every request is compared with it. */
export interface ServiceAddress {
  /** The whole address, without a slash at the end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path without a slash at the end: `/v1`, or `''` for the root. */
  readonly path: string;
}

/** The service's two addresses, often the same (open question `messages-base-url`). */
export interface ServiceAddresses {
  readonly base: ServiceAddress;
  readonly messages: ServiceAddress;
}

/** Parses an address. Throws an InputError if it is not an http(s) URL, or has a user, a query or a fragment. */
export function parseServiceAddress(text: string): ServiceAddress {
  const url = parseUrl(text);
  if (url === undefined || !isPlainHttp(url)) {
    const remedy = text.startsWith('/')
      ? `Try '${DEFAULT_BASE_URL}', or in a page location.origin + '/v1': scheme and host are required.`
      : `Try '${DEFAULT_BASE_URL}': only scheme, host and path.`;
    const shown = quote(text.replace(/\/\/[^/]*@/, '//…@'));
    throw new InputError('Opening the fake', `${shown} is not a base URL`, remedy);
  }
  const path = url.pathname.replace(/\/$/, '');
  return { url: `${url.origin}${path}`, origin: url.origin, path };
}

function isPlainHttp({ protocol, username, password, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
