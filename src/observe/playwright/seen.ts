import type { Request, Response } from '@playwright/test';
import type { HeaderList } from '../../exchange/exchange.js';

/** A finished request of a browser, as Playwright shows it. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Such as `fetch`, `xhr` or `document`. */
  readonly resourceType: string;
  /** A service worker sent it, not a page. */
  readonly isOfWorker: boolean;
  /** As the page set them. */
  readonly intendedHeaders: HeaderList;
  /** As sent, if the browser shows that; otherwise as the page set them. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  readonly failure: string | undefined;
}

/** A response without its body, as Playwright shows it. */
export interface SeenResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly isFromServiceWorker: boolean;
  /** The address of the server is known. */
  readonly hasServer: boolean;
  /** The size on the wire of the body, and of the whole response; undefined if unknown. */
  readonly bodyBytes: number | undefined;
  readonly wireBytes: number | undefined;
}

/** Returns a request as the page intended it; works even if the page is closed. */
export function seeIntended(request: Request): SeenRequest {
  const intendedHeaders = Object.entries(request.headers());
  return {
    method: request.method(),
    url: request.url(),
    resourceType: request.resourceType(),
    isOfWorker: request.serviceWorker() !== null,
    intendedHeaders,
    headers: intendedHeaders,
    body: request.postDataBuffer() ?? undefined,
    failure: request.failure()?.errorText,
  };
}

/** Rejects if the page was closed meanwhile. */
export async function seeRequest(request: Request): Promise<SeenRequest> {
  return { ...seeIntended(request), headers: withoutPseudo(await request.headersArray()) };
}

/** Rejects if the page was closed meanwhile. */
export async function seeResponse(request: Request, response: Response): Promise<SeenResponse> {
  const status = response.status();
  const [headers, server, sizes] = await Promise.all([response.headersArray(), response.serverAddr(), request.sizes()]);
  // For redirects and aborted responses, Playwright derives the sizes from the headers.
  const isMeasured = request.failure() === null && (status < 300 || status >= 400);
  return {
    status,
    statusText: response.statusText(),
    headers: headers.map(pair),
    isFromServiceWorker: response.fromServiceWorker(),
    hasServer: server !== null,
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

function pair({ name, value }: { name: string; value: string }): HeaderList[number] {
  return [name, value];
}
