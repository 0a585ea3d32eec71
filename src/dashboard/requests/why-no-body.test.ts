import { expect, test } from 'vitest';
import { whyNoAnsweredBody, whyNoSentBody } from './why-no-body.js';

const request = (...headers: [string, string][]) => ({ method: 'POST', url: '/v1/messages', headers, body: null });
const answer = { status: 200, headers: [], body: null };

test.each([
  [[], 'No body.'],
  [[['Content-Length', '0']], 'No body.'],
  [[['content-length', '70000000']], 'The body is too large to be kept.'],
  [[['Transfer-Encoding', 'chunked']], 'The body is too large to be kept.'],
] as const)('a request with the headers %j and no body to show: %s', (headers, words) => {
  expect(whyNoSentBody(request(...headers.map(([name, value]): [string, string] => [name, value])))).toBe(words);
});

test('an answer that broke off is told from one without a body', () => {
  expect(whyNoAnsweredBody({ ...answer, isWhole: true, whyNoBody: null })).toBe('No body.');
  expect(whyNoAnsweredBody({ ...answer, isWhole: false, whyNoBody: 'cut off halfway' })).toContain('cut off halfway');
});
