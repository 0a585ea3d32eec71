import { type Operation, type OperationId, operations } from '../src/spec/operations.js';
import { parseUrl } from '../src/spec/parse-url.js';
import { quote } from '../src/spec/quoting.js';
import { InputError } from '../src/spec/validation/input-error.js';
import type { PetstoreRequest } from './neutral-http.js';

/** What a path leads to, whatever the method. */
export interface Route {
  /** Whether the path lies under one of the service's addresses at all. */
  readonly isServed: boolean;
  readonly operation: Operation | undefined;
  /** The path's `{petId}`, decoded; undefined where there is none or its escapes are broken. */
  readonly petIdText: string | undefined;
}

const templates = Object.values(operations).map((operation) => ({
  operation,
  segments: operation.path.slice(1).split('/'),
}));

/**
 * Finds the operation of a path. Segments are split first and decoded after, so `%2F` never splits one;
 * `//` and a trailing slash make another path, which no operation has.
 */
export function findRoute(request: Pick<PetstoreRequest, 'path' | 'origin'>, addresses: ServiceAddresses): Route {
  const isShared = addresses.messages.url === addresses.base.url;
  const inBase = segmentsBelow(addresses.base, request);
  const inMessages = isShared ? inBase : segmentsBelow(addresses.messages, request);
  for (const { operation, segments: template } of templates) {
    const segments = operation.id === 'sendMessage' ? inMessages : inBase;
    const match = segments && matchSegments(template, segments);
    if (match) return { isServed: true, operation, petIdText: match.petIdText };
  }
  return { isServed: (inBase ?? inMessages) !== undefined, operation: undefined, petIdText: undefined };
}

function segmentsBelow(
  address: ServiceAddress,
  { path, origin }: Pick<PetstoreRequest, 'path' | 'origin'>,
): string[] | undefined {
  if (origin !== undefined && origin !== address.origin) return undefined;
  if (!path.startsWith(address.path)) return undefined;
  const below = path.slice(address.path.length);
  if (below === '') return [];
  return below.startsWith('/') ? below.slice(1).split('/') : undefined;
}

function matchSegments(template: string[], segments: string[]): { petIdText: string | undefined } | undefined {
  if (template.length !== segments.length) return undefined;
  let petIdText: string | undefined;
  for (const [index, expected] of template.entries()) {
    const segment = segments[index] ?? '';
    if (segment === '') return undefined;
    const decoded = decode(segment);
    if (expected === '{petId}') petIdText = decoded;
    else if (decoded !== expected) return undefined;
  }
  return { petIdText };
}

function decode(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Returns the operation that a request's method and path ask for, or undefined where they are none. */
export function requestedOperation(
  { method }: Pick<PetstoreRequest, 'method'>,
  { operation }: Route,
): OperationId | undefined {
  return operation?.method === method ? operation.id : undefined;
}

export const DEFAULT_BASE_URL = 'http://127.0.0.1:4290/v1';

/** An address under which operations live, taken apart once because every request is held against it. */
export interface ServiceAddress {
  /** The whole address, without a slash at the end. */
  readonly url: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path without a slash at the end: `/v1`, or `''` for the root. */
  readonly path: string;
}

/** Where the service lives: two addresses, often the same one (open question `messages-base-url`). */
export interface ServiceAddresses {
  readonly base: ServiceAddress;
  readonly messages: ServiceAddress;
}

/** Reads an address. Throws an InputError when it is no http(s) URL, or has a user, a query or a fragment. */
export function parseServiceAddress(text: string): ServiceAddress {
  const url = parseUrl(text);
  if (url === undefined || !isPlainHttp(url)) {
    const remedy = text.startsWith('/')
      ? `Try '${DEFAULT_BASE_URL}', or in a page location.origin + '/v1': scheme and host are needed.`
      : `Try '${DEFAULT_BASE_URL}': scheme, host and path, nothing else.`;
    const shown = quote(text.replace(/\/\/[^/]*@/, '//…@'));
    throw new InputError('Opening the fake', `${shown} is no base URL`, remedy);
  }
  const path = url.pathname.replace(/\/$/, '');
  return { url: `${url.origin}${path}`, origin: url.origin, path };
}

function isPlainHttp({ protocol, username, password, search, hash }: URL): boolean {
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
