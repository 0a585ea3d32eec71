import type { SeenRequest, SeenResponse } from './seen.js';

/** A request of a page as Chromium shows it: `host` tells that it went out like this. */
export function seenRequest(changed: Partial<SeenRequest> = {}): SeenRequest {
  const askedHeaders = [['authorization', 'Bearer some_key']] as const;
  return {
    method: 'GET',
    url: 'https://staging.example.test/v1/inventory',
    resourceType: 'fetch',
    isOfWorker: false,
    askedHeaders,
    headers: [['Host', 'staging.example.test'], ...askedHeaders],
    body: undefined,
    failure: undefined,
    ...changed,
  };
}

/** An answer of the service with a body of ten bytes. */
export function seenResponse(changed: Partial<SeenResponse> = {}): SeenResponse {
  return {
    status: 200,
    statusText: 'OK',
    headers: [['Content-Type', 'application/json']],
    isFromServiceWorker: false,
    hasServer: true,
    bodyBytes: 10,
    wireBytes: 200,
    ...changed,
  };
}
