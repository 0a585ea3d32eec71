import type { Request } from '@playwright/test';
import type { PlainRequest } from '../../plain-request.js';

/** Reads a request of a page: raw path and query, every header as the page sent it, the bytes of the body. */
export async function readPlaywrightRequest(request: Request): Promise<Required<PlainRequest>> {
  const { origin, pathname, search } = new URL(request.url());
  const headers = await request.headersArray();
  return {
    method: request.method(),
    path: `${pathname}${search}`,
    origin,
    headers: headers.map(({ name, value }) => [name, value] as const),
    body: request.postDataBuffer() ?? new Uint8Array(),
  };
}
