import { expect, test } from 'vitest';
import {
  explainOtherResponder,
  hasSentHeaders,
  mayBeCached,
  readResponseBody,
  type SeenRequest,
  type SeenResponse,
} from './read-raw-exchange.js';
import { seenRequest, seenResponse } from './seen-for-tests.js';

const unsent = { headers: seenRequest().intendedHeaders };

test('accepts a response that came over the wire from a server', () => {
  expect(explainOtherResponder(seenResponse())).toBeUndefined();
  expect(explainOtherResponder(seenResponse({ wireBytes: undefined }))).toBeUndefined();
});

test.each([
  ['a service worker', { isFromServiceWorker: true, hasServer: false }],
  ['the browser', { status: 307, headers: [['Non-Authoritative-Reason', 'HSTS']] as const }],
  ['a test', { hasServer: false, wireBytes: 0 }],
])('does not accept a response from %s', (who, changed) => {
  expect(explainOtherResponder(seenResponse(changed))).toBe(`the response came from ${who}, not from the service`);
});

test('does not accept a response without bytes on the wire: it is cached', () => {
  expect(explainOtherResponder(seenResponse({ wireBytes: 0 }))).toBe(
    'the response came from a cache, not from the service',
  );
});

test('recognises sent headers by their host, only in Chromium', () => {
  expect(hasSentHeaders(seenRequest(), true)).toBe(true);
  expect(hasSentHeaders(seenRequest(unsent), true)).toBe(false);
  expect(hasSentHeaders(seenRequest(), false)).toBe(false);
});

test('a list that came over the wire is not cached', () => {
  expect(mayBeCached(seenRequest(), seenResponse(), true)).toBe(false);
  // A route shows other headers, and disables the cache.
  expect(mayBeCached(seenRequest(unsent), seenResponse(), true)).toBe(false);
});

test('a list may be cached if neither headers nor sizes show otherwise', () => {
  expect(mayBeCached(seenRequest(unsent), seenResponse({ status: 301, wireBytes: undefined }), true)).toBe(true);
  expect(mayBeCached(seenRequest(), seenResponse(), false)).toBe(true);
});

test('a list may be cached if the browser revalidated it', () => {
  const headers = [...seenRequest().headers, ['If-None-Match', '"1"'] as const];
  expect(mayBeCached(seenRequest({ headers }), seenResponse(), true)).toBe(true);
  expect(mayBeCached(seenRequest({ headers, intendedHeaders: headers }), seenResponse(), true)).toBe(false);
});

test.each([
  ['an update', { method: 'PATCH' }, {}],
  ['an error', {}, { status: 404 }],
  ['a response with no-store', {}, { headers: [['Cache-Control', 'no-store']] as const }],
])('%s is never cached', (_, request, response) => {
  expect(mayBeCached(seenRequest(request), seenResponse(response), false)).toBe(false);
});

const LIST = new TextEncoder().encode('[{"a": 1}]');
const nothing = new Uint8Array();

/** Returns the body, and whether Playwright was asked for it. */
async function reading(request: Partial<SeenRequest>, response: Partial<SeenResponse>, body = LIST) {
  let isRequested = false;
  const tapped = await readResponseBody(seenRequest(request), seenResponse(response), async () => {
    isRequested = true;
    return body;
  });
  return { ...tapped, isRequested };
}

test('reads a body', async () => {
  expect(await reading({}, {})).toEqual({ bytes: LIST, incomplete: undefined, isRequested: true });
});

test('an empty body is empty if almost no bytes came over the wire', async () => {
  expect(await reading({}, { bodyBytes: 5 }, nothing)).toMatchObject({ bytes: nothing, incomplete: undefined });
});

test.each([
  ['more came', { bodyBytes: 500 }],
  ['more was announced', { headers: [['Content-Length', '10']] as const, bodyBytes: undefined }],
])('an empty body is missing if %s', async (_, response) => {
  expect(await reading({}, response, nothing)).toMatchObject({ incomplete: 'the browser does not show it' });
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('has no body: %s, %d', async (method, status) => {
  expect(await reading({ method }, { status })).toEqual({ bytes: nothing, incomplete: undefined, isRequested: false });
});

test.each<[string, Partial<SeenRequest>, Partial<SeenResponse>]>([
  ['the browser does not show it', { isOfWorker: true }, {}],
  ['the browser does not show it', { resourceType: 'script' }, {}],
  ['the browser does not show it', { headers: [['Sec-Purpose', 'prefetch']] }, {}],
  ['the browser does not keep the body of a redirect', {}, { status: 302 }],
  ['cut off', { failure: 'net::ERR_CONTENT_LENGTH_MISMATCH' }, {}],
  ['too large to keep', {}, { headers: [['Content-Length', '900000000']] }],
])('does not call Playwright, which might repeat the request: %s', async (incomplete, request, response) => {
  expect(await reading(request, response)).toEqual({ bytes: nothing, incomplete, isRequested: false });
});

test('a body that the browser has dropped is missing', async () => {
  const gone = () => Promise.reject(new Error('No resource with given identifier found'));
  const { incomplete } = await readResponseBody(seenRequest(), seenResponse(), gone);
  expect(incomplete).toBe('the browser no longer has it');
});
