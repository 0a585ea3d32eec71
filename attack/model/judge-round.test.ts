import { expect, test } from 'vitest';
import { writeRequest } from '../connection.js';
import type { RawResponse } from '../response-reader.js';
import { judgeRound } from './judge-round.js';
import { type Model, ORDERED_KEY } from './model-state.js';

const NOW_MS = Date.parse('2027-12-31T00:00:00Z');
const KEY = 'test_free';

function freshModel(): Model {
  const keyOf = (minute: number) => ({ limits: { minute, day: 1_000 }, used: {}, bannedUntilMs: 0 });
  return {
    nowMs: NOW_MS,
    store: { stock: new Map([['7', { quantity: 1, status: 'sold' }]]), messages: 0 },
    keys: { [ORDERED_KEY]: keyOf(900), [KEY]: keyOf(1) },
  };
}

const pet = (quantity: number) => `{"petId":7,"quantity":${quantity},"status":"sold"}`;

function respond(status: number, body: string, limit: number, remaining: number, more: RawResponse['headers'] = []) {
  const headers = Object.entries({ limit, remaining, reset: NOW_MS / 1000 + 60 });
  return {
    status,
    headers: [...headers.map(([name, value]) => [`x-ratelimit-${name}`, String(value)] as const), ...more],
    body,
  };
}

const request = writeRequest('GET', '/', KEY);
const update = (quantity: number, response: RawResponse) => ({
  call: { key: ORDERED_KEY, request, made: { call: 'update', petId: '7', quantity } as const },
  response,
});
const list = (response: RawResponse) => ({
  call: { key: ORDERED_KEY, request, made: { call: 'list' } as const },
  response,
});
const read = (response: RawResponse) => ({ call: { key: KEY, request }, response });
const limited = read(respond(429, '{"code":"rate_limit_exceeded"}', 1, 0, [['retry-after', '60']]));

test('finds nothing wrong with what a service should send', () => {
  const one = [update(5, respond(200, pet(5), 900, 898)), read(respond(200, '[]', 1, 0))];
  const other = [list(respond(200, `[${pet(1)}]`, 900, 899)), list(respond(200, `[${pet(5)}]`, 900, 897)), limited];
  expect(judgeRound(freshModel(), [one, other])).toEqual([]);
});

test.each([
  ['a lost update', [update(5, respond(200, pet(5), 900, 899)), list(respond(200, `[${pet(1)}]`, 900, 898))], '"sold'],
  ['a request that is not counted', [read(respond(200, '[]', 1, 1))], '"remaining":1'],
  ['one too many that is served', [read(respond(200, '', 1, 0)), read(respond(200, '', 1, 0))], '1 of 2 responses'],
  ['a wrong Retry-After', [read(respond(200, '', 1, 0)), read({ ...limited.response, headers: [] })], '1 of 2'],
  ['requests in another order', [limited, read(respond(200, '', 1, 1))], 'rise on a connection'],
])('finds %s', (_defect, exchanges, problem) => {
  expect(judgeRound(freshModel(), [exchanges]).join()).toContain(problem);
});
