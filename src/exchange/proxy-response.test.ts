import { expect, it } from 'vitest';
import type { HeaderList } from './exchange.js';
import { explainProxyResponse } from './proxy-response.js';

const URL = 'http://user:secret@127.0.0.1:4390/v1/inventory';
const told = (status: number, why: string, text?: string) => {
  const headers: HeaderList = [['x-petstore-mock-proxy', why]];
  return explainProxyResponse({ status, headers, text }, URL);
};
const error = (message: string) => JSON.stringify({ code: 'proxy_unreachable', message, status: 502 });

it('names the proxy that got no response, and its upstream', () => {
  const message = 'The proxy got no response from http://127.0.0.1:1: 127.0.0.1:1 refused the connection.';
  expect(told(502, 'unreachable', error(message))).toBe(
    'the petstore-mock proxy at http://127.0.0.1:4390 got no response from http://127.0.0.1:1: 127.0.0.1:1 refused the connection',
  );
});

it.each([
  [508, 'loop', 'It goes in a circle.', 'did not forward the request: It goes in a circle'],
  [403, 'misdirected', 'No such host.', 'did not forward the request: No such host'],
  [431, 'rejected', 'The head is too large.', 'did not forward the request: The head is too large'],
])('explains why a proxy failed with %i %s', (status, why, message, words) => {
  expect(told(status, why, error(message))).toBe(`the petstore-mock proxy at http://127.0.0.1:4390 ${words}`);
});

it.each([undefined, '', '[', 'null', '{"message":7}'])('needs no message: %j', (text) => {
  expect(told(504, 'timeout', text)).toBe('the petstore-mock proxy at http://127.0.0.1:4390 got no response (timeout)');
});

it.each([
  [200, 'unreachable'],
  [500, 'unreachable'],
  [502, 'timeout'],
  [200, 'rejected'],
  [502, 'toString'],
  [502, 'unreachable, unreachable'],
])('treats a %i with the header %s as the service’s: a proxy never returns that', (status, why) => {
  expect(told(status, why)).toBeUndefined();
});

it('treats any response without the header as the service’s', () => {
  expect(
    explainProxyResponse({ status: 502, headers: [], text: error('The proxy got no response.') }, URL),
  ).toBeUndefined();
});

it('repeats no long text and no line breaks', () => {
  expect(told(502, 'unreachable', error('a\nb.'))).toMatch(/ got no response: a\\u000ab$/);
  expect(told(502, 'unreachable', error('b'.repeat(1_001)))).toMatch(/ got no response \(unreachable\)$/);
});
