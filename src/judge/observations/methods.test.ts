import { expect, it } from 'vitest';
import { observed } from '../../../tests/observed.js';
import { noKey, type Told } from '../../../tests/recorded.js';
import { list } from '../../../tests/stock-told.js';

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
  ['prefer-header', { requestHeaders: { Prefer: 'code=404' }, status: 404 }, 'on'],
  ['prefer-header', { requestHeaders: { Prefer: 'code=404' } }, 'off'],
  ['prefer-header', { requestHeaders: { Prefer: 'code=500' } }, undefined],
  ['cache-control', { headers: { 'Cache-Control': ' no-store ' } }, 'no-store'],
  ['cache-control', { headers: { 'Cache-Control': 'private, No-Store' } }, 'private, No-Store'],
  ['cache-control', { headers: { 'Cache-Control': 'größer=5' } }, undefined],
  ['cache-control', { headers: { 'Cache-Control': 'max-age=5', Age: '3' } }, undefined],
  ['cache-control', {}, 'none'],
] as const)('%s: %j gives %s', (question, told, answer) => {
  expect(observed(question, [told]).answer).toBe(answer);
});

it('sees no Cache-Control that all answers agree on where two differ', () => {
  const told = (value?: string): Told => ({ headers: { 'Cache-Control': value } });
  expect(observed('cache-control', [told('no-store'), told('no-store')]).answer).toBe('no-store');
  expect(observed('cache-control', [told('no-store'), told('No-Store')]).answer).toBeUndefined();
  expect(observed('cache-control', [told('no-store'), told()]).answer).toBeUndefined();
  expect(observed('cache-control', [told('no-store'), { ...told(), status: 502 }]).answer).toBe('no-store');
});

it('leaves a preflight out', () => {
  const preflight: Told = {
    method: 'OPTIONS',
    requestHeaders: { 'Access-Control-Request-Method': 'PATCH' },
    status: 204,
    body: '',
  };
  expect(observed('plain-options', [preflight]).exchanges).toEqual([]);
});

it('sees what an unlisted pet gets, and no listed one', () => {
  expect(observed('pet-not-found', [list(), { path: '/pets/9', status: 404 }]).answer).toBe(404);
  expect(observed('pet-not-found', [list(), { path: '/pets/9', status: 410 }]).answer).toBeUndefined();
  expect(observed('pet-not-found', [list(), { path: '/pets/7', status: 404 }]).exchanges).toEqual([]);
  expect(observed('pet-not-found', [{ path: '/pets/9', status: 404 }]).exchanges).toEqual([]);
});
