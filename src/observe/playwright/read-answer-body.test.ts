import { expect, test } from 'vitest';
import { readAnswerBody } from './read-answer-body.js';
import type { SeenAnswer, SeenRequest } from './seen.js';
import { seenAnswer, seenRequest } from './seen-for-tests.js';

const LIST = new TextEncoder().encode('[{"a": 1}]');
const nothing = new Uint8Array();

/** Answers what was read, and whether Playwright was asked for it. */
async function reading(request: Partial<SeenRequest>, answer: Partial<SeenAnswer>, body = LIST) {
  let isAsked = false;
  const tapped = await readAnswerBody(seenRequest(request), seenAnswer(answer), async () => {
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
])('takes an empty body for missing where %s', async (_, answer) => {
  expect(await reading({}, answer, nothing)).toMatchObject({ incomplete: 'the browser does not show it' });
});

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 304],
])('knows that there is none: %s, %d', async (method, status) => {
  expect(await reading({ method }, { status })).toEqual({ bytes: nothing, incomplete: undefined, isAsked: false });
});

test.each<[string, Partial<SeenRequest>, Partial<SeenAnswer>]>([
  ['the browser does not show it', { isOfWorker: true }, {}],
  ['the browser does not show it', { resourceType: 'script' }, {}],
  ['the browser does not show it', { headers: [['Sec-Purpose', 'prefetch']] }, {}],
  ['the browser does not keep that of a redirect', {}, { status: 302 }],
  ['cut off', { failure: 'net::ERR_CONTENT_LENGTH_MISMATCH' }, {}],
  ['too large to be kept', {}, { headers: [['Content-Length', '900000000']] }],
])('does not ask, for Playwright might ask the service again: %s', async (incomplete, request, answer) => {
  expect(await reading(request, answer)).toEqual({ bytes: nothing, incomplete, isAsked: false });
});

test('takes a body that is gone for missing', async () => {
  const gone = () => Promise.reject(new Error('No resource with given identifier found'));
  const { incomplete } = await readAnswerBody(seenRequest(), seenAnswer(), gone);
  expect(incomplete).toBe('the browser no longer has it');
});
