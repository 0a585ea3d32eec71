import type { Request, Response } from '@playwright/test';
import type { HeaderList } from '../../exchange/exchange.js';

/** A finished request of a browser, as Playwright shows it. */
export type SeenRequest = ReturnType<typeof seeIntended>;

/** Returns a request as the page intended it; works even if the page is closed. */
export function seeIntended(request: Request) {
  const intendedHeaders: HeaderList = Object.entries(request.headers());
  const body: Uint8Array | null = request.postDataBuffer();
  return {
    method: request.method(),
    url: request.url(),
    /** Such as `fetch`, `xhr` or `document`. */
    resourceType: request.resourceType(),
    /** A service worker sent it, not a page. */
    isOfWorker: request.serviceWorker() !== null,
    intendedHeaders,
    /** As sent, if the browser shows that; otherwise as the page set them. */
    headers: intendedHeaders,
    body: body ?? undefined,
    failure: request.failure()?.errorText,
  };
}

/** Returns a request as it was sent. Rejects if the page was closed meanwhile. */
export async function seeRequest(request: Request): Promise<SeenRequest> {
  return { ...seeIntended(request), headers: withoutPseudo(await request.headersArray()) };
}

/** A response without its body, as Playwright shows it. */
export type SeenResponse = Awaited<ReturnType<typeof seeResponse>>;

/** Returns a response. Rejects if the page was closed meanwhile. */
export async function seeResponse(request: Request, response: Response) {
  const status = response.status();
  const [headers, server, sizes] = await Promise.all([response.headersArray(), response.serverAddr(), request.sizes()]);
  // For redirects and aborted responses, Playwright derives the sizes from the headers.
  const isMeasured = request.failure() === null && (status < 300 || status >= 400);
  return {
    status,
    statusText: response.statusText(),
    headers: headers.map(({ name, value }): HeaderList[number] => [name, value]) as HeaderList,
    isFromServiceWorker: response.fromServiceWorker(),
    /** The address of the server is known. */
    hasServer: server !== null,
    /** The size on the wire of the body, and of the whole response; undefined if unknown. */
    bodyBytes: isMeasured ? sizes.responseBodySize : undefined,
    wireBytes: isMeasured ? sizes.responseBodySize + sizes.responseHeadersSize : undefined,
  };
}

/** HTTP/2 has method and address as headers, such as `:authority`, which like `Host` shows that the headers were sent. */
function withoutPseudo(headers: { name: string; value: string }[]): HeaderList {
  return headers.flatMap(({ name, value }): HeaderList => {
    if (name === ':authority') return [['host', value]];
    return name.startsWith(':') ? [] : [[name, value]];
  });
}
