import type { SeenRequest, SeenResponse } from './read-raw-exchange.js';

/** Returns a request of a page as Chromium shows it: `host` shows that the headers were sent. */
export function seenRequest(changed: Partial<SeenRequest> = {}): SeenRequest {
  const intendedHeaders = [['authorization', 'Bearer some_key']] as const;
  return {
    method: 'GET',
    url: 'https://staging.example.test/v1/inventory',
    resourceType: 'fetch',
    isOfWorker: false,
    intendedHeaders,
    headers: [['Host', 'staging.example.test'], ...intendedHeaders],
    body: undefined,
    failure: undefined,
    ...changed,
  };
}

/** Returns a response of the service with a body of ten bytes. */
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
