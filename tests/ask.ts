import { handle } from '../mocks/handle.js';
import type { PetstoreResponse } from '../mocks/neutral-http.js';
import type { World } from '../mocks/world.js';

export interface AskOptions {
  /** The API key; null sends none. */
  readonly key?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  /** A value is sent as JSON with its content type; text and bytes are sent as they are. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
  readonly from?: string;
}

/** Sends one request to a world without any edge: `ask(world, 'GET', '/inventory')`. */
export function ask(world: World, method: string, path: string, options: AskOptions = {}): PetstoreResponse {
  const {
    key = 'test_free',
    headers = [],
    json,
    body = json === undefined ? '' : JSON.stringify(json),
    from = '',
  } = options;
  return handle(
    {
      method,
      path: `/v1${path}`,
      headers: [
        ...(key === null ? [] : [['authorization', `Bearer ${key}`] as const]),
        ...(json === undefined ? [] : [['content-type', 'application/json'] as const]),
        ...headers,
      ],
      body: typeof body === 'string' ? new TextEncoder().encode(body) : body,
      callerAddress: from,
    },
    world,
  );
}
