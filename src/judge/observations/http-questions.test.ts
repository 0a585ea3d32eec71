import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { type ExchangeInit, noKey, wrongKey } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-exchanges.js';
import type { Credential } from '../../exchange/exchange.js';

it.each([
  ['unknown-path', { path: '/nowhere', status: 404 }, 404],
  ['unknown-path', { path: '/nowhere', status: 400 }, undefined],
  ['unknown-path', { path: '/nowhere', status: 401, credential: noKey }, undefined],
  ['unknown-path', { path: '/pets/1', method: 'GET', status: 404 }, undefined],
  ['unknown-method', { method: 'PROPFIND', status: 405 }, 405],
  ['unknown-method', { method: 'PROPFIND', status: 404 }, 404],
  ['unknown-method', { method: 'PROPFIND', status: 501, body: '<h1>501</h1>' }, 501],
  ['unknown-method', { method: 'PROPFIND', status: 501, credential: noKey }, undefined],
  ['unknown-method', { method: 'PROPFIND', status: 502 }, undefined],
  ['unknown-method', { method: 'PUT', path: '/inventory/7', status: 405 }, 405],
  ['unknown-method', { method: 'PROPFIND', path: '/nowhere', status: 404 }, undefined],
  ['unknown-method', { method: 'PROPFIND', status: 429 }, undefined],
  ['head-requests', { method: 'HEAD', body: '' }, 'as-get'],
  ['head-requests', { method: 'HEAD', status: 405, body: '' }, 405],
  ['head-requests', { method: 'HEAD', status: 404, body: '' }, 404],
  ['head-requests', { method: 'HEAD', status: 400, body: '' }, undefined],
  ['plain-options', { method: 'OPTIONS', status: 405 }, 405],
  ['plain-options', { method: 'OPTIONS', status: 204, body: '' }, 204],
  ['plain-options', { method: 'OPTIONS', status: 200, body: '' }, 200],
  ['plain-options', { method: 'OPTIONS', status: 404 }, 404],
  ['plain-options', { method: 'OPTIONS', status: 200 }, undefined],
  ['prefer-header', { requestHeaders: { Prefer: 'code=404' }, status: 404 }, 'counted'],
  [
    'prefer-header',
    { requestHeaders: { Prefer: 'code=404' }, status: 404, headers: { 'Preference-Applied': 'code=404' } },
    'on',
  ],
  ['prefer-header', { requestHeaders: { Prefer: 'code=404' } }, 'off'],
  ['prefer-header', { requestHeaders: { Prefer: 'code=500' } }, undefined],
  ['cache-control', { headers: { 'Cache-Control': ' no-store ' } }, 'no-store'],
  ['cache-control', { headers: { 'Cache-Control': 'private, No-Store' } }, 'private, No-Store'],
  ['cache-control', { headers: { 'Cache-Control': 'größer=5' } }, undefined],
  ['cache-control', { headers: { 'Cache-Control': 'max-age=5', Age: '3' } }, undefined],
  ['cache-control', {}, 'none'],
] as const)('%s: %j leads to %s', (question, told, choice) => {
  expect(observed(question, [told]).choice).toBe(choice);
});

it('sees no common Cache-Control if two responses differ', () => {
  const told = (value?: string): ExchangeInit => ({ headers: { 'Cache-Control': value } });
  expect(observed('cache-control', [told('no-store'), told('no-store')]).choice).toBe('no-store');
  expect(observed('cache-control', [told('no-store'), told('No-Store')]).choice).toBeUndefined();
  expect(observed('cache-control', [told('no-store'), told()]).choice).toBeUndefined();
  expect(observed('cache-control', [told('no-store'), { ...told(), status: 502 }]).choice).toBe('no-store');
});

it('ignores a preflight', () => {
  const preflight: ExchangeInit = {
    method: 'OPTIONS',
    requestHeaders: { 'Access-Control-Request-Method': 'PATCH' },
    status: 204,
    body: '',
  };
  expect(observed('plain-options', [preflight]).exchanges).toEqual([]);
});

it('sees the response for an unlisted pet, but not for a listed one', () => {
  expect(observed('pet-not-found', [list(), { path: '/pets/9', status: 404 }]).choice).toBe(404);
  expect(observed('pet-not-found', [list(), { path: '/pets/9', status: 410 }]).choice).toBeUndefined();
  expect(observed('pet-not-found', [list(), { path: '/pets/7', status: 404 }]).exchanges).toEqual([]);
  expect(observed('pet-not-found', [{ path: '/pets/9', status: 404 }]).exchanges).toEqual([]);
});

const rejected = (value: string | undefined, credential: Credential): ExchangeInit => ({
  status: 401,
  headers: { 'WWW-Authenticate': value },
  credential,
});
const missing = (value?: string) => rejected(value, noKey);
const wrong = (value?: string) => rejected(value, wrongKey);
const other = (value?: string) => rejected(value, { kind: 'misplaced', name: 'key#1', where: 'basic' });
const usual = { missing: 'Bearer realm="petstore"', wrong: 'Bearer realm="petstore", error="invalid_token"' };

it.each([
  ['bearer', [missing(usual.missing), wrong(usual.wrong), other(usual.missing)], []],
  ['bearer', [missing(usual.missing), wrong(usual.wrong)], ['other']],
  ['bearer', [missing(usual.missing)], ['wrong', 'other']],
  ['none', [missing(), wrong(), other()], []],
  [{ missing: usual.missing, wrong: usual.missing }, [missing(usual.missing), wrong(usual.missing)], ['other']],
  [{ ...usual, other: 'Basic' }, [missing(usual.missing), wrong(usual.wrong), other('Basic')], []],
  [{ missing: 'Basic realm="x"' }, [missing('Basic realm="x"'), wrong()], ['other']],
  [{ ...usual, wrong: 'Bearer' }, [wrong('Bearer')], ['missing', 'other']],
  [{ wrong: usual.wrong }, [missing()], ['wrong', 'other']],
  ['bearer', [missing(usual.missing), wrong('Bearer nonce="1"'), wrong('Bearer nonce="2"')], ['wrong', 'other']],
])('sees the challenges %j', (choice, told, unseen) => {
  expect(observed('www-authenticate', told)).toMatchObject({ choice, unseen });
});

it('sees none in a recording that may hide it, and none if responses differ', () => {
  expect(observed('www-authenticate', [missing(), missing('Bearer')])).toMatchObject({
    choice: undefined,
    exchanges: [1, 2],
  });
  expect(observed('www-authenticate', [rejected('Bearer', { kind: 'unknown' })])).toMatchObject({
    choice: undefined,
    note: 'no 401 shows whether its key was missing or wrong',
  });
});

it('observes each case separately', () => {
  expect(observed('www-authenticate', [missing(), wrong('Bearer')]).note).toBe(
    'a 401 to a missing key: no WWW-Authenticate; a 401 to a wrong key: WWW-Authenticate: "Bearer"',
  );
});
