import type { Request, Response } from '@playwright/test';
import type { HeaderList } from '../../exchange/exchange.js';

/** A request as a browser shows it through Playwright, once it has ended. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  /** Such as `fetch`, `xhr` or `document`. */
  readonly resourceType: string;
  /** A service worker sent it, not a page. */
  readonly isOfWorker: boolean;
  /** As the page asked for it. */
  readonly askedHeaders: HeaderList;
  /** As it went out, where the browser tells that; else as the page asked for it. */
  readonly headers: HeaderList;
  readonly body: Uint8Array | undefined;
  readonly failure: string | undefined;
}

/** An answer without its body, as a browser shows it through Playwright. */
export interface SeenResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderList;
  readonly isFromServiceWorker: boolean;
  /** A server is known that it came from. */
  readonly hasServer: boolean;
  /** How many bytes its body took on the wire, and all of it; undefined where that is not known. */
  readonly bodyBytes: number | undefined;
  readonly wireBytes: number | undefined;
}

/** What can be told of a request even when its page is gone. */
export function seeAsked(request: Request): SeenRequest {
  const askedHeaders = Object.entries(request.headers());
  return {
    method: request.method(),
    url: request.url(),
    resourceType: request.resourceType(),
    isOfWorker: request.serviceWorker() !== null,
    askedHeaders,
    headers: askedHeaders,
    body: request.postDataBuffer() ?? undefined,
    failure: request.failure()?.errorText,
  };
}

/** Rejects where the page was closed meanwhile. */
export async function seeRequest(request: Request): Promise<SeenRequest> {
  return { ...seeAsked(request), headers: withoutPseudo(await request.headersArray()) };
}

/** Rejects where the page was closed meanwhile. */
export async function seeResponse(request: Request, response: Response): Promise<SeenResponse> {
  const status = response.status();
  const [headers, server, sizes] = await Promise.all([response.headersArray(), response.serverAddr(), request.sizes()]);
  // Of a redirect, and of what broke off, Playwright computes the sizes from what the headers say.
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

/** HTTP/2 writes method and address as headers, such as `:authority`. That one shows, as `Host` does, that they went out like this. */
function withoutPseudo(headers: { name: string; value: string }[]): HeaderList {
  return headers.flatMap(({ name, value }): HeaderList => {
    if (name === ':authority') return [['host', value]];
    return name.startsWith(':') ? [] : [[name, value]];
  });
}

function pair({ name, value }: { name: string; value: string }): HeaderList[number] {
  return [name, value];
}
