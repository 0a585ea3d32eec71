import { expect, it } from 'vitest';
import { limited } from '../../../tests/limit-exchanges.js';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey } from '../../../tests/recorded.js';

const QUESTION = 'other-requests-rate-limited';
const list = (remaining: number, { headers: _, ...rest }: ExchangeInit = {}) => limited(60, remaining, rest);
const headers = { 'X-RateLimit-Limit': undefined, 'X-RateLimit-Remaining': undefined, 'X-RateLimit-Reset': undefined };
const unknownPath: ExchangeInit = { headers, path: '/stock', status: 404 };
const unknownMethod: ExchangeInit = { headers, path: '/inventory', method: 'PROPFIND', status: 501 };
const options: ExchangeInit = { headers, path: '/inventory', method: 'OPTIONS', status: 204, body: '' };

it('sees that responses carry the headers', () => {
  const path = list(58, unknownPath);
  const method = list(57, { ...unknownMethod, status: 405 });
  expect(observed(QUESTION, [list(59), path, method, list(56, options)])).toMatchObject({
    choice: { 'unknown-path': 'limited', 'unknown-method': 'limited', options: 'limited' },
    unseen: [],
    exchanges: [2, 3, 4],
  });
});

it.each([
  ['unlimited', [58, 57, 56]],
  ['counted', [57, 55, 53]],
])(
  'sees in what is left afterwards that responses without the headers are %s',
  (limiting, [one = 0, two = 0, three = 0]) => {
    const sent = [list(59), unknownPath, list(one), unknownMethod, list(two), options, list(three)];
    expect(observed(QUESTION, sent)).toMatchObject({
      choice: { 'unknown-path': limiting, 'unknown-method': limiting, options: limiting },
      unseen: [],
      note: 'unknown-path: without the headers, unknown-method: without the headers, options: without the headers',
    });
  },
);

it('takes responses without the headers for those of a gateway, and says that no count shows it', () => {
  expect(observed(QUESTION, [list(59), unknownPath])).toMatchObject({
    choice: { 'unknown-path': 'unlimited', 'unknown-method': 'limited', options: 'limited' },
    unseen: ['unknown-path', 'unknown-method', 'options'],
    unknown: { 'unknown-path': 'no headers, and no count of what was left' },
  });
  const shared = [list(59), unknownPath, list(40)];
  expect(observed(QUESTION, shared, { isExclusive: false }).unseen).toContain('unknown-path');
});

it('concludes nothing from what differs, from errors about the key, from preflights, and from some of the headers', () => {
  expect(observed(QUESTION, [list(59, unknownPath), unknownPath]).choice).toBeUndefined();
  expect(observed(QUESTION, [{ ...unknownPath, status: 401, credential: noKey }])).toMatchObject({
    choice: undefined,
    exchanges: [],
  });
  const preflight = { ...options, requestHeaders: { 'Access-Control-Request-Method': 'PATCH' } };
  expect(observed(QUESTION, [preflight]).exchanges).toEqual([]);
  const partial = { ...unknownPath, headers: { ...headers, 'X-RateLimit-Limit': '60' } };
  expect(observed(QUESTION, [partial]).choice).toBeUndefined();
});
