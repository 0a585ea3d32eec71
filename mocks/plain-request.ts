import { InputError } from '../src/validation/input-error.js';
import type { PetstoreRequest } from './petstore-request.js';

/** A request as one writes it by hand. */
export interface PlainRequest {
  readonly method: string;
  /** The whole path, the base URL's included: `/v1/inventory`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>;
  readonly body?: string | Uint8Array;
}

/** Completes a request written by hand. Throws an InputError when it has no method or no path. */
export function completeRequest({ method, path, headers = {}, body = '' }: PlainRequest): PetstoreRequest {
  if (typeof method !== 'string' || typeof path !== 'string' || !path.startsWith('/')) {
    const remedy = "Try { method: 'GET', path: '/v1/inventory', headers: { Authorization: 'Bearer test_free' } }.";
    throw new InputError('Answering a request', 'it has no method, or no path that begins with a slash', remedy);
  }
  const pairs = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return {
    method,
    path,
    headers: pairs.map(([name, value]) => [name.toLowerCase(), value]),
    body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
    callerAddress: 'in-process',
  };
}
