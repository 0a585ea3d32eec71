/**
 * The same without the GraphQL part of msw 2, a third of what an import of this package would take in Node. Only msw 2 has the entry
 * `msw/core/http`; in msw 3, `msw/http` is what every other entry loads, too.
 */
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import type { http as mswHttp } from 'msw';

const load = createRequire(import.meta.url);

export const { http } = loadHttp();

function loadHttp(): { readonly http: typeof mswHttp } {
  try {
    return load('msw/core/http');
  } catch {
    return load('msw/http');
  }
}

/** A response with the reason of its status, as that of msw has it: `msw/core/http` does not export that class. */
export class HttpResponse extends Response {
  constructor(body?: BodyInit | null, init: ResponseInit = {}) {
    super(body, { statusText: STATUS_CODES[init.status ?? 200] ?? '', ...init });
  }
}
