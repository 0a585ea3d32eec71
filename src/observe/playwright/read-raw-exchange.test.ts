import { expect, test } from 'vitest';
import { explainOtherResponder, isAsSent, mayBeCached, readResponseBody } from './read-raw-exchange.js';
import type { SeenRequest, SeenResponse } from './seen.js';
import { seenRequest, seenResponse } from './seen-for-tests.js';

const unsent = { headers: seenRequest().askedHeaders };

test('takes what came over the wire from a server for the service’s', () => {
  expect(explainOtherResponder(seenResponse())).toBeUndefined();
  expect(explainOtherResponder(seenResponse({ wireBytes: undefined }))).toBeUndefined();
});

test.each([
  ['a service worker', { isFromServiceWorker: true, hasServer: false }],
  ['the browser', { status: 307, headers: [['Non-Authoritative-Reason', 'HSTS']] as const }],
  ['a test', { hasServer: false, wireBytes: 0 }],
])('takes nothing for the service’s that is answered by %s', (who, changed) => {
  expect(explainOtherResponder(seenResponse(changed))).toBe(`answered by ${who}, not by the service`);
});

test('takes for a cache’s what took nothing on the wire', () => {
  expect(explainOtherResponder(seenResponse({ wireBytes: 0 }))).toBe('answered from a cache, not by the service');
});

test('tells by the host that headers are those that went out, in Chromium alone', () => {
  expect(isAsSent(seenRequest(), true)).toBe(true);
  expect(isAsSent(seenRequest(unsent), true)).toBe(false);
  expect(isAsSent(seenRequest(), false)).toBe(false);
});

test('a listing that went out and came back is not cached', () => {
  expect(mayBeCached(seenRequest(), seenResponse(), true)).toBe(false);
  // A route shows other headers, and keeps the cache shut.
  expect(mayBeCached(seenRequest(unsent), seenResponse(), true)).toBe(false);
});

test('a listing may be cached where neither headers nor sizes tell', () => {
  expect(mayBeCached(seenRequest(unsent), seenResponse({ status: 301, wireBytes: undefined }), true)).toBe(true);
  expect(mayBeCached(seenRequest(), seenResponse(), false)).toBe(true);
});

test('a listing may be cached that the browser asked about by itself', () => {
  const headers = [...seenRequest().headers, ['If-None-Match', '"1"'] as const];
  expect(mayBeCached(seenRequest({ headers }), seenResponse(), true)).toBe(true);
  expect(mayBeCached(seenRequest({ headers, askedHeaders: headers }), seenResponse(), true)).toBe(false);
});

test.each([
  ['an update', { method: 'PATCH' }, {}],
  ['an error', {}, { status: 404 }],
  ['what must not be kept', {}, { headers: [['Cache-Control', 'no-store']] as const }],
])('%s is never cached', (_, request, response) => {
  expect(mayBeCached(seenRequest(request), seenResponse(response), false)).toBe(false);
});

const LIST = new TextEncoder().encode('[{"a": 1}]');
const nothing = new Uint8Array();

/** Returns what was read, and whether Playwright was asked for it. */
async function reading(request: Partial<SeenRequest>, response: Partial<SeenResponse>, body = LIST) {
  let isAsked = false;
  const tapped = await readResponseBody(seenRequest(request), seenResponse(response), async () => {
    isAsked = true;
    return body;
  });
  return { ...tapped, isAsked };
}

test('reads a body', async () => {
  expect(await reading({}, {})).toEqual({ bytes: LIST, incomplete: undefined, isAsked: true });
});

test('takes an empty body for empty where next to nothing came', async () => {
  expect(await reading({}, { bodyBytes: 5 }, nothing)).toMatchObject({ bytes: nothing, incomplete: undefined });
});

test.each([
  ['more came', { bodyBytes: 500 }],
  ['more was announced', { headers: [['Content-Length', '10']] as const, bodyBytes: undefined }],
])('takes an empty body for missing where %s', async (_, response) => {
  expect(await reading({}, response, nothing)).toMatchObject({ incomplete: 'the browser does not show it' });
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('knows that there is none: %s, %d', async (method, status) => {
  expect(await reading({ method }, { status })).toEqual({ bytes: nothing, incomplete: undefined, isAsked: false });
});

test.each<[string, Partial<SeenRequest>, Partial<SeenResponse>]>([
  ['the browser does not show it', { isOfWorker: true }, {}],
  ['the browser does not show it', { resourceType: 'script' }, {}],
  ['the browser does not show it', { headers: [['Sec-Purpose', 'prefetch']] }, {}],
  ['the browser does not keep that of a redirect', {}, { status: 302 }],
  ['cut off', { failure: 'net::ERR_CONTENT_LENGTH_MISMATCH' }, {}],
  ['too large to be kept', {}, { headers: [['Content-Length', '900000000']] }],
])('does not ask, for Playwright might ask the service again: %s', async (incomplete, request, response) => {
  expect(await reading(request, response)).toEqual({ bytes: nothing, incomplete, isAsked: false });
});

test('takes a body that is gone for missing', async () => {
  const gone = () => Promise.reject(new Error('No resource with given identifier found'));
  const { incomplete } = await readResponseBody(seenRequest(), seenResponse(), gone);
  expect(incomplete).toBe('the browser no longer has it');
});
