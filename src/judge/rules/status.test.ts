import { expect, test } from 'vitest';
import { judgedBy } from '../../../tests/judged.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { statusRules } from './status.js';

const judged = (...told: ExchangeInit[]) => judgedBy(statusRules, 'status/documented', told);
const patch = { method: 'PATCH', path: '/inventory/7', sends: '{"quantity":1}', body: {} };
const post = { method: 'POST', path: '/messages', sends: '{"message":"Hello"}', body: {} };
const recordedKey = { kind: 'bearer', name: 'key#9', standing: 'unknown' } as const;

test.each<[string, ExchangeInit]>([
  ['a list', {}],
  ['an updated item', patch],
  ['a rejected body', { ...patch, status: 400 }],
  ['an unknown pet', { ...patch, status: 404 }],
  ['a rejected content type', { ...patch, requestHeaders: { 'Content-Type': 'text/plain' }, status: 415 }],
  ['a message', post],
  ['a created message', { ...post, status: 201 }],
  ['an accepted message', { ...post, status: 202 }],
  ['a rejected message', { ...post, status: 400 }],
  ['a rejected encoding', { ...patch, requestHeaders: { 'Content-Encoding': 'zstd' }, status: 415 }],
  ['a list in a recording that may have lost its key', { credential: { kind: 'unknown' } }],
  ['a 401 for a key that nobody vouched for', { credential: recordedKey, status: 401 }],
])('%s has a documented status', (_, told) => {
  expect(judged(told).outcome).toBe('pass');
});

test.each<[string, ExchangeInit]>([
  ['a list that is not found', { status: 404 }],
  ['a list that is empty by status', { status: 204, body: '' }],
  ['a list that is created', { status: 201 }],
  ['an update without content', { ...patch, status: 204, body: '' }],
  ['a body rejected with 422', { ...patch, status: 422 }],
  ['a JSON body rejected with 415', { ...patch, status: 415 }],
  ['a message that is not found', { ...post, status: 404 }],
  [
    'a message without a type, rejected with 415',
    { ...post, requestHeaders: { 'Content-Type': undefined }, status: 415 },
  ],
  ['a failure', { status: 500 }],
  ['a failure without a key', { credential: noKey, status: 500 }],
  ['a failure for a wrong key', { credential: wrongKey, status: 501 }],
  ['a failure to show a pet', { path: '/pets/7', status: 505 }],
  ['a 304 without a condition', { status: 304, body: '' }],
  ['a 304 to an update', { ...patch, status: 304, body: '' }],
  ['a 304 instead of orders', { path: '/store/orders', status: 304, body: '' }],
  ['a 206 without a range', { status: 206 }],
  ['a 206 instead of a pet', { path: '/pets/7', status: 206 }],
  ['an accepted update', { ...patch, status: 202 }],
])('%s has no documented status', (_, told) => {
  const status = String(told.status);
  expect(judged(told)).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1, received: status }] });
});

test('a redirect is reported with its target', () => {
  const told = { status: 302, body: '', headers: { Location: 'https://login.example.test/' } };
  expect(judged(told).findings).toMatchObject([
    {
      problem: 'listInventory got 302, a redirect to "https://login.example.test/"',
      expected: '200, 401 or 429',
    },
  ]);
});

test.each<[string, ExchangeInit, string]>([
  ['429', { status: 429 }, 'got 429'],
  ['no response', { status: null }, 'the connection was reset'],
  ['a good key that is rejected', { status: 401 }, 'the key was rejected (401)'],
  ['a key without a scope', { status: 403 }, 'got 403, which the document leaves open'],
  ['a body that is too large', { ...patch, status: 413 }, 'got 413, which the document leaves open'],
])('%s is inconclusive', (_, told, reason) => {
  expect(judged(told)).toMatchObject({ outcome: 'inconclusive', reason });
});

test.each<[string, ExchangeInit]>([
  ['the response to a request without a key', { credential: noKey, status: 404 }],
  ['the response to a wrong key', { credential: wrongKey, status: 403 }],
  ['the response to an id that is not an integer', { ...patch, path: '/inventory/seven', status: 422 }],
  ['the response to an id beyond int64', { ...patch, path: '/inventory/9223372036854775808', status: 414 }],
  ['the response to unknown parameters', { path: '/inventory?page=2', status: 400 }],
  ['the response to a listing with a body', { sends: '{}', status: 400 }],
  ['a message that is not a string', { ...post, sends: '{"message":5}', status: 422 }],
  ['an unknown pet', { path: '/pets/7', status: 404 }],
  ['a pet that is gone', { path: '/pets/7', status: 410 }],
  ['orders', { path: '/store/orders', status: 400 }],
  ['an unknown path', { path: '/nothing', status: 500 }],
  ['HEAD', { method: 'HEAD', status: 405 }],
  ['PROPFIND', { method: 'PROPFIND', status: 501 }],
  ['a forced response', { requestHeaders: { Prefer: 'code=500' }, status: 500 }],
  ['an unchanged list', { requestHeaders: { 'If-None-Match': '"1"' }, status: 304, body: '' }],
  ['a response from a cache', { headers: { Age: '30' }, status: 404 }],
  ['a proxy that wants a password', { status: 407 }],
])('%s is not judged', (_, told) => {
  expect(judged(told)).toMatchObject({ outcome: 'inconclusive', exchanges: [] });
});

test('a key that was accepted and exceeded no limit must not get 403', () => {
  const forbidden = { status: 403 };
  expect(judged({}, forbidden)).toMatchObject({ outcome: 'violation', findings: [{ exchange: 2 }] });
  expect(judged(forbidden, {})).toMatchObject({ outcome: 'violation', findings: [{ exchange: 1 }] });
  expect(judgedBy(statusRules, 'status/documented', [forbidden, {}], { level: undefined }).outcome).toBe('pass');
  expect(judged({}, { status: 429 }, forbidden).outcome).toBe('pass');
  expect(judged({}, { ...patch, ...forbidden }).outcome).toBe('pass');
  expect(judged({ credential: recordedKey }, forbidden).outcome).toBe('pass');
  const shared = judgedBy(statusRules, 'status/documented', [{}, forbidden], { isExclusive: false });
  expect(shared.outcome).toBe('pass');
});

test('a recording does not show that messages are below the base URL, unless one was accepted there', () => {
  const inRecording = (...told: ExchangeInit[]) =>
    judgedBy(statusRules, 'status/documented', told, { level: undefined });
  expect(inRecording({ ...post, status: 404 }).outcome).toBe('inconclusive');
  expect(inRecording({ ...post, status: 405 }).outcome).toBe('inconclusive');
  expect(inRecording(post, { ...post, status: 404 }).outcome).toBe('violation');
});

test('parameters of a JSON body’s type may be rejected', () => {
  const typed = (type: string) => judged({ ...patch, requestHeaders: { 'Content-Type': type }, status: 415 }).outcome;
  expect(typed('application/json; charset=utf-16')).toBe('pass');
  expect(typed('application/json; version=2')).toBe('pass');
  expect(typed('application/json; charset="UTF-8"')).toBe('violation');
});

test('a request that does not accept JSON, and a time-out of a proxy, are inconclusive', () => {
  expect(judged({ requestHeaders: { Accept: 'text/csv, application/json;q=0' }, status: 406 }).exchanges).toEqual([]);
  expect(judged({ status: 408, body: 'Request Timeout' }).exchanges).toEqual([]);
});
